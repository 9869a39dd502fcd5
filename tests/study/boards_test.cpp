// SPDX-License-Identifier: MIT
#include "study/boards.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "tests/study/xml.h"

namespace quixo::study {
namespace {

TEST(Boards, PositionsHaveTheirCaptions) {
  const Geometry geometry(parse_rules("3x3"));
  const std::string svg = svg_of_positions(
      geometry,
      {{parse_position(geometry, "XO1/3/3 x"), "one\nless < more & a caption that is longer than one line"},
       {{}, "empty"}});
  EXPECT_EQ(xml_problem(svg), "");
  for (const char* line : {">XO1/3/3 x<", ">one<", ">less &lt; more &amp; a caption that is<",
                           ">longer than one line<", ">3/3/3 x<", ">empty<"})
    EXPECT_EQ(count_of(svg, line), 1) << line;
  EXPECT_EQ(count_of(svg, "<g class=\"cube\""), 18);
  EXPECT_EQ(count_of(svg, "<path class=\"mark\""), 1);
  EXPECT_EQ(count_of(svg, "<circle class=\"mark\""), 1);
}

}  // namespace
}  // namespace quixo::study
