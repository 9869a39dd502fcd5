// SPDX-License-Identifier: MIT
//
// The engines agree on every board of up to twelve cells with every line and both double-line rules;
// tests/long goes up to sixteen.
#include "tests/solve/engines.h"

namespace quixo::solve {
namespace {

INSTANTIATE_TEST_SUITE_P(UpTo12Cells, Engines, testing::ValuesIn(all_rules(12)), test_name);

// What tests/long relies on.
TEST(StandingBoards, AreTheLyingOnesTurned) {
  for (const Rules& lying : {Rules{3, 4, 3}, Rules{2, 7, 4, DoubleLine::wins}}) {
    const Geometry geometry(lying);
    const Geometry turned(Rules{lying.cols, lying.rows, lying.line, lying.double_line});
    const Result result = solve(geometry, {});
    const Result again = solve(turned, {});
    EXPECT_EQ(again.empty_board, result.empty_board);
    EXPECT_EQ(again.census, result.census);
  }
}

TEST(Signature, ChangesWithAnyStoredValue) {
  const Geometry geometry(Rules{2, 3, 2});
  const Layout layout(geometry);
  const paper::Solution paper = paper::solve(geometry, {});
  const auto signature_with = [&](Position changed, Value changed_to) {
    return signature_of(geometry, Metric::distance, 1, [&](Position position) {
      return position == changed ? changed_to : paper.value(position);
    });
  };
  const std::uint64_t right = signature_with({}, paper.value({}));
  int stored_distances = 0;
  for (int layer = 0; layer <= geometry.cells(); ++layer)
    for (std::uint32_t bitmap = 0; bitmap < layout.occupancies(layer).size(); ++bitmap)
      for (std::uint32_t bit = 0; bit < 1U << layer; ++bit) {
        const Position position = layout.position(layer, bitmap, bit);
        const Value value = paper.value(position);
        for (const Outcome other : {Outcome::draw, Outcome::win, Outcome::loss}) {
          if (other == value.outcome) continue;
          ASSERT_NE(signature_with(position, {other, value.distance}), right) << position;
        }
        if (value.outcome != Outcome::win || value.distance < 2) continue;
        ++stored_distances;
        for (const int other : {value.distance - 1, value.distance + 1})
          ASSERT_NE(signature_with(position, {Outcome::win, static_cast<std::uint16_t>(other)}), right)
              << position;
      }
  EXPECT_GT(stored_distances, 0);
}

}  // namespace
}  // namespace quixo::solve
