// SPDX-License-Identifier: MIT
//
// Wrong tables of more boards, up to 12 cells.
#include "tests/verify/planted.h"

namespace quixo::verify {
namespace {

INSTANTIATE_TEST_SUITE_P(Boards, Planted, testing::Values("2x4-line3", "2x5-line4", "3x3-double-wins", "3x4"),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Boards, Pinned, testing::Values("2x4-line3", "2x5-line4", "3x3-double-wins"),
                         name_of);

}  // namespace
}  // namespace quixo::verify
