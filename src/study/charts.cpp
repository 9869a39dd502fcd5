// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "study/drawing.h"
#include "study/svg.h"

namespace quixo::study {
namespace {

// Colours that people who see fewer of them can tell apart, and printers too.
constexpr const char* win_colour = "#0b66a8";
constexpr const char* draw_colour = "#c9c9c9";
constexpr const char* loss_colour = "#e08a2e";

constexpr double chart_left = 84;
constexpr double chart_top = 64;
constexpr double chart_height = 300;

void legend(Drawing& drawing, double x, std::initializer_list<std::pair<const char*, const char*>> entries) {
  for (const auto& [name, colour] : entries) {
    drawing.add("<rect x=\"{:g}\" y=\"40\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x, colour);
    drawing.text(x + 17, 50, name);
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

}  // namespace

std::string svg_of_outcomes(const Rules& rules, const Census& census) {
  struct Class {
    int own;
    int opponent;
  };
  std::vector<Class> classes;
  for (int cubes = 0; cubes <= rules.cells(); ++cubes)
    for (int own = cubes / 2; own <= (cubes + 1) / 2; ++own) classes.push_back({own, cubes - own});

  constexpr double step = 26;
  constexpr double bar = 22;
  const double plot = step * static_cast<double>(classes.size());
  const double width = std::max(chart_left + plot + 24, 620.0);
  const double bottom = chart_top + chart_height;
  Drawing drawing(width, bottom + 92, fmt::format("Quixo {}: outcomes by class", to_string(rules)),
                  "Stacked bars: the percentage of positions that the player to move wins, draws and loses, "
                  "for each class of positions whose numbers of cubes differ by at most one.");
  drawing.text(chart_left, 26, fmt::format("Quixo {}: outcome for the player to move", to_string(rules)),
               headline);
  legend(drawing, chart_left, {{"win", win_colour}, {"draw", draw_colour}, {"loss", loss_colour}});
  for (int percent = 0; percent <= 100; percent += 20) {
    const double y = bottom - chart_height * percent / 100;
    drawing.add("<path d=\"M{:g} {:g}h{:g}\" stroke=\"#ddd\"/>\n", chart_left - 5, y, plot + 5);
    drawing.text(chart_left - 10, y + 4, fmt::format("{} %", percent), right);
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto [own, opponent] = classes[i];
    const OutcomeCounts& counts =
        census.classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(opponent)];
    const double x = chart_left + step * static_cast<double>(i) + (step - bar) / 2;
    double y = bottom;
    const auto part = [&](std::uint64_t count, const char* colour, const char* ink) {
      const double share = static_cast<double>(count) / static_cast<double>(counts.total());
      const double height = share * chart_height;
      if (count == 0) return;
      y -= height;
      drawing.add("<rect x=\"{:g}\" y=\"{:.2f}\" width=\"{:g}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x, y, bar,
                  height, colour);
      if (height >= 13)
        drawing.text(x + bar / 2, std::round(y + height / 2 + 4), fmt::format("{:.0f}", 100 * share),
                     fmt::format("text-anchor=\"middle\" font-size=\"10.5\" fill=\"{}\"", ink));
    };
    part(counts.win, win_colour, "#fff");
    part(counts.draw, draw_colour, "#000");
    part(counts.loss, loss_colour, "#000");
    drawing.text(x + bar / 2, bottom + 18, std::to_string(own), centred);
    drawing.text(x + bar / 2, bottom + 36, std::to_string(opponent), centred);
  }
  drawing.text(chart_left - 10, bottom + 18, "own", right);
  drawing.text(chart_left - 10, bottom + 36, "opponent", right);
  drawing.text(chart_left + plot / 2, bottom + 62, "cubes of the player to move, and of the opponent",
               centred);
  drawing.text(chart_left + plot / 2, bottom + 80,
               "numbers in the bars are per cent of the positions of a class",
               "text-anchor=\"middle\" font-size=\"11\" fill=\"#555\"");
  return drawing.document();
}

std::string svg_of_distances(const Rules& rules, const Census& census) {
  const int last = census.distances.empty() ? 0 : census.distances.rbegin()->first;
  std::uint64_t most = 1;
  for (const auto& [distance, counts] : census.distances) most = std::max({most, counts.win, counts.loss});
  const int decades = std::max(1, static_cast<int>(std::ceil(std::log10(static_cast<double>(most)))));

  const double plot = std::clamp(24.0 * (last + 1), 480.0, 920.0);
  const double step = plot / (last + 1);
  const double bottom = chart_top + chart_height;
  const auto x_of = [&](int distance) { return chart_left + (distance + 0.5) * step; };
  const auto y_of = [&](std::uint64_t count) {
    return bottom - chart_height * std::log10(static_cast<double>(count)) / decades;
  };
  Drawing drawing(chart_left + plot + 24, bottom + 56,
                  fmt::format("Quixo {}: moves to the end", to_string(rules)),
                  "The number of positions that are won and lost for the player to move, by the moves to the "
                  "end with best play, on a logarithmic scale.");
  drawing.text(chart_left, 26, fmt::format("Quixo {}: moves to the end with best play", to_string(rules)),
               headline);
  for (int decade = 0; decade <= decades; ++decade) {
    const double y = bottom - chart_height * decade / decades;
    drawing.add("<path d=\"M{:g} {:.2f}h{:g}\" stroke=\"#ddd\"/>\n", chart_left - 5, y, plot + 5);
    drawing.text(chart_left - 10, y + 4, power_of_ten(decade), right);
  }
  drawing.add("<text transform=\"translate(22 {:g}) rotate(-90)\" text-anchor=\"middle\">positions</text>\n",
              chart_top + chart_height / 2);
  const int tick = last <= 30 ? 1 : last <= 80 ? 5 : 10;
  for (int distance = 0; distance <= last; distance += tick) {
    drawing.add("<path d=\"M{:.2f} {:g}v5\" stroke=\"#888\"/>\n", x_of(distance), bottom);
    drawing.text(std::round(x_of(distance)), bottom + 18, std::to_string(distance), centred);
  }
  drawing.text(chart_left + plot / 2, bottom + 42, "moves to the end", centred);

  // Wins as discs, losses as squares.
  const double size = std::clamp(step / 4, 2.0, 4.5);
  const auto series = [&](std::uint64_t OutcomeCounts::*count, const char* name, const char* colour,
                          bool disc, double legend_x) {
    std::string path;
    std::string marks;
    for (const auto& [distance, counts] : census.distances) {
      if (counts.*count == 0) continue;
      const double x = x_of(distance);
      const double y = y_of(counts.*count);
      path += fmt::format("{}{:.2f} {:.2f}", path.empty() ? "M" : "L", x, y);
      marks += disc ? fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:g}\"/>\n", x, y, size)
                    : fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:g}\" height=\"{:g}\"/>\n",
                                  x - size, y - size, 2 * size, 2 * size);
    }
    drawing.add("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                path.empty() ? "M0 0" : path, colour);
    drawing.add("<g fill=\"{0}\">\n{1}{2}</g>\n", colour, marks,
                disc ? fmt::format("<circle cx=\"{:g}\" cy=\"46\" r=\"5\"/>\n", legend_x)
                     : fmt::format("<rect x=\"{:g}\" y=\"41\" width=\"10\" height=\"10\"/>\n", legend_x - 5));
    drawing.text(legend_x + 10, 50, name);
  };
  series(&OutcomeCounts::win, "win", win_colour, true, chart_left + 6);
  series(&OutcomeCounts::loss, "loss", loss_colour, false, chart_left + 68);
  return drawing.document();
}

}  // namespace quixo::study
