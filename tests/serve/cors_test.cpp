// SPDX-License-Identifier: MIT
#include "serve/cors.h"

#include <gtest/gtest.h>

#include <future>
#include <string_view>

#include "quixo/error.h"
#include "serve/api.h"
#include "tests/files.h"
#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

const std::string site = "https://example.org";

/// The real API, with pages from elsewhere.
class Cors : public testing::Test {
 protected:
  Response ask(const std::string& method, const std::string& target, const std::string& origin,
               const std::string& body = "") {
    Request request;
    request.method = method;
    request.target = target;
    request.origin = origin;
    request.host = "localhost";
    request.key = test_key;
    request.from_loopback = true;
    request.content_type = body.empty() ? "" : "application/json";
    request.body = body;
    std::promise<Response> answer;
    handler_(std::move(request), [&](Response response) { answer.set_value(std::move(response)); });
    return answer.get_future().get();
  }
  static std::string header(const Response& response, const std::string& name) {
    std::string found;
    for (const auto& [each, value] : response.more_headers)
      if (each == name) found += (found.empty() ? "" : " | ") + value;
    return found;
  }
  static std::string allowed(const Response& response) {
    return header(response, "Access-Control-Allow-Origin");
  }

  TemporaryDirectory directory_;
  Api api_{ApiOptions{"1.2.3", directory_.path(), Running::nothing_fits, test_key, {}}};
  Handler plain_ = [this](Request request, const Reply& reply) { api_.answer(std::move(request), reply); };
  Handler handler_ = with_cors({site, "http://localhost:8000"}, plain_);
};

const std::string position = "/api/v1/position?rules=3x3&position=3/3/3+x";

TEST_F(Cors, NamedPagesMayReadAndOthersMayNot) {
  const Response answer = ask("GET", position, site);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(allowed(answer), site);
  EXPECT_EQ(allowed(ask("GET", position, "http://localhost:8000")), "http://localhost:8000");
  for (const char* origin : {"", "null", "http://example.org", "https://example.org.evil.example",
                             "https://evil.example", "https://example.org:8443"}) {
    const Response other = ask("GET", position, origin);
    EXPECT_EQ(other.status, 200);
    EXPECT_EQ(allowed(other), "") << origin;
    EXPECT_EQ(header(other, "Vary"), "Origin") << origin;
  }
}

TEST_F(Cors, CachesAreToldThatItDependsOnWhoAsks) {
  EXPECT_EQ(header(ask("GET", position, site), "Vary"), "Origin");
  // It has one such header already.
  EXPECT_EQ(header(ask("GET", "/api/v1/openapi.json", site), "Vary"), "Accept-Encoding, Origin");
}

TEST_F(Cors, RefusalsCanBeReadToo) {
  const Response refused = ask("GET", "/api/v1/position?rules=9x9", site);
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(allowed(refused), site);
}

TEST_F(Cors, ABrowserMayAskBeforehand) {
  const Response answer = ask("OPTIONS", "/api/v1/batch", site);
  EXPECT_EQ(answer.status, 204);
  EXPECT_EQ(allowed(answer), site);
  EXPECT_EQ(header(answer, "Access-Control-Allow-Methods"), "GET, POST");
  EXPECT_EQ(header(answer, "Access-Control-Allow-Headers"), "Content-Type");
  EXPECT_EQ(ask("OPTIONS", "/api/v1/batch", "https://evil.example").status, 405);
  const Response sent = ask("POST", "/api/v1/batch", site, R"({"rules": "3x3", "positions": ["3/3/3 x"]})");
  EXPECT_EQ(sent.status, 200);
  EXPECT_EQ(allowed(sent), site);
}

/// However it is spelled: tables are made by those at the server's machine.
TEST_F(Cors, SolveIsNeverForPagesFromElsewhere) {
  for (const char* target :
       {"/api/v1/solve", "/api/v1/solve?rules=3x3", "/api/v1/sol%76e?rules=3x3", "/%61pi/v1/solve?rules=3x3"})
    for (const char* method : {"OPTIONS", "GET", "POST", "DELETE"}) {
      const Response answer = ask(method, target, site, R"({"rules": "3x3"})");
      EXPECT_EQ(allowed(answer), "") << method << ' ' << target;
      EXPECT_EQ(answer.status < 400,
                std::string_view(method) == "GET" && std::string_view(target).ends_with("3x3"))
          << method << ' ' << target;
    }
}

TEST_F(Cors, NeitherIsThePage) { EXPECT_EQ(allowed(ask("GET", "/", site)), ""); }

TEST_F(Cors, IsOffUnlessAskedFor) {
  handler_ = with_cors({}, plain_);
  const Response answer = ask("GET", position, site);
  EXPECT_EQ(allowed(answer), "");
  EXPECT_EQ(header(answer, "Vary"), "");
  EXPECT_EQ(ask("OPTIONS", "/api/v1/batch", site).status, 405);
}

TEST(Origin, IsAsBrowsersWriteIt) {
  for (const char* fine : {"https://example.org", "http://localhost:8000", "http://127.0.0.1:8000",
                           "https://a-b.example.org", "http://[::1]:8000", "http://[::1]"})
    EXPECT_NO_THROW(check_origin(fine)) << fine;
  for (const char* wrong :
       {"", "*", "null", "example.org", "https://", "https://example.org/", "https://Example.org",
        "ftp://example.org", "https://example.org:", "https://example.org:80a", "https://a b", "http://[::1",
        "http://[]", "https://a\r\nb"})
    EXPECT_THROW(check_origin(wrong), Error) << wrong;
}

}  // namespace
}  // namespace quixo::serve
