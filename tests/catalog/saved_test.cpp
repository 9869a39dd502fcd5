// SPDX-License-Identifier: MIT
//
// Saved tables that say something else and yet have a checksum that is right.
#include "quixo/saved.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/hash.h"
#include "quixo/open.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// What is said of a saved table with this text put into its first line.
std::string complaint_with(const std::string& text) {
  constexpr std::string_view begin = R"({"format":"quixo-saved",)";
  Bytes bytes = save_table(solve_in_memory(parse_rules("2x2")));
  bytes.insert(bytes.begin() + begin.size(), text.begin(), text.end());
  bytes.resize(bytes.size() - 8);
  const std::uint64_t hash = hash_of(std::span<const std::uint8_t>(bytes));
  for (unsigned byte = 0; byte < 8; ++byte) bytes.push_back(static_cast<std::uint8_t>(hash >> 8 * byte));
  return message_of([&] { load_table(bytes); });
}

TEST(SavedTable, WhoseFirstLineIsNotWhatItMayBeIsRefused) {
  const std::string damaged = "these bytes are a damaged table: solve the board again";
  EXPECT_EQ(complaint_with(""), "no error");
  EXPECT_EQ(complaint_with(std::string(1000, ' ')), "no error");
  EXPECT_EQ(complaint_with(std::string(2'000'000, ' ')), damaged);
  EXPECT_EQ(complaint_with("\"version\":" + std::string(400'000, '[') + std::string(400'000, ']') + ','),
            damaged);
  std::string fields;
  for (int i = 0; i < 50'000; ++i) fields += '"' + std::to_string(i) + "\":1,";
  EXPECT_EQ(complaint_with(fields), damaged);
  EXPECT_EQ(complaint_with("x"), damaged);
}

}  // namespace
}  // namespace quixo
