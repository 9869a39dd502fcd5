// SPDX-License-Identifier: MIT
#include "quixo/saved.h"

#include <gtest/gtest.h>

#include "tests/public/support.h"

namespace quixo {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(SavedTable, IsTheSameTable) {
  for (const char* name : {"2x2", "3x3", "2x5-double-wins", "3x4-line2", "4x3"}) {
    const Table table = solve_in_memory(parse_rules(name));
    const Table loaded = load_table(save_table(table));
    EXPECT_EQ(loaded.rules(), table.rules());
    EXPECT_EQ(loaded.metric(), Metric::distance);
    EXPECT_EQ(loaded.summary().signature, table.summary().signature);
    EXPECT_EQ(loaded.summary().census, table.summary().census);
    EXPECT_EQ(loaded.summary().empty_board, table.summary().empty_board);
    EXPECT_EQ(loaded.summary().win, table.summary().win);
    EXPECT_EQ(loaded.summary().loss, table.summary().loss);
    std::mt19937_64 random(1);
    for (int i = 0; i < 200; ++i) {
      const Position position = random_position(random, table.rules());
      EXPECT_EQ(loaded.probe(position), table.probe(position)) << name << ' ' << position;
    }
    EXPECT_EQ(save_table(loaded), save_table(table));
  }
}

TEST(SavedTable, TakesAByteAPosition) {
  const Table table = solve_in_memory(parse_rules("3x4"));
  EXPECT_LT(save_table(table).size(), 300'000U);  // of 531,441 positions, and few of them are stored
}

TEST(SavedTable, IsRefusedWhenAnyByteIsWrong) {
  const Bytes saved = save_table(solve_in_memory(parse_rules("2x2")));
  for (std::size_t length = 0; length < saved.size(); ++length)
    EXPECT_THROW(load_table(std::span(saved).first(length)), Error) << length;
  for (std::size_t at = 0; at < saved.size(); ++at) {
    Bytes damaged = saved;
    damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ 0x20);
    EXPECT_THROW(load_table(damaged), Error) << at;
  }
  Bytes longer = saved;
  longer.push_back(0);
  EXPECT_THROW(load_table(longer), Error);
}

TEST(SavedTable, SaysWhatIsWrong) {
  Bytes saved = save_table(solve_in_memory(parse_rules("2x2")));
  EXPECT_EQ(message_of([&] { load_table(std::span(saved).first(3)); }),
            "these bytes are no saved table: solve the board again");
  saved[saved.size() / 2] ^= 1;
  EXPECT_EQ(message_of([&] { load_table(saved); }), "these bytes are a damaged table: solve the board again");
}

}  // namespace
}  // namespace quixo
