// SPDX-License-Identifier: MIT
#include "api/caching.h"

#include <gtest/gtest.h>

#include <set>

namespace quixo::api {
namespace {

TEST(ContentTag, NamesTheBytes) {
  EXPECT_EQ(content_tag("a"), content_tag("a"));
  EXPECT_NE(content_tag("a"), content_tag("b"));
  EXPECT_EQ(content_tag("").size(), 16U);
}

TEST(AddEtag, LeavesNothingForWhoHasTheAnswer) {
  Request request;
  for (const char* other : {"", "\"b\"", "a", "\"ab\""}) {
    request.if_none_match = other;
    Response response;
    response.body = "text";
    add_etag(request, response, "a");
    EXPECT_EQ(response.status, 200) << other;
    EXPECT_EQ(response.body, "text");
    EXPECT_EQ(response.etag, "a");
  }
  for (const char* same : {R"("a")", R"(W/"a")", R"("b", "a")"}) {
    request.if_none_match = same;
    Response response;
    response.body = "text";
    add_etag(request, response, "a");
    EXPECT_EQ(response.status, 304) << same;
    EXPECT_EQ(response.body, "");
    EXPECT_EQ(response.etag, "a");
  }
}

TEST(TableTags, DifferByProgramRulesAndMetric) {
  const Rules small = parse_rules("3x3");
  const Rules large = parse_rules("4x4");
  const TableTags tags("1.0");
  const TableTags later("1.1");
  EXPECT_EQ(tags.of(small, Metric::distance), TableTags("1.0").of(small, Metric::distance));
  const std::set<std::string> all = {tags.of(small, Metric::distance), tags.of(small, Metric::outcome),
                                     tags.of(large, Metric::distance), tags.of(large, Metric::outcome),
                                     later.of(small, Metric::distance)};
  EXPECT_EQ(all.size(), 5U);
}

}  // namespace
}  // namespace quixo::api
