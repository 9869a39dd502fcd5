// SPDX-License-Identifier: MIT
#include "judge/chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "study/svg.h"

namespace quixo::judge {
namespace {

constexpr double left = 190;   // of the scale; the labels stand before it
constexpr double width = 420;  // of the scale
constexpr double top = 48;
constexpr double row_height = 20;
constexpr double section_gap = 30;
constexpr const char* colour = "#0b66a8";
constexpr const char* unclear_colour = "#c9dcea";

double x_of(double share) { return left + width * share; }

void add_row(study::Svg& svg, double y, const ChartRow& row) {
  svg.text(left - 12, y + 4, row.label, study::right);
  if (row.share.all() == 0) {
    svg.text(left + 6, y + 4, "none", R"(fill="#777")");
    return;
  }
  const Interval seen = row.share.seen();
  const Interval interval = row.share.interval();
  if (row.share.unclear > 0)
    svg.add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"8\" fill=\"{}\"/>\n", x_of(seen.least),
            y - 4, width * (seen.most - seen.least), unclear_colour);
  svg.add("<path d=\"M{0:.1f} {2:.1f}H{1:.1f}M{0:.1f} {3:.1f}v8M{1:.1f} {3:.1f}v8\" stroke=\"{4}\"/>\n",
          x_of(interval.least), x_of(interval.most), y, y - 4, colour);
  const auto dot = [&](double share) {
    svg.add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x_of(share), y, colour);
  };
  dot(seen.least);
  if (row.share.unclear > 0) dot(seen.most);
  svg.text(left + width + 14, y + 4,
           row.share.unclear == 0 ? fmt::format("{:.1f} % of {}", 100 * seen.least, grouped(row.share.all()))
                                  : fmt::format("{:.1f}-{:.1f} % of {}", 100 * seen.least, 100 * seen.most,
                                                grouped(row.share.all())));
}

}  // namespace

std::string svg_of_shares(const std::string& title, const std::vector<ChartSection>& sections) {
  double bottom = top;
  bool unclear = false;
  for (const ChartSection& section : sections) {
    bottom += section_gap + row_height * static_cast<double>(section.rows.size());
    for (const ChartRow& row : section.rows) unclear = unclear || row.share.unclear > 0;
  }
  study::Svg svg(left + width + 150, bottom + (unclear ? 66 : 48), title,
                 "Shares of moves in per cent: a dot for each share, a whisker for its 95 % interval.");
  svg.text(24, 28, title, study::headline);
  for (int percent = 0; percent <= 100; percent += 20) {
    svg.add("<path d=\"M{:g} {:g}V{:g}\" stroke=\"#ddd\"/>\n", x_of(percent / 100.0), top + 4, bottom + 8);
    svg.text(x_of(percent / 100.0), bottom + 24, fmt::format("{} %", percent), study::centred);
  }
  double y = top;
  for (const ChartSection& section : sections) {
    y += section_gap;
    svg.text(24, y - 8, section.title, R"(font-weight="bold")");
    for (const ChartRow& row : section.rows) {
      add_row(svg, y + row_height / 2, row);
      y += row_height;
    }
  }
  svg.text(left, bottom + 42, "whiskers: 95 % intervals by Wilson's formula");
  if (unclear)
    svg.text(left, bottom + 60, "light bars: what is not known, as if all of it were wrong and all right");
  return svg.document();
}

}  // namespace quixo::judge
