// SPDX-License-Identifier: MIT
#include "table/stored_json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "quixo/error.h"

namespace quixo::table {
namespace {

std::string read(const std::string& text) {
  try {
    return parse_stored_json(text).dump();
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(StoredJson, HasWholeNumbersAlone) {
  EXPECT_EQ(read(R"({"a":[0,-1,18446744073709551615,"1.5",null]})"),
            R"({"a":[0,-1,18446744073709551615,"1.5",null]})");
  for (const char* number :
       {"1.5", "6.0", "1e30", "-1e30", "1e1", "18446744073709551616", "1111111111111111111111"})
    for (const char* form : {"{}", "[[{}]]", R"({{"a":{{"b":{}}}}})"})
      EXPECT_EQ(read(fmt::format(fmt::runtime(form), number)),
                "it has a number that is not whole or too large")
          << number;
  EXPECT_EQ(read("1e999"), "it has a number that is too large");
  EXPECT_EQ(read("{"), "it is not JSON: there is a mistake at byte 2");
}

TEST(StoredJson, IsNotDeepAndHasNoObjectOfManyFields) {
  EXPECT_EQ(read("[[[[[[[[]]]]]]]]"), "[[[[[[[[]]]]]]]]");
  EXPECT_EQ(read("[[[[[[[[[]]]]]]]]]"), "the JSON is nested deeper than 8");
  std::string many;
  for (int i = 0; i < 32; ++i) many += fmt::format("{}\"{}\":1", i == 0 ? '{' : ',', i);
  EXPECT_EQ(read(many + '}'), many + '}');
  EXPECT_EQ(read(many + ",\"32\":1}"), "it has an object of more than 32 fields");
}

}  // namespace
}  // namespace quixo::table
