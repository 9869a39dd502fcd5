// SPDX-License-Identifier: MIT
#include "serve/response_head.h"

#include <gtest/gtest.h>

namespace quixo::serve {
namespace {

const std::string date = "Sun, 06 Nov 1994 08:49:37 GMT";

bool has(const std::string& head, const std::string& line) {
  return head.find("\r\n" + line + "\r\n") != std::string::npos;
}

Response with_body(int status = 200) {
  Response response;
  response.status = status;
  response.body = "0123456789";
  return response;
}

TEST(HttpDate, IsThatOfTheStandard) {
  EXPECT_EQ(http_date(784'111'777), date);  // the example of RFC 9110, 5.6.7
  EXPECT_EQ(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST(ResponseHead, HasTheseLinesAndNoOthers) {
  Response response = with_body();
  response.content_type = "text/plain";
  response.cache_control = "no-cache";
  response.etag = "a-b";
  response.policy = "default-src 'self'";
  response.more_headers = {{"Vary", "Accept-Encoding"}, {"X-More", "1"}};
  EXPECT_EQ(response_head(response, {}, date),
            "HTTP/1.1 200 OK\r\n"
            "Server: quixo\r\n"
            "Date: " +
                date +
                "\r\n"
                "Cache-Control: no-cache\r\n"
                "Content-Security-Policy: default-src 'self'\r\n"
                "Cross-Origin-Resource-Policy: same-origin\r\n"
                "Referrer-Policy: no-referrer\r\n"
                "X-Content-Type-Options: nosniff\r\n"
                "X-Frame-Options: DENY\r\n"
                "ETag: \"a-b\"\r\n"
                "Vary: Accept-Encoding\r\n"
                "X-More: 1\r\n"
                "Content-Type: text/plain\r\n"
                "Content-Length: 10\r\n"
                "\r\n");
}

TEST(ResponseHead, NamesTheStatus) {
  EXPECT_TRUE(response_head(with_body(404), {}, date).starts_with("HTTP/1.1 404 Not Found\r\n"));
  EXPECT_TRUE(response_head(with_body(503), {}, date).starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
}

TEST(ResponseHead, HasNoEtagUnlessThereIsOne) {
  EXPECT_EQ(response_head(with_body(), {}, date).find("ETag"), std::string::npos);
  EXPECT_TRUE(has(response_head(with_body(), {}, date), "Cache-Control: no-store"));
}

TEST(ResponseHead, OfNoContentTellsNoBody) {
  Response response;
  response.status = 204;
  const std::string head = response_head(response, {}, date);
  EXPECT_TRUE(head.starts_with("HTTP/1.1 204 No Content\r\n"));
  for (const char* name : {"\r\nContent-Type:", "\r\nContent-Length:"})
    EXPECT_EQ(head.find(name), std::string::npos) << name;
}

/// Who has the answer gets its name again and nothing of what it is made of.
TEST(ResponseHead, OfAnAnswerThatIsKnownTellsNoBody) {
  for (const Framing framing : {Framing::size, Framing::chunks, Framing::end}) {
    Response response = with_body(304);
    response.etag = "a";
    const std::string head = response_head(response, {.framing = framing}, date);
    EXPECT_TRUE(head.starts_with("HTTP/1.1 304 Not Modified\r\n"));
    EXPECT_TRUE(has(head, "ETag: \"a\""));
    for (const char* name : {"\r\nContent-Type:", "\r\nContent-Length:", "\r\nTransfer-Encoding:"})
      EXPECT_EQ(head.find(name), std::string::npos) << name;
  }
}

TEST(ResponseHead, SaysHowTheEndOfTheBodyIsTold) {
  const std::string by_size = response_head(with_body(), {.framing = Framing::size}, date);
  EXPECT_TRUE(has(by_size, "Content-Length: 10"));
  EXPECT_EQ(by_size.find("Transfer-Encoding"), std::string::npos);
  const std::string by_chunks = response_head(with_body(), {.framing = Framing::chunks}, date);
  EXPECT_TRUE(has(by_chunks, "Transfer-Encoding: chunked"));
  EXPECT_EQ(by_chunks.find("Content-Length"), std::string::npos);  // both would be read in two ways
  const std::string by_end = response_head(with_body(), {true, false, Framing::end}, date);
  EXPECT_EQ(by_end.find("Content-Length"), std::string::npos);
  EXPECT_EQ(by_end.find("Transfer-Encoding"), std::string::npos);
  EXPECT_TRUE(has(by_end, "Connection: close"));
}

/// HTTP/1.1 keeps a connection unless something is said, HTTP/1.0 ends it.
TEST(ResponseHead, SaysWhatBecomesOfTheConnectionWhereThatIsNotClear) {
  const auto head = [](bool is_old_http, bool keep_alive) {
    return response_head(with_body(), {is_old_http, keep_alive, Framing::size}, date);
  };
  EXPECT_EQ(head(false, true).find("Connection:"), std::string::npos);
  EXPECT_TRUE(has(head(false, false), "Connection: close"));
  EXPECT_TRUE(head(true, true).starts_with("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n"));
  EXPECT_TRUE(head(true, false).starts_with("HTTP/1.0 200 OK\r\nConnection: close\r\n"));
}

}  // namespace
}  // namespace quixo::serve
