// SPDX-License-Identifier: MIT
#include "study/charts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "study/svg.h"

namespace quixo::study {
namespace {

// Colours that people who see fewer of them can tell apart, and printers too.
constexpr const char* win_colour = "#0b66a8";
constexpr const char* draw_colour = "#f0f0f0";
constexpr const char* loss_colour = "#e08a2e";
constexpr const char* outline = R"(stroke="#555" stroke-width="0.6")";

constexpr double chart_left = 84;
constexpr double chart_top = 64;

void legend(Svg& svg, double x, std::initializer_list<std::pair<const char*, const char*>> entries) {
  for (const auto& [name, colour] : entries) {
    svg.add("<rect x=\"{:g}\" y=\"40\" width=\"12\" height=\"12\" fill=\"{}\" {}/>\n", x, colour, outline);
    svg.text(x + 17, 50, name);
    x += 62;
  }
}

/// 10 to a power, as people write it.
std::string power_of_ten(int exponent) {
  constexpr std::array<const char*, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (exponent < 3) return exponent == 0 ? "1" : exponent == 1 ? "10" : "100";
  std::string superscript;
  for (const char digit : std::to_string(exponent))
    superscript += digits[static_cast<std::size_t>(digit - '0')];
  return fmt::format("10{}", superscript);
}

void grid_line(Svg& svg, double y, double width, std::string_view label) {
  svg.add("<path d=\"M{:g} {:.2f}h{:g}\" stroke=\"#ddd\"/>\n", chart_left - 5, y, width + 5);
  svg.text(chart_left - 10, y + 4, label, right);
}

// Outcomes -------------------------------------------------------------------------------------------------

constexpr double bars_height = 220;
constexpr double bar_step = 34;
constexpr double bar_width = 30;

struct Class {
  int own;
  int opponent;
};

/// The classes whose numbers of cubes differ by at most one.
std::vector<Class> balanced_classes(int cells) {
  std::vector<Class> classes;
  for (int cubes = 0; cubes <= cells; ++cubes)
    for (int own = cubes / 2; own <= (cubes + 1) / 2; ++own) classes.push_back({own, cubes - own});
  return classes;
}

/// Rounded, but 100 only when it is all.
std::string rounded_per_cent(std::uint64_t part, std::uint64_t all) {
  const double share = 100 * static_cast<double>(part) / static_cast<double>(all);
  return part < all && share >= 99.5 ? ">99" : fmt::format("{:.0f}", share);
}

void outcome_bar(Svg& svg, double x, double bottom, const OutcomeCounts& counts) {
  double y = bottom;
  const auto part = [&](std::uint64_t count, const char* colour, const char* ink) {
    if (count == 0) return;
    const double height = bars_height * static_cast<double>(count) / static_cast<double>(counts.total());
    y -= height;
    svg.add("<rect x=\"{:g}\" y=\"{:.2f}\" width=\"{:g}\" height=\"{:.2f}\" fill=\"{}\" {}/>\n", x, y,
            bar_width, height, colour, outline);
    if (height >= 13)
      svg.text(x + bar_width / 2, std::round(y + height / 2 + 4), rounded_per_cent(count, counts.total()),
               fmt::format(R"(text-anchor="middle" fill="{}")", ink));
  };
  part(counts.win, win_colour, "#fff");
  part(counts.draw, draw_colour, "#000");
  part(counts.loss, loss_colour, "#000");
}

void outcome_bars(Svg& svg, double bottom, std::span<const Class> classes, const Census& census) {
  for (int percent = 0; percent <= 100; percent += 20)
    grid_line(svg, bottom - bars_height * percent / 100, bar_step * static_cast<double>(classes.size()),
              fmt::format("{} %", percent));
  double x = chart_left + (bar_step - bar_width) / 2;
  for (const auto& [own, opponent] : classes) {
    outcome_bar(svg, x, bottom,
                census.classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(opponent)]);
    svg.text(x + bar_width / 2, bottom + 18, std::to_string(own), centred);
    svg.text(x + bar_width / 2, bottom + 36, std::to_string(opponent), centred);
    x += bar_step;
  }
  svg.text(chart_left - 10, bottom + 18, "own", right);
  svg.text(chart_left - 10, bottom + 36, "opponent", right);
}

// Distances ------------------------------------------------------------------------------------------------

/// Counts by moves to the end, on a logarithmic scale.
class DistanceChart {
 public:
  DistanceChart(const Rules& rules, const Census& census)
      : census_(census),
        last_(census.distances.empty() ? 0 : census.distances.rbegin()->first),
        decades_(decades_of(census)),
        width_(std::clamp(24.0 * (last_ + 1), 480.0, 680.0)),
        svg_(chart_left + width_ + 24, bottom + 56,
             fmt::format("Quixo {}: moves to the end", to_string(rules)),
             "The number of positions that are won and lost for the player to move, by the moves to the "
             "end with best play, on a logarithmic scale.") {
    svg_.text(chart_left, 26, fmt::format("Quixo {}: moves to the end with best play", to_string(rules)),
              headline);
  }

  std::string document() {
    axes();
    series(&OutcomeCounts::win, "win", win_colour, disc, chart_left + 6);
    series(&OutcomeCounts::loss, "loss", loss_colour, square, chart_left + 68);
    return svg_.document();
  }

 private:
  static constexpr double height = 300;
  static constexpr double bottom = chart_top + height;

  static int decades_of(const Census& census) {
    std::uint64_t most = 1;
    for (const auto& [distance, counts] : census.distances) most = std::max({most, counts.win, counts.loss});
    return std::max(1, static_cast<int>(std::ceil(std::log10(static_cast<double>(most)))));
  }

  double step() const { return width_ / (last_ + 1); }
  double x_of(int distance) const { return chart_left + (distance + 0.5) * step(); }
  double y_of(std::uint64_t count) const {
    assert(count > 0);  // it has no logarithm
    return bottom - height * std::log10(static_cast<double>(count)) / decades_;
  }

  void axes() {
    for (int decade = 0; decade <= decades_; ++decade)
      grid_line(svg_, bottom - height * decade / decades_, width_, power_of_ten(decade));
    svg_.add("<text transform=\"translate(22 {:g}) rotate(-90)\" text-anchor=\"middle\">positions</text>\n",
             chart_top + height / 2);
    const int tick = last_ <= 30 ? 1 : last_ <= 80 ? 5 : 10;
    for (int distance = 0; distance <= last_; distance += tick) {
      svg_.add("<path d=\"M{:.2f} {:g}v5\" stroke=\"#888\"/>\n", x_of(distance), bottom);
      svg_.text(std::round(x_of(distance)), bottom + 18, std::to_string(distance), centred);
    }
    svg_.text(chart_left + width_ / 2, bottom + 42, "moves to the end", centred);
  }

  using Mark = std::string (*)(double x, double y, double size);
  static std::string disc(double x, double y, double size) {
    return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:g}\"/>\n", x, y, size);
  }
  static std::string square(double x, double y, double size) {
    return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:g}\" height=\"{:g}\"/>\n", x - size,
                       y - size, 2 * size, 2 * size);
  }

  void series(std::uint64_t OutcomeCounts::*count, const char* name, const char* colour, Mark mark,
              double legend_x) {
    const double size = std::clamp(step() / 4, 2.0, 4.5);
    std::string path;
    std::string marks = mark(legend_x, 46, 5);
    for (const auto& [distance, counts] : census_.distances) {
      if (counts.*count == 0) continue;
      const double x = x_of(distance);
      const double y = y_of(counts.*count);
      path += fmt::format("{}{:.2f} {:.2f}", path.empty() ? "M" : "L", x, y);
      marks += mark(x, y, size);
    }
    svg_.add("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
             path.empty() ? "M0 0" : path, colour);
    svg_.add("<g fill=\"{}\">\n{}</g>\n", colour, marks);
    svg_.text(legend_x + 10, 50, name);
  }

  const Census& census_;
  int last_;
  int decades_;
  double width_;
  Svg svg_;
};

}  // namespace

std::string svg_of_outcomes(const Rules& rules, const Census& census) {
  // What a page of a browser or of paper has room for, with text that can be read.
  constexpr std::size_t most_in_row = 20;
  constexpr double row_height = bars_height + 62;
  const std::vector<Class> classes = balanced_classes(rules.cells());
  const std::size_t rows = (classes.size() + most_in_row - 1) / most_in_row;
  const std::size_t in_row = (classes.size() + rows - 1) / rows;
  const double end = chart_top + row_height * static_cast<double>(rows);
  Svg svg(std::max(chart_left + bar_step * static_cast<double>(in_row) + 24, 480.0), end + 38,
          fmt::format("Quixo {}: outcomes by class", to_string(rules)),
          "Stacked bars: the percentage of positions that the player to move wins, draws and loses, "
          "for each class of positions whose numbers of cubes differ by at most one.");
  svg.text(chart_left, 26, fmt::format("Quixo {}: outcome for the player to move", to_string(rules)),
           headline);
  legend(svg, chart_left, {{"win", win_colour}, {"draw", draw_colour}, {"loss", loss_colour}});
  for (std::size_t row = 0; row < rows; ++row)
    outcome_bars(svg, chart_top + row_height * static_cast<double>(row) + bars_height,
                 std::span(classes).subspan(row * in_row, std::min(in_row, classes.size() - row * in_row)),
                 census);
  svg.text(chart_left, end + 4, "below the bars: cubes of the player to move, and of the opponent");
  svg.text(chart_left, end + 22, "in the bars: per cent of the positions of a class");
  return svg.document();
}

std::string svg_of_distances(const Rules& rules, const Census& census) {
  return DistanceChart(rules, census).document();
}

}  // namespace quixo::study
