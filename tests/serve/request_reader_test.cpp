// SPDX-License-Identifier: MIT
//
// Requests out of bytes: in whatever parts they come, never more than may be held, and none where two could
// read two.
#include "serve/request_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace quixo::serve {
namespace {

using namespace std::string_literals;
using Next = RequestReader::Next;

const Limits limits;
const std::string get_a = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
const std::string chunked = "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

/// What becomes of these bytes: the bodies of the requests, and a refusal at the end.
std::string read(const std::string& bytes, std::size_t part = SIZE_MAX) {
  RequestReader reader(limits);
  std::string found;
  try {
    for (std::size_t at = 0; at < bytes.size(); at += std::min(part, bytes.size() - at)) {
      reader.add(std::string_view(bytes).substr(at, part));
      while (reader.next() == Next::request) {
        const Request request = reader.take();
        found += request.method + ' ' + request.target + ' ' + request.body + ';';
      }
    }
  } catch (const Refusal& refusal) {
    return found + std::to_string(refusal.status);
  }
  return found;
}

TEST(RequestReader, TakesPartsOfAnySize) {
  const std::string bytes = get_a + "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" + chunked +
                            "2;x=y\r\nde\r\n1\r\nf\r\n0\r\nTrailer: 1\r\n\r\n" + chunked + "0\r\n\r\n" +
                            get_a;
  for (std::size_t part = 1; part <= bytes.size(); ++part)
    EXPECT_EQ(read(bytes, part), "GET /a ;POST /b abc;POST /a def;POST /a ;GET /a ;") << part;
}

/// Also where a line is too long: it is refused when it comes at once, as it is when it comes in parts.
TEST(RequestReader, RefusesTheSameInPartsOfAnySize) {
  for (const std::size_t length : {limits.header_bytes - 3, limits.header_bytes - 2, limits.header_bytes - 1,
                                   limits.header_bytes, limits.header_bytes + 1, 3 * limits.header_bytes}) {
    const bool fits = length + 2 <= limits.header_bytes;  // with the end of the line
    const std::string first = "3;" + std::string(length - 2, 'a') + "\r\n";
    const std::string second = "3;" + std::string(length - 4, 'a') + "\r\n";  // after the end of another
    const std::string last = "0\r\nA: " + std::string(length - 8, 'a') + "\r\n\r\n";
    for (const std::string& bytes :
         {chunked + first + "abc\r\n0\r\n\r\n", chunked + "3\r\nabc\r\n" + second + "def\r\n0\r\n\r\n",
          chunked + last}) {
      const std::string whole = read(bytes);
      EXPECT_EQ(whole == "413", !fits) << length << ' ' << whole;
      for (const std::size_t part : {std::size_t{1}, std::size_t{16}, limits.header_bytes - 1,
                                     limits.header_bytes, limits.header_bytes + 1})
        EXPECT_EQ(read(bytes, part), whole) << length << ' ' << part;
    }
  }
}

/// Four bytes may be too few to know what they are; then it is so after other chunks, too.
TEST(RequestReader, WaitsForTheSameInPartsOfAnySize) {
  for (const char* rest : {"\r\n\r\n", "\r\nx\r", "ab\r\n"})
    for (std::size_t part = 1; part < 100; ++part) {
      EXPECT_EQ(read(chunked + "2\r\nab" + rest, part), "") << part;
      EXPECT_EQ(read(chunked + "2\r\nab" + rest + "\r\n", part), "400") << part;
    }
}

TEST(RequestReader, SaysOnceThatTheClientMayGoOn) {
  RequestReader reader(limits);
  reader.add("POST /b HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(reader.next(), Next::go_on);
  EXPECT_EQ(reader.next(), Next::wait);
  reader.add("abc");
  EXPECT_EQ(reader.next(), Next::request);
  EXPECT_EQ(reader.take().body, "abc");
  EXPECT_EQ(reader.next(), Next::wait);
  EXPECT_FALSE(reader.has_begun());
}

TEST(RequestReader, KnowsWhatTheAnswerMustBeLike) {
  RequestReader reader(limits);
  reader.add("HEAD / HTTP/1.0\r\n\r\n" + get_a + "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(reader.next(), Next::request);
  EXPECT_TRUE(reader.is_head() && reader.is_old_http() && !reader.keep_alive());
  reader.take();
  EXPECT_EQ(reader.next(), Next::request);
  EXPECT_TRUE(!reader.is_head() && !reader.is_old_http() && reader.keep_alive());
  reader.take();
  EXPECT_EQ(reader.next(), Next::request);
  EXPECT_FALSE(reader.keep_alive());
}

/// Sends for ever, and says how it ends and how much was held at the most.
std::pair<int, std::size_t> send_for_ever(const std::string& begin, const std::string& again) {
  RequestReader reader(limits);
  std::size_t held = 0;
  try {
    reader.add(begin);
    reader.next();
    for (std::size_t sent = 0; sent < (std::size_t{64} << 20); sent += again.size()) {
      reader.add(again);
      reader.next();
      held = std::max(held, reader.held());
    }
  } catch (const Refusal& refusal) {
    return {refusal.status, held};
  }
  return {0, held};
}

TEST(RequestReader, HoldsNoMoreThanItMay) {
  const std::size_t most = 2 * (limits.header_bytes + limits.body_bytes) + (64 << 10);
  const auto expect = [&](const std::string& begin, const std::string& again, int status) {
    const auto [refused, held] = send_for_ever(begin, again);
    EXPECT_EQ(refused, status) << begin.substr(0, 100) << again.substr(0, 100);
    EXPECT_LT(held, most);
  };
  const std::string kilobyte(1024, 'a');
  expect("", "a", 431);
  expect("GET /", kilobyte, 431);
  expect("GET / HTTP/1.1\r\n", "A: b\r\n", 431);
  expect("GET / HTTP/1.1\r\nA: ", kilobyte, 431);
  expect("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n", "a", 413);
  expect(chunked, "400\r\n" + kilobyte + "\r\n", 413);
  expect(chunked, "1\r\na\r\n", 413);
  // What is around the chunks counts.
  expect(chunked + "1;a=", kilobyte, 413);
  expect(chunked, "1;a=" + kilobyte + "\r\na\r\n", 413);
  expect(chunked + "0\r\n", "A: " + kilobyte + "\r\n", 413);
  expect(chunked + "0\r\n", "A: b\r\n", 413);
  expect(chunked + "0\r\nA: ", kilobyte, 413);
  expect(chunked + "0;a=", kilobyte, 413);
}

TEST(RequestReader, ReadsNothingThatAnotherCouldReadInAnotherWay) {
  const std::string post = "POST / HTTP/1.1\r\nHost: x\r\n";
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"GET / HTTP/1.1\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nX-Host: a\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", "400"},
      {post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "501"},
      {post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
      {post + "Transfer-Encoding: identity\r\n\r\n", "501"},
      {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc", "400"},
      {post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", "400"},
      {post + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", "400"},
      {post + "Content-Length: 3, 3\r\n\r\nabc", "400"},
      {post + "Content-Length: +3\r\n\r\nabc", "400"},
      {post + "Content-Length: 0x3\r\n\r\nabc", "400"},
      {post + "Content-Length : 3\r\n\r\nabc", "400"},
      {post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\n\r\n-1\r\na\r\n0\r\n\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\na\r\n", "400"},
      {"GET / HTTP/1.1\nHost: a\n\n", "400"},
      {"GET / HTTP/1.1\r\nHost: x\r\nA\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\r\n\tTransfer-Encoding: chunked\r\n\r\n", "400"},
      {"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n"s, "400"},
  };
  for (const auto& [bytes, status] : refused) EXPECT_EQ(read(bytes), status) << bytes;
  // A Host may be empty, and there was none before there was HTTP/1.1.
  EXPECT_EQ(read("GET /a HTTP/1.1\r\nHost:\r\n\r\nGET /b HTTP/1.0\r\n\r\n"), "GET /a ;GET /b ;");
}

}  // namespace
}  // namespace quixo::serve
