// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <gtest/gtest.h>

#include <chrono>

#include "quixo/error.h"

namespace quixo {
namespace {

/// What becomes of a text. The time is generous, and yet a tenth of what a megabyte of the wrong kind would
/// take.
std::string read(const std::string& text, JsonCheck::Limits limits = {.depth = 3, .fields = 2}) {
  const auto begin = std::chrono::steady_clock::now();
  std::string found;
  try {
    JsonCheck check("it", limits);
    found = parse_json(text, check).dump().substr(0, 100);
  } catch (const Error& error) {
    found = error.what();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << text.substr(0, 100);
  return found;
}

std::string repeated(int times, const std::string& text) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Json, IsReadAsItIs) {
  for (const char* text : {"null", "true", "[]", "{}", R"([-1,18446744073709551615,1.5,"a"])",
                           R"({"b":[{"a":1,"b":2},{}],"a":[]})"})
    EXPECT_EQ(read(text), text);
}

TEST(Json, IsRefusedWhereItIsTooDeep) {
  EXPECT_EQ(read("[[[1]],[[]]]"), "[[[1]],[[]]]");
  EXPECT_EQ(read(R"({"a":{"a":{"a":1}}})"), R"({"a":{"a":{"a":1}}})");
  for (const char* deep : {"[[[[", R"([[[{)", R"({"a":{"a":[{"a":1}]}})"})
    EXPECT_EQ(read(deep), "the JSON is nested deeper than 3") << deep;
  EXPECT_EQ(read(repeated(400'000, "[") + repeated(400'000, "]")), "the JSON is nested deeper than 3");
  EXPECT_EQ(read(repeated(400'000, R"({"a":)") + '1' + repeated(400'000, "}")),
            "the JSON is nested deeper than 3");
}

TEST(Json, IsRefusedWhereAnObjectHasTooManyFields) {
  EXPECT_EQ(read(R"({"a":1,"b":[{"a":1,"b":2},{"a":1,"b":2}]})"),
            R"({"a":1,"b":[{"a":1,"b":2},{"a":1,"b":2}]})");
  for (const char* many : {R"({"a":1,"b":2,"c":3})", R"({"a":1,"a":1,"a":1})", R"([{"a":{},"b":2,"c":3}])"})
    EXPECT_EQ(read(many), "it has an object of more than 2 fields") << many;
  std::string many;
  for (int i = 0; i < 104'000; ++i) many += (i == 0 ? "{\"" : ",\"") + std::to_string(i) + "\":1";
  EXPECT_EQ(read(many + '}'), "it has an object of more than 2 fields");
}

TEST(Json, MayHaveManyObjects) {
  EXPECT_EQ(read('[' + repeated(350'000, "{},") + "1]").substr(0, 7), "[{},{},");
  EXPECT_EQ(read('[' + repeated(350'000, "[],") + "1]").substr(0, 7), "[[],[],");
  EXPECT_EQ(read('[' + repeated(150'000, R"({"a":{}},)") + "1]").substr(0, 10), R"([{"a":{}},)");
}

TEST(Json, ThatIsNoneIsRefusedInAFewWords) {
  EXPECT_EQ(read(""), "it is not JSON: there is a mistake at byte 1");
  EXPECT_EQ(read("{\"a\":"), "it is not JSON: there is a mistake at byte 6");
  EXPECT_EQ(read("[1] 2"), "it is not JSON: there is a mistake at byte 5");
  EXPECT_EQ(read("\"\xff\""), "it is not JSON: there is a mistake at byte 2");
  EXPECT_EQ(read('"' + std::string(1'000'000, 'a')), "it is not JSON: there is a mistake at byte 1000002");
  EXPECT_EQ(read("[1e999]"), "it has a number that is too large");
  EXPECT_EQ(read(std::string(1'000'000, '9')), "it has a number that is too large");
}

}  // namespace
}  // namespace quixo
