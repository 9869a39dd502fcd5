// SPDX-License-Identifier: MIT
//
// The counts that both engines are compared by must not lose any.
#include "quixo/value.h"

#include <gtest/gtest.h>

namespace quixo {
namespace {

TEST(Census, TotalsCountEveryClass) {
  Census census;
  census.classes[0][0] = {1, 2, 3};
  census.classes[0][max_cells] = {10, 20, 30};
  census.classes[max_cells][0] = {100, 200, 300};
  EXPECT_EQ(census.totals(), (OutcomeCounts{111, 222, 333}));
  EXPECT_EQ(census.totals().total(), 666U);
}

}  // namespace
}  // namespace quixo
