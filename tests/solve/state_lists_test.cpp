// SPDX-License-Identifier: MIT
#include "solve/state_lists.h"

#include <gtest/gtest.h>

#include "game/notation.h"

namespace quixo::solve {
namespace {

static_assert(most_listed(0) == 8 && most_listed(9) == 9 && most_listed(16) == 136);
static_assert(most_listed(25) == 65'535, "as many as can be counted");

/// So many indices of a layer, spread over it.
std::vector<OwnIndex> some_indices(int layer, std::size_t count) {
  std::vector<OwnIndex> indices;
  for (std::size_t i = 0; i < count; ++i)
    indices.push_back(OwnIndex{static_cast<std::uint32_t>((i << layer) / count)});
  return indices;
}

TEST(StateLists, ListUpToTheMostAndNoMore) {
  for (const char* rules : {"3x3", "3x4", "4x4"}) {
    const Geometry geometry(parse_rules(rules));
    const Layout layout(geometry);
    const int layer = geometry.cells() - 1;
    const std::size_t most = most_listed(layer);
    StateLists by_states(layout, layer, 2);
    StateLists by_indices(layout, layer, 2);
    for (const std::size_t count : {std::size_t{1}, most - 1, most, most + 1}) {
      const std::vector<OwnIndex> indices = some_indices(layer, count);
      States listed(layer);
      listed.set_list([&](std::vector<OwnIndex>& list) { list = indices; });
      States filled(layer);
      filled.set_bitmap([&](OwnBitmap bitmap) { listed.copy_to(bitmap); });
      for (const States* states : {&listed, &filled}) {
        by_states.clear();
        by_indices.clear();
        EXPECT_EQ(by_states.add(1, 1, *states), count <= most);
        EXPECT_EQ(by_indices.add(1, 1, indices), count <= most);
        for (const StateLists* lists : {&by_states, &by_indices}) {
          EXPECT_FALSE(lists->any(0));
          EXPECT_TRUE(lists->any(1));
          EXPECT_EQ(lists->many(1), count > most) << rules << ' ' << count;
          if (count > most) continue;
          std::vector<Cells> expected;
          expected.reserve(indices.size());
          for (const OwnIndex index : indices)
            expected.push_back(scatter(layout.occupancies(layer)[1], bit_of(index)));
          EXPECT_TRUE(std::ranges::equal(lists->list(1), expected));
        }
      }
    }
  }
}

TEST(StateLists, KeepTheListsOfDifferentThreadsAndBitmapsApart) {
  const Geometry geometry(parse_rules("3x4"));
  const Layout layout(geometry);
  StateLists lists(layout, 6, 3);
  for (std::size_t bitmap = 0; bitmap < 12; ++bitmap)
    if (bitmap % 4 != 3) lists.add(bitmap, static_cast<int>(bitmap % 3), some_indices(6, bitmap % 5 + 1));
  lists.set_many(3);
  for (std::size_t bitmap = 0; bitmap < 12; ++bitmap) {
    EXPECT_EQ(lists.any(bitmap), bitmap % 4 != 3 || bitmap == 3);
    EXPECT_EQ(lists.many(bitmap), bitmap == 3);
    if (bitmap % 4 == 3) continue;
    ASSERT_EQ(lists.list(bitmap).size(), bitmap % 5 + 1);
    for (const Cells own : lists.list(bitmap)) EXPECT_EQ(own & ~layout.occupancies(6)[bitmap], 0U);
  }
  lists.clear();
  for (std::size_t bitmap = 0; bitmap < 12; ++bitmap) EXPECT_FALSE(lists.any(bitmap));
}

}  // namespace
}  // namespace quixo::solve
