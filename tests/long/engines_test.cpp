// SPDX-License-Identifier: MIT
//
// The engines agree on every board of 13 to 16 cells with every line and both double-line rules. Standing
// boards are left out: they are the same games turned, as tests/solve checks on smaller ones.
#include "tests/solve/engines.h"

namespace quixo::solve {
namespace {

std::vector<Rules> lying_boards_of_13_to_16_cells() {
  std::vector<Rules> found = all_rules(16);
  std::erase_if(found, [](const Rules& rules) { return rules.cells() <= 12 || rules.rows > rules.cols; });
  return found;
}

INSTANTIATE_TEST_SUITE_P(UpTo16Cells, Engines, testing::ValuesIn(lying_boards_of_13_to_16_cells()),
                         test_name);

}  // namespace
}  // namespace quixo::solve
