// SPDX-License-Identifier: MIT
#include "catalog/value_code.h"

#include <gtest/gtest.h>

namespace quixo {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes coded(Value value) {
  Bytes bytes;
  append_value(value, bytes);
  return bytes;
}

TEST(ValueCode, IsAByteOrThree) {
  EXPECT_EQ(coded({}), Bytes{0});
  EXPECT_EQ(coded({Outcome::win, 0}), Bytes{1});
  EXPECT_EQ(coded({Outcome::loss, 0}), Bytes{2});
  EXPECT_EQ(coded({Outcome::win, 3}), Bytes{7});
  EXPECT_EQ(coded({Outcome::loss, 126}), Bytes{254});
  EXPECT_EQ(coded({Outcome::win, 127}), (Bytes{255, 254, 0}));
  EXPECT_EQ(coded({Outcome::loss, 200}), (Bytes{0xff, 0x91, 0x01}));
}

TEST(ValueCode, ReadsWhatItWrites) {
  Bytes bytes;
  std::vector<Value> values{{}};
  for (const Outcome outcome : {Outcome::win, Outcome::loss})
    for (int distance = 0; distance < 1 << 15; ++distance)
      values.push_back({outcome, static_cast<std::uint16_t>(distance)});
  for (const Value& value : values) append_value(value, bytes);
  std::span<const std::uint8_t> rest = bytes;
  for (const Value& value : values) EXPECT_EQ(take_value(rest), value);
  EXPECT_TRUE(rest.empty());
}

TEST(ValueCode, SaysWhenTheBytesEnd) {
  for (const Bytes& bytes : {Bytes{}, Bytes{255}, Bytes{255, 1}}) {
    std::span<const std::uint8_t> rest = bytes;
    EXPECT_EQ(take_value(rest), std::nullopt);
  }
}

}  // namespace
}  // namespace quixo
