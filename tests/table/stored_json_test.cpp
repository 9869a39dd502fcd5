// SPDX-License-Identifier: MIT
#include "table/stored_json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace quixo::table {
namespace {

TEST(StoredJson, HasWholeNumbersAlone) {
  EXPECT_EQ(parse_stored_json(R"({"a":[0,-1,18446744073709551615,"1.5",null]})").dump(),
            R"({"a":[0,-1,18446744073709551615,"1.5",null]})");
  for (const char* number :
       {"1.5", "6.0", "1e30", "-1e30", "1e1", "18446744073709551616", "1111111111111111111111"})
    for (const char* form : {"{}", "[[{}]]", R"({{"a":{{"b":{}}}}})"})
      EXPECT_THROW(parse_stored_json(fmt::format(fmt::runtime(form), number)), std::out_of_range) << number;
  EXPECT_THROW(parse_stored_json("1e999"), Json::exception);
  EXPECT_THROW(parse_stored_json("{"), Json::exception);
}

}  // namespace
}  // namespace quixo::table
