// SPDX-License-Identifier: MIT
//
// What a game that plays itself shows, read back from its SVG.
#include "study/animation.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "tests/study/xml.h"

namespace quixo::study {
namespace {

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

std::string text_of(const std::map<std::pair<int, int>, char>& board) {
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
std::string text_of(const Geometry& geometry, Position position) {
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

TEST(Animation, AGameEndsAsItIsPlayed) {
  for (const char* text :
       {"3/3/3 x", "4/4/4/4 x", "2OX/4/XOO1/4 x", "XO1/1X1/O1O o", "4/4/4 o", "1XX1/O1OX/OXXX/OXXO x"}) {
    const Table table = solve_in_memory(rules_for_position(text));
    const Position start = parse_position(geometry_of(table), text);
    const std::vector<MoveValue> line = table.line(start);
    ASSERT_FALSE(line.empty());
    const std::string svg = svg_of_line(geometry_of(table), start, shown_moves(line));
    EXPECT_EQ(xml_problem(svg), "") << text;
    EXPECT_EQ(text_of(last_board(svg)), text_of(geometry_of(table), line.back().position)) << text;
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

TEST(Animation, APositionThatIsOverIsAGameWithoutMoves) {
  const Geometry geometry(parse_rules("3x3"));
  const Position over = parse_position(geometry, "XXX/OO1/3 o");
  const std::string svg = svg_of_line(geometry, over, {});
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_EQ(text_of(last_board(svg)), "XXX/OO./...");
  EXPECT_EQ(count_of(svg, ">X has won</text>"), 1);
  EXPECT_EQ(count_of(svg, "to move"), 0);
  EXPECT_EQ(count_of(svg, "<g class=\"cube X\""), 3);  // the line
}

TEST(Animation, AGameOfOneMove) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const Position start = parse_position(geometry_of(table), "XX1/OO1/3 x");
  const std::string svg = svg_of_line(geometry_of(table), start, shown_moves(table.line(start)));
  EXPECT_EQ(count_of(svg, ">Quixo 3x3: 1 move</title>"), 1);
  EXPECT_EQ(count_of(svg, ">X has won after 1 move</text>"), 1);
}

TEST(Animation, AGameStandsStillAtItsEndForThoseWhoWantNoMotion) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const std::vector<MoveValue> line = table.line({});
  const std::string svg = svg_of_line(geometry_of(table), {}, shown_moves(line));
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

/// A class that no rule of style knows would be black.
TEST(Animation, EveryClassHasAStyle) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const std::string svg = svg_of_line(geometry_of(table), {}, shown_moves(table.line({})));
  const std::string style = svg.substr(0, svg.find("</style>"));
  std::set<std::string> classes;
  const std::regex attribute("class=\"([^\"]*)\"");
  const std::regex word("\\w+");
  for (std::sregex_iterator i(svg.begin(), svg.end(), attribute), end; i != end; ++i) {
    const std::string names = (*i)[1];
    for (std::sregex_iterator name(names.begin(), names.end(), word); name != end; ++name)
      classes.insert(name->str());
  }
  EXPECT_EQ(classes, (std::set<std::string>{"O", "X", "cube", "label", "mark"}));
  for (const std::string& name : classes) EXPECT_EQ(count_of(style, '.' + name), 1) << name;
}

}  // namespace
}  // namespace quixo::study
