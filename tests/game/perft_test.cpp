// SPDX-License-Identifier: MIT
//
// Perft numbers, frozen: a change of the rules, however small, changes them. The first depths are counted
// again by the slow twin, so that the frozen numbers are not merely what the program once said.
#include "game/perft.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "tests/game/support.h"

namespace quixo {
namespace {

constexpr std::size_t plenty = std::size_t{1} << 30;

struct Frozen {
  std::string rules;
  std::vector<PerftRow> rows;
};

const std::vector<Frozen> frozen = {
    {"2x2",
     {{1, 8, 4, 1},
      {2, 48, 12, 2},
      {3, 288, 24, 4},
      {4, 576, 24, 4},
      {5, 1'152, 24, 4},
      {6, 2'304, 24, 4},
      {7, 4'608, 24, 4},
      {8, 9'216, 24, 4}}},
    {"2x3",
     {{1, 14, 6, 2},
      {2, 166, 30, 8},
      {3, 1'966, 90, 24},
      {4, 9'966, 162, 45},
      {5, 40'094, 214, 60},
      {6, 122'878, 214, 60},
      {7, 367'782, 214, 60},
      {8, 998'462, 214, 60}}},
    {"2x4",
     {{1, 20, 8, 2},
      {2, 356, 56, 14},
      {3, 6'332, 224, 56},
      {4, 58'184, 568, 146},
      {5, 501'220, 1'064, 270},
      {6, 2'116'044, 1'064, 270},
      {7, 9'004'936, 1'064, 270},
      {8, 31'742'160, 1'064, 270}}},
    {"2x5",
     {{1, 26, 10, 3},
      {2, 618, 90, 23},
      {3, 14'682, 450, 115},
      {4, 198'522, 1'498, 387},
      {5, 2'602'346, 3'690, 943},
      {6, 16'889'314, 4'666, 1'194},
      {7, 99'976'226, 5'620, 1'438}}},
    {"2x6",
     {{1, 32, 12, 3},
      {2, 952, 132, 33},
      {3, 28'312, 792, 198},
      {4, 510'172, 3'300, 836},
      {5, 9'005'640, 10'192, 2'559},
      {6, 86'132'440, 16'672, 4'179}}},
    {"2x7",
     {{1, 38, 14, 4},
      {2, 1'358, 182, 46},
      {3, 48'518, 1'274, 322},
      {4, 1'096'790, 6'418, 1'629},
      {5, 24'426'502, 23'958, 6'032},
      {6, 314'929'310, 49'538, 12'449}}},
    {"2x8",
     {{1, 44, 16, 4},
      {2, 1'836, 240, 60},
      {3, 76'596, 1'920, 480},
      {4, 2'086'800, 11'392, 2'870},
      {5, 56'202'956, 49'976, 12'516},
      {6, 921'625'940, 127'096, 31'796}}},
    {"3x3",
     {{1, 20, 8, 2},
      {2, 356, 56, 8},
      {3, 6'332, 274, 39},
      {4, 99'648, 1'196, 168},
      {5, 1'572'096, 2'984, 417},
      {6, 20'919'432, 6'340, 874},
      {7, 276'695'416, 9'476, 1'305},
      {8, 3'080'260'840, 12'849, 1'768}}},
    {"3x4",
     {{1, 26, 10, 3},
      {2, 618, 90, 23},
      {3, 14'682, 550, 140},
      {4, 317'046, 3'344, 855},
      {5, 6'852'602, 13'018, 3'301},
      {6, 129'828'398, 40'578, 10'255},
      {7, 2'447'828'774, 86'004, 21'741}}},
    {"3x5",
     {{1, 32, 12, 4},
      {2, 952, 132, 34},
      {3, 28'312, 951, 243},
      {4, 778'766, 7'078, 1'799},
      {5, 21'428'990, 36'413, 9'196},
      {6, 528'080'244, 158'049, 39'783}}},
    {"4x4",
     {{1, 32, 12, 2},
      {2, 952, 132, 17},
      {3, 28'312, 956, 123},
      {4, 778'744, 7'226, 929},
      {5, 21'428'048, 41'242, 5'216},
      {6, 545'848'256, 211'102, 26'567},
      {7, 13'932'148'376, 743'460, 93'408},
      {8, 329'005'741'152, 2'177'838, 273'362}}},
    {"3x3-line2",
     {{1, 20, 8, 2},
      {2, 356, 56, 8},
      {3, 6'332, 274, 39},
      {4, 68'392, 800, 113},
      {5, 655'240, 1'586, 218},
      {6, 4'027'808, 2'114, 290},
      {7, 21'147'416, 2'408, 331},
      {8, 88'201'160, 2'464, 340}}},
    {"3x4-line4",
     {{1, 26, 10, 3},
      {2, 618, 90, 23},
      {3, 14'682, 550, 140},
      {4, 317'046, 3'344, 855},
      {5, 6'852'602, 13'018, 3'301},
      {6, 135'073'314, 40'924, 10'350}}},
    {"4x4-line3",
     {{1, 32, 12, 2},
      {2, 952, 132, 17},
      {3, 28'312, 956, 123},
      {4, 778'744, 7'226, 929},
      {5, 21'428'048, 41'242, 5'216},
      {6, 532'232'792, 207'678, 26'137},
      {7, 13'174'045'000, 726'870, 91'308}}},
    {"5x5",
     {{1, 44, 16, 3},
      {2, 1'836, 240, 31},
      {3, 76'596, 2'240, 287},
      {4, 3'018'100, 22'038, 2'799},
      {5, 118'928'388, 170'372, 21'429},
      {6, 4'422'929'160, 1'322'176, 165'689}}},
    {"5x5-line4",
     {{1, 44, 16, 3},
      {2, 1'836, 240, 31},
      {3, 76'596, 2'240, 287},
      {4, 3'018'100, 22'038, 2'799},
      {5, 118'928'388, 170'372, 21'429},
      {6, 4'422'929'160, 1'322'176, 165'689}}},
    {"4x5",
     {{1, 38, 14, 4},
      {2, 1'358, 182, 46},
      {3, 48'518, 1'510, 380},
      {4, 1'622'742, 13'210, 3'330},
      {5, 54'282'914, 89'952, 22'552},
      {6, 1'699'551'174, 591'342, 147'998}}},
    {"4x7", {{1, 50, 18, 5}, {2, 2'386, 306, 77}, {3, 113'842, 3'170, 796}, {4, 5'165'002, 34'474, 8'662}}},
    {"5x6", {{1, 50, 18, 5}, {2, 2'386, 306, 77}, {3, 113'842, 3'170, 795}, {4, 5'165'002, 34'478, 8'659}}},
    {"3x10",
     {{1, 62, 22, 6}, {2, 3'702, 462, 116}, {3, 221'022, 5'716, 1'433}, {4, 12'669'726, 73'072, 18'335}}},
    {"2x15",
     {{1, 86, 30, 8}, {2, 7'198, 870, 218}, {3, 602'422, 13'050, 3'270}, {4, 36'300'742, 163'698, 41'037}}}};

std::ostream& operator<<(std::ostream& out, const Frozen& entry) { return out << entry.rules; }

std::string name_of(const testing::TestParamInfo<Frozen>& info) {
  return test_name({parse_rules(info.param.rules), info.index});
}

Rules transposed(const Rules& rules) { return {rules.cols, rules.rows, rules.line, rules.double_line}; }

Rules with_double_line(Rules rules, DoubleLine double_line) {
  rules.double_line = double_line;
  return rules;
}

class FrozenPerft : public testing::TestWithParam<Frozen> {};

// A board on its side has the same games, and how a double line is scored changes who wins but not when it
// ends.
TEST_P(FrozenPerft, IsCountedStill) {
  const Rules official = parse_rules(GetParam().rules);
  for (const Rules& rules : {official, transposed(official), with_double_line(official, DoubleLine::wins)}) {
    const Geometry geometry(rules);
    Perft perft(geometry, plenty);
    EXPECT_EQ(perft.row(), (PerftRow{0, 1, 1, 1}));
    for (const PerftRow& row : GetParam().rows) {
      perft.advance();
      ASSERT_EQ(perft.row(), row) << to_string(rules) << " at depth " << row.depth;
    }
  }
}

/// The positions of one depth, each with the number of paths that lead to it.
using SlowFrontier = std::map<slow::Position, std::uint64_t>;

PerftRow slow_row(const slow::Game& game, int depth, const SlowFrontier& frontier) {
  PerftRow row{depth, 0, frontier.size(), 0};
  std::set<slow::Board> classes;
  for (const auto& [position, paths] : frontier) {
    row.paths += paths;
    classes.insert(std::ranges::min(game.images(position.board)));
  }
  row.classes = classes.size();
  return row;
}

TEST_P(FrozenPerft, IsWhatTheTwinCounts) {
  const slow::Game game = slow_game(parse_rules(GetParam().rules));
  SlowFrontier frontier{{slow::Position{}, 1}};
  for (const PerftRow& row : GetParam().rows) {
    constexpr std::uint64_t few = 50'000;
    if (row.positions > few) break;
    SlowFrontier next;
    for (const auto& [position, paths] : frontier)
      for (const slow::Position& child : game.children(position)) next[child] += paths;
    frontier = std::move(next);
    ASSERT_EQ(slow_row(game, row.depth, frontier), row) << "at depth " << row.depth;
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, FrozenPerft, testing::ValuesIn(frozen), name_of);

TEST(Perft, StopsBeforeTheMemoryRunsOut) {
  const Geometry geometry(Rules{5, 5, 5});
  Perft perft(geometry, 4'800'000);
  for (int depth = 1; depth <= 5; ++depth) perft.advance();
  const PerftRow before = perft.row();
  EXPECT_EQ(message_of([&] { perft.advance(); }),
            "the positions of depth 6 need more than the 4.8 MB of memory at hand");
  EXPECT_EQ(perft.row(), before);
}

TEST(Perft, StopsBeforeThePathsOverflow) {
  const Geometry geometry(Rules{3, 3, 3});
  Perft perft(geometry, plenty);
  std::string message = "no error";
  while (message == "no error" && perft.row().depth < 64) message = message_of([&] { perft.advance(); });
  EXPECT_EQ(message, fmt::format("the paths of depth {} do not fit in 64 bits", perft.row().depth + 1));
  constexpr std::uint64_t most = ~std::uint64_t{0};
  EXPECT_GT(perft.row().paths, most / geometry.slides().size()) << "the next depth would have fit";
}

TEST(Perft, ReportsRisingSharesUntilAllIsDone) {
  const Geometry geometry(Rules{4, 4, 4});
  Perft perft(geometry, plenty);
  for (int depth = 1; depth <= 6; ++depth) perft.advance();
  std::vector<double> shares;
  perft.advance({.progress = [&](const Progress& progress) { shares.push_back(progress.share); }});
  EXPECT_GT(shares.size(), 1U);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_GT(shares.front(), 0.0);
  EXPECT_EQ(shares.back(), 1.0);
}

}  // namespace
}  // namespace quixo
