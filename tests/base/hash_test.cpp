// SPDX-License-Identifier: MIT
//
// Checksums and signatures on disk are made of this hash, so its values are pinned.
#include "base/hash.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace quixo {
namespace {

TEST(Hash, IsXxh3) {
  EXPECT_EQ(hash_of(std::string_view{}), 0x2d06'8005'38d3'94c2U);
  EXPECT_EQ(hash_of(std::string_view("quixo")), hash_of(std::string_view("quixo")));
  EXPECT_NE(hash_of(std::string_view("quixo")), hash_of(std::string_view("quixp")));
}

TEST(Hash, IsTheSameForTheSameBytes) {
  const std::array<std::uint64_t, 2> values = {0x0706'0504'0302'0100, 0x0f0e'0d0c'0b0a'0908};
  std::vector<std::uint8_t> bytes;
  std::string text;
  for (std::uint8_t byte = 0; byte < 16; ++byte) {
    bytes.push_back(byte);
    text += static_cast<char>(byte);
  }
  EXPECT_EQ(hash_of(std::span<const std::uint64_t>(values)), hash_of(std::span<const std::uint8_t>(bytes)));
  EXPECT_EQ(hash_of(std::string_view(text)), hash_of(std::span<const std::uint8_t>(bytes)));
}

TEST(Hash, OfPiecesIsThatOfTheWhole) {
  std::vector<std::uint64_t> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i * i;
  const std::span<const std::uint64_t> whole(values);
  Hasher hash;
  EXPECT_EQ(hash.value(), hash_of(whole.first(0)));
  std::size_t done = 0;
  for (const std::size_t piece : std::initializer_list<std::size_t>{1, 0, 6, 93, 900}) {
    hash.add(whole.subspan(done, piece));
    done += piece;
    EXPECT_EQ(hash.value(), hash_of(whole.first(done)));
  }
  EXPECT_EQ(done, values.size());
}

TEST(Hash, IsWrittenWith16Digits) {
  EXPECT_EQ(hex(0), "0000000000000000");
  EXPECT_EQ(hex(0x3125'8100'30ef'cf69), "3125810030efcf69");
  EXPECT_EQ(hex(~std::uint64_t{0}), "ffffffffffffffff");
}

}  // namespace
}  // namespace quixo
