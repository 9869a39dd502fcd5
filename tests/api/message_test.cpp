// SPDX-License-Identifier: MIT
#include "api/message.h"

#include <gtest/gtest.h>

#include "quixo/error.h"

namespace quixo::api {
namespace {

TEST(ParseTarget, SplitsAndDecodes) {
  const Target target = parse_target("/api/v1/position?rules=4x4&position=4%2f4/4%2F4+x&empty=&bare&&v=a=b");
  EXPECT_EQ(target.path, "/api/v1/position");
  EXPECT_EQ(target.query,
            (std::map<std::string, std::string, std::less<>>{
                {"rules", "4x4"}, {"position", "4/4/4/4 x"}, {"empty", ""}, {"bare", ""}, {"v", "a=b"}}));
}

TEST(ParseTarget, LeavesAPlusInThePath) { EXPECT_EQ(parse_target("/a+b%20c").path, "/a+b c"); }

TEST(ParseTarget, EndsAnywhere) {
  for (const char* text : {"/", "/?", "/?&", "/?&&"}) {
    EXPECT_EQ(parse_target(text).path, "/") << text;
    EXPECT_TRUE(parse_target(text).query.empty()) << text;
  }
}

std::string refusal(const std::string& text) {
  try {
    parse_target(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ParseTarget, RefusesWhatIsMalformed) {
  const std::string code =
      " in the address is no code of a character: % is followed by two hexadecimal digits";
  EXPECT_EQ(refusal("/%"), "'%'" + code);
  EXPECT_EQ(refusal("/%4"), "'%4'" + code);
  EXPECT_EQ(refusal("/%4g"), "'%4g'" + code);
  EXPECT_EQ(refusal("/%-1"), "'%-1'" + code);
  EXPECT_EQ(refusal("/%+1"), "'%+1'" + code);
  EXPECT_EQ(refusal("/%00"), "the address holds the control character '\\x00'");
  EXPECT_EQ(refusal("/?a=%0a"), "the address holds the control character '\\x0a'");
  EXPECT_EQ(refusal("/?a=1&a=2"), "the parameter 'a' comes twice");
  EXPECT_EQ(refusal("*"), "'*' is not a path: it must start with /");
  EXPECT_EQ(refusal("http://elsewhere/"), "'http://elsewhere/' is not a path: it must start with /");
  EXPECT_EQ(refusal(""), "'' is not a path: it must start with /");
}

TEST(ErrorJson, IsNoLongerThanItNeedsToBe) {
  EXPECT_LT(error_json({400, std::string(1'000'000, 'x')}).size(), 1100U);
}

TEST(FromRequest, NamesThePartThatWasRefused) {
  EXPECT_EQ(from_request("part", 400, [] { return 5; }), 5);
  try {
    from_request("part", 409, [] { throw Error("why"); });
    ADD_FAILURE();
  } catch (const Refusal& found) {
    EXPECT_EQ(found.status, 409);
    EXPECT_EQ(found.message, "part: why");
  }
}

TEST(JsonResponse, IsOneLine) {
  const Response response = json_response("{}", 202);
  EXPECT_EQ(response.status, 202);
  EXPECT_EQ(response.body, "{}\n");
  EXPECT_EQ(response.content_type, "application/json");
  EXPECT_EQ(response.cache_control, "no-store");
}

TEST(ToResponse, MakesOneLineOfJson) {
  const Response response = to_response({405, "no \"way\"\n\xff", "GET"});
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(response.body, "{\"error\":{\"status\":405,\"message\":\"no \\\"way\\\"\\n\xef\xbf\xbd\"}}\n");
  EXPECT_EQ(response.cache_control, "no-store");
  EXPECT_EQ(response.more_headers.at(0), (std::pair<std::string, std::string>("Allow", "GET")));
}

}  // namespace
}  // namespace quixo::api
