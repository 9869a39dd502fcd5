// SPDX-License-Identifier: MIT
//
// The search of the official game against values that tables have.
#include "tests/search/values_5x5.h"

#include <gtest/gtest.h>

#include "quixo/search.h"
#include "tests/search/support.h"

namespace quixo {
namespace {

/// Most to a horizon of 9, some farther than the bound of the relaxed game reaches.
int horizon_of(std::size_t index) { return index % 200 == 0 ? 17 : index % 20 == 0 ? 12 : 9; }

TEST(Values5x5, AreWhatTheTablesSay) {
  const std::vector<FrozenValue> values = frozen_values_5x5();
  Search search(parse_rules("5x5"));
  std::size_t exact = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const FrozenValue& frozen = values[i];
    const std::string text = to_string(search.rules(), frozen.position);
    const bool is_exact = frozen.distance || frozen.outcome == Outcome::draw;
    const Value value{frozen.outcome, static_cast<std::uint16_t>(frozen.distance.value_or(0))};
    for (int horizon = is_exact ? 0 : horizon_of(i); horizon <= horizon_of(i); ++horizon) {
      const Known known = search.value(frozen.position, {.horizon = horizon});
      if (is_exact) {
        ASSERT_EQ(known, within(value, horizon)) << text;
      } else if (known.outcome) {
        ASSERT_EQ(*known.outcome, frozen.outcome) << text;
      }
    }
    exact += is_exact ? 1 : 0;
  }
  EXPECT_GE(exact, 2'000U);
}

}  // namespace
}  // namespace quixo
