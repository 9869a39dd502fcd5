// SPDX-License-Identifier: MIT
//
// What the figure says, read back from its SVG.
#include "judge/chart.h"

#include <gtest/gtest.h>

#include "tests/study/xml.h"

namespace quixo::judge {
namespace {

TEST(Chart, HasARowForEachShare) {
  const std::string svg =
      svg_of_shares("How <well>", {{"one", {{"a", {9, 1, 0}}, {"b", {}}}}, {"two", {{"c", {1, 1, 2}}}}});
  EXPECT_EQ(study::xml_problem(svg), "");
  EXPECT_NE(svg.find(">90.0 % of 10</text>"), std::string::npos);
  EXPECT_NE(svg.find(">none</text>"), std::string::npos);
  EXPECT_NE(svg.find(">25.0-75.0 % of 4</text>"), std::string::npos);
  EXPECT_NE(svg.find("light bars"), std::string::npos);
  EXPECT_EQ(svg_of_shares("", {{"one", {{"a", {9, 1, 0}}}}}).find("light bars"), std::string::npos);
}

}  // namespace
}  // namespace quixo::judge
