// SPDX-License-Identifier: MIT
//
// Rules names: every variant has one canonical name that reads back, and a bad name is told from a board that
// is not supported and from a line that does not fit.
#include "quixo/rules.h"

#include <fmt/format.h>

#include <set>

#include "tests/game/support.h"

namespace quixo {
namespace {

TEST(Rules, EveryVariantHasANameThatReadsBack) {
  std::set<std::string> names;
  for (const Rules& rules : all_rules()) {
    EXPECT_EQ(parse_rules(to_string(rules)), rules) << to_string(rules);
    names.insert(to_string(rules));
  }
  EXPECT_EQ(names.size(), all_rules().size());
}

TEST(Rules, NamesAreRead) {
  EXPECT_EQ(parse_rules("5x5"), (Rules{5, 5, 5, DoubleLine::loses}));
  EXPECT_EQ(parse_rules("4x5-line3"), (Rules{4, 5, 3, DoubleLine::loses}));
  EXPECT_EQ(parse_rules("5x5-double-wins"), (Rules{5, 5, 5, DoubleLine::wins}));
  EXPECT_EQ(parse_rules("4x5-line3-double-wins"), (Rules{4, 5, 3, DoubleLine::wins}));
  EXPECT_EQ(parse_rules("2x15"), (Rules{2, 15, 2, DoubleLine::loses}));
  EXPECT_EQ(parse_rules("15x2-line15"), (Rules{15, 2, 15, DoubleLine::loses}));
  EXPECT_EQ(parse_rules("5x6"), (Rules{5, 6, 5, DoubleLine::loses}));
}

TEST(Rules, OnlyTheCanonicalNameIsPrinted) {
  EXPECT_EQ(to_string(parse_rules("5x5-line5")), "5x5");
  EXPECT_EQ(to_string(parse_rules("4x5-line4-double-wins")), "4x5-double-wins");
  EXPECT_EQ(to_string(Rules{4, 5, 5, DoubleLine::wins}), "4x5-line5-double-wins");
}

std::string refusal(std::string_view name) {
  return message_of([&] { parse_rules(name); });
}

const std::string expected = ": expected ROWSxCOLS[-lineK][-double-wins], such as 5x5 or 4x5-line3";

TEST(Rules, MalformedNamesAreShownWithThePlaceThatIsWrong) {
  const std::pair<std::string, std::string> names[] = {{"", ""},
                                                       {"quixo", "quixo"},
                                                       {"5", ""},
                                                       {"5x", ""},
                                                       {"x5", "x5"},
                                                       {"5X5", "X5"},
                                                       {"5 x5", " x5"},
                                                       {"05x5", "05x5"},
                                                       {"5x05", "05"},
                                                       {"-5x5", "-5x5"},
                                                       {"5x-5", "-5"},
                                                       {"+5x5", "+5x5"},
                                                       {"100x5", "0x5"},
                                                       {"5x100", "0"},
                                                       {"5x5x5", "x5"},
                                                       {"5x5 ", " "},
                                                       {"5x5-", "-"},
                                                       {"5x5-line", ""},
                                                       {"5x5-line-4", "-4"},
                                                       {"5x5-line04", "04"},
                                                       {"5x5-line4x", "x"},
                                                       {"5x5-lin4", "-lin4"},
                                                       {"5x5-double", "-double"},
                                                       {"5x5-double-wins-line4", "-line4"},
                                                       {"5x5-line4-line4", "-line4"},
                                                       {"5x5-double-wins ", " "}};
  for (const auto& [name, place] : names) {
    const std::string where = place == name   ? ""
                              : place.empty() ? ", it ends too soon"
                                              : fmt::format(" from '{}' on", place);
    EXPECT_EQ(refusal(name), fmt::format("'{}' is not a rules name{}{}", name, where, expected));
  }
}

TEST(Rules, MalformedNamesAreShownInPrintAndCutWhenLong) {
  EXPECT_EQ(refusal("5x5\n"), R"('5x5\x0a' is not a rules name from '\x0a' on)" + expected);
  const std::string z(40, 'z');
  EXPECT_EQ(refusal(z + 'z'), fmt::format("'{}...' is not a rules name{}", z, expected));
}

TEST(Rules, UnsupportedBoardsSayWhatIsSupported) {
  const std::string limits = ": it needs at least 2 rows and 2 columns and at most 30 cells";
  EXPECT_EQ(refusal("1x5"), "a 1x5 board is not supported" + limits);
  EXPECT_EQ(refusal("5x1"), "a 5x1 board is not supported" + limits);
  EXPECT_EQ(refusal("4x8"), "a 4x8 board is not supported" + limits);
  EXPECT_EQ(refusal("6x6"), "a 6x6 board is not supported" + limits);
  EXPECT_EQ(refusal("2x16-line3"), "a 2x16 board is not supported" + limits);
  EXPECT_EQ(refusal("99x99"), "a 99x99 board is not supported" + limits);
}

TEST(Rules, LinesMustFitTheBoard) {
  EXPECT_EQ(refusal("5x5-line6"), "a line of 6 is not possible on 5x5: it must be from 2 to 5");
  EXPECT_EQ(refusal("4x5-line1"), "a line of 1 is not possible on 4x5: it must be from 2 to 5");
  EXPECT_EQ(refusal("2x15-line16"), "a line of 16 is not possible on 2x15: it must be from 2 to 15");
}

TEST(Rules, SizesGiveTheOfficialRules) {
  EXPECT_EQ(rules_for_size(4, 5), (Rules{4, 5, 4, DoubleLine::loses}));
  EXPECT_EQ(message_of([] { rules_for_size(0, 5); }),
            "a 0x5 board is not supported: it needs at least 2 rows and 2 columns and at most 30 cells");
}

}  // namespace
}  // namespace quixo
