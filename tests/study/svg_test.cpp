// SPDX-License-Identifier: MIT
//
// What the figures say, read back from their SVG.
#include "study/svg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "tests/study/xml.h"

namespace quixo::study {
namespace {

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The board that an animated game ends with: each cube where its last keyframe puts it, with its symbol.
std::map<std::pair<int, int>, char> last_board(const std::string& svg) {
  std::map<std::string, std::pair<double, double>> ends;  // of each path
  const std::regex frames(
      R"(@keyframes (p\d+)\{.*100\.000%\{transform:translate\(([\d.]+)px,([\d.]+)px\)\}\}\n)");
  for (std::sregex_iterator i(svg.begin(), svg.end(), frames), end; i != end; ++i)
    ends[(*i)[1]] = {std::stod((*i)[2]), std::stod((*i)[3])};
  std::map<std::pair<int, int>, char> board;
  const std::regex cubes(
      R"re(<g class="cube" style="transform:translate\(([\d.]+)px,([\d.]+)px\)(;animation:(p\d+) [^"]*)?"><rect[^>]*/>(<(path|circle))?)re");
  for (std::sregex_iterator i(svg.begin(), svg.end(), cubes), end; i != end; ++i) {
    const std::smatch& cube = *i;
    const auto [x, y] =
        cube[4].matched ? ends.at(cube[4]) : std::pair{std::stod(cube[1]), std::stod(cube[2])};
    const char symbol = !cube[5].matched ? '.' : cube[6] == "path" ? 'X' : 'O';
    const bool fresh =
        board.emplace(std::pair{static_cast<int>(y / 48), static_cast<int>(x / 48)}, symbol).second;
    EXPECT_TRUE(fresh) << "two cubes in one place";
  }
  return board;
}

std::string drawn(const std::map<std::pair<int, int>, char>& board) {
  std::string text;
  int row = -1;
  for (const auto& [place, symbol] : board) {
    if (row >= 0 && place.first != row) text += '/';
    row = place.first;
    text += symbol;
  }
  return text;
}

/// Rows of X, O and points.
std::string drawn(const Geometry& geometry, Position position) {
  std::string text;
  for (int row = 0; row < geometry.rules().rows; ++row) {
    if (row > 0) text += '/';
    for (int col = 0; col < geometry.rules().cols; ++col) {
      const Cells cell = cell_bit(geometry.cell_at(row, col));
      text += position.cubes(Player::x) & cell ? 'X' : position.cubes(Player::o) & cell ? 'O' : '.';
    }
  }
  return text;
}

TEST(Svg, AGameEndsAsItIsPlayed) {
  for (const char* text :
       {"3/3/3 x", "4/4/4/4 x", "2OX/4/XOO1/4 x", "XO1/1X1/O1O o", "4/4/4 o", "1XX1/O1OX/OXXX/OXXO x"}) {
    const Table table = solve_in_memory(rules_for_position(text));
    const Position start = parse_position(geometry_of(table), text);
    const std::vector<MoveValue> line = table.line(start);
    ASSERT_FALSE(line.empty());
    const std::string svg = svg_of_line(geometry_of(table), start, line);
    EXPECT_EQ(xml_problem(svg), "") << text;
    EXPECT_EQ(drawn(last_board(svg)), drawn(geometry_of(table), line.back().position)) << text;
    Player mover = start.to_move;
    for (std::size_t i = 0; i < line.size(); ++i, mover = other(mover)) {
      const std::string caption = '>' + std::to_string(i + 1) + ". " + letter(mover) + ' ' +
                                  move_name(geometry_of(table), line[i].move) + "  (";
      EXPECT_EQ(count_of(svg, caption), 1) << text << ' ' << caption;
    }
    const std::optional<Player> won = winner(geometry_of(table), line.back().position);
    EXPECT_EQ(count_of(svg, won ? std::string(1, letter(*won)) + " has won after" : "a draw"), 1) << text;
  }
}

TEST(Svg, APositionThatIsOverIsAGameWithoutMoves) {
  const Geometry geometry(parse_rules("3x3"));
  const Position over = parse_position(geometry, "XXX/OO1/3 o");
  const std::string svg = svg_of_line(geometry, over, {});
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_EQ(drawn(last_board(svg)), "XXX/OO./...");
  EXPECT_EQ(count_of(svg, ">X has won</text>"), 1);
  EXPECT_EQ(count_of(svg, "to move"), 0);
  EXPECT_EQ(count_of(svg, "<g class=\"cube X\""), 3);  // the line
}

TEST(Svg, AGameOfOneMove) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const Position start = parse_position(geometry_of(table), "XX1/OO1/3 x");
  const std::string svg = svg_of_line(geometry_of(table), start, table.line(start));
  EXPECT_EQ(count_of(svg, ">Quixo 3x3: 1 move</title>"), 1);
  EXPECT_EQ(count_of(svg, ">X has won after 1 move</text>"), 1);
}

TEST(Svg, AGameStandsStillAtItsEndForThoseWhoWantNoMotion) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const std::vector<MoveValue> line = table.line({});
  const std::string svg = svg_of_line(geometry_of(table), {}, line);
  std::smatch still;
  ASSERT_TRUE(std::regex_search(
      svg, still,
      std::regex(R"(@media print,\(prefers-reduced-motion:reduce\)\{\n\*\{animation-delay:-([\d.]+)s)")));
  std::smatch duration;
  ASSERT_TRUE(std::regex_search(svg, duration, std::regex(R"(animation:p\d+ ([\d.]+)s infinite)")));
  // The captions last as long as what they tell: the last one is there.
  std::smatch over;
  const std::string last =
      "@keyframes t" + std::to_string(line.size() + 1) + R"(\{0.000%\{opacity:0\}([\d.]+)%)";
  ASSERT_TRUE(std::regex_search(svg, over, std::regex(last)));
  EXPECT_GT(std::stod(still[1]), std::stod(over[1]) / 100 * std::stod(duration[1]));
  EXPECT_LT(std::stod(still[1]), std::stod(duration[1]));
}

TEST(Svg, OutcomesHaveABarForEachPartOfEachClass) {
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

TEST(Svg, OnlyAllIsAHundredPerCent) {
  Census census;
  for (auto& row : census.classes) row.fill({999, 1, 0});
  census.classes[0][0] = {1, 0, 0};
  const std::string svg = svg_of_outcomes(parse_rules("2x2"), census);
  EXPECT_EQ(count_of(svg, ">100</text>"), 1);
  EXPECT_EQ(count_of(svg, ">&gt;99</text>"), 6);
}

TEST(Svg, OutcomesOfALargeBoardFitOnAPage) {
  Census census;
  for (auto& row : census.classes) row.fill({1, 1, 1});
  const std::string svg = svg_of_outcomes(parse_rules("5x5"), census);
  std::smatch width;
  ASSERT_TRUE(std::regex_search(svg, width, std::regex("width=\"(\\d+)\"")));
  EXPECT_LE(std::stoi(width[1]), 800);
  EXPECT_EQ(count_of(svg, "<rect x="), 39 * 3 + 3);
}

TEST(Svg, DistancesHaveAMarkForEachCount) {
  Census census;
  census.distances = {{0, {100, 10, 0}}, {1, {1000, 0, 0}}, {2, {0, 1, 0}}};
  const std::string svg = svg_of_distances(parse_rules("2x2"), census);
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_EQ(count_of(svg, "<circle "), 2 + 1);  // and one in the legend
  EXPECT_EQ(count_of(svg, "<rect x="), 2 + 1);
  EXPECT_EQ(count_of(svg, "10³"), 1);
  EXPECT_EQ(xml_problem(svg_of_distances(parse_rules("2x2"), {})), "");
}

TEST(Svg, PositionsHaveTheirCaptions) {
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

TEST(Xml, ProblemsAreSeen) {
  EXPECT_EQ(xml_problem("<a b=\"1\"><c/>t &lt; u</a>\n"), "");
  for (const char* bad : {"", "x", "<a>", "<a></b>", "<a b=1/>", "<a b/>", "<a b=\"1/>", "<a/><b/>",
                          "<a>&</a>", "<a b=\"1\" b=\"2\"/>", "<a></a", "</a>", "<a>></a>"})
    EXPECT_NE(xml_problem(bad), "") << bad;
}

}  // namespace
}  // namespace quixo::study
