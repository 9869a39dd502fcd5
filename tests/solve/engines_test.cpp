// SPDX-License-Identifier: MIT
//
// The engines agree on every board of up to twelve cells with every line and both double-line rules;
// tests/long goes up to sixteen.
#include "tests/solve/engines.h"

#include "solve/layout.h"

namespace quixo::solve {
namespace {

INSTANTIATE_TEST_SUITE_P(UpTo12Cells, Engines, testing::ValuesIn(all_rules(12)), test_name);

// 43 million states take the paper's engine minutes under a sanitizer.
#ifndef QUIXO_SLOW_BUILD
INSTANTIATE_TEST_SUITE_P(Large, Engines, testing::Values(Rules{4, 4, 4}), test_name);
#endif

TEST(Signature, ChangesWithAnyStoredValue) {
  const Geometry geometry(Rules{2, 3, 2});
  const Layout layout(geometry);
  const paper::Solution paper = paper::solve(geometry, {});
  const auto signature = [&](const std::function<Value(Position)>& value) {
    return signature_of(geometry, Metric::distance, 1, value);
  };
  const std::uint64_t right = signature([&](Position position) { return paper.value(position); });
  for (int n = 0; n <= geometry.cells(); ++n)
    for (std::uint32_t cube = 0; cube < layout.layer(n).size(); ++cube)
      for (std::uint32_t bit = 0; bit < 1U << n; ++bit) {
        const Position changed = layout.position(n, cube, bit);
        const std::uint64_t wrong = signature([&](Position position) {
          Value value = paper.value(position);
          if (position != changed) return value;
          value.outcome = value.outcome == Outcome::win ? Outcome::loss : Outcome::win;
          ++value.distance;
          return value;
        });
        ASSERT_NE(wrong, right) << changed;
      }
}

}  // namespace
}  // namespace quixo::solve
