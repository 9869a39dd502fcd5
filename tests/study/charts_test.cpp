// SPDX-License-Identifier: MIT
//
// What the charts say, read back from their SVG.
#include "study/charts.h"

#include <gtest/gtest.h>

#include <regex>

#include "tests/study/xml.h"

namespace quixo::study {
namespace {

TEST(Charts, OutcomesHaveABarForEachPartOfEachClass) {
  Census census;
  census.classes[0][0] = {0, 0, 1};
  census.classes[0][1] = {1, 3, 0};
  census.classes[1][0] = {4, 0, 0};
  census.classes[1][1] = {4, 4, 4};
  for (const auto& [own, opponent] : {std::pair{1, 2}, {2, 1}, {2, 2}})
    census.classes[static_cast<std::size_t>(own)][static_cast<std::size_t>(opponent)] = {1, 0, 0};
  const std::string svg = svg_of_outcomes(parse_rules("2x2"), census);
  EXPECT_EQ(xml_problem(svg), "");
  // 1 + 2 + 1 + 3 + 3 parts, and three in the legend.
  EXPECT_EQ(count_of(svg, "<rect x="), 13);
  EXPECT_EQ(count_of(svg, ">75</text>"), 1);
  EXPECT_EQ(count_of(svg, ">33</text>"), 3);
}

TEST(Charts, OnlyAllIsAHundredPerCent) {
  Census census;
  for (auto& row : census.classes) row.fill({999, 1, 0});
  census.classes[0][0] = {1, 0, 0};
  const std::string svg = svg_of_outcomes(parse_rules("2x2"), census);
  EXPECT_EQ(count_of(svg, ">100</text>"), 1);
  EXPECT_EQ(count_of(svg, ">&gt;99</text>"), 6);
}

TEST(Charts, OutcomesOfALargeBoardFitOnAPage) {
  Census census;
  for (auto& row : census.classes) row.fill({1, 1, 1});
  const std::string svg = svg_of_outcomes(parse_rules("5x5"), census);
  std::smatch width;
  ASSERT_TRUE(std::regex_search(svg, width, std::regex("width=\"(\\d+)\"")));
  EXPECT_LE(std::stoi(width[1]), 800);
  EXPECT_EQ(count_of(svg, "<rect x="), 39 * 3 + 3);
}

TEST(Charts, DistancesHaveAMarkForEachCount) {
  Census census;
  census.distances = {{0, {100, 10, 0}}, {1, {1000, 0, 0}}, {2, {0, 1, 0}}};
  const std::string svg = svg_of_distances(parse_rules("2x2"), census);
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_EQ(count_of(svg, "<circle "), 2 + 1);  // and one in the legend
  EXPECT_EQ(count_of(svg, "<rect x="), 2 + 1);
  EXPECT_EQ(count_of(svg, "10³"), 1);
  EXPECT_EQ(xml_problem(svg_of_distances(parse_rules("2x2"), {})), "");
}

}  // namespace
}  // namespace quixo::study
