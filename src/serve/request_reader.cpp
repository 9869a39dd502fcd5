// SPDX-License-Identifier: MIT
#include "serve/request_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>

namespace quixo::serve {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using Fields = http::request<http::string_body>;

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

Refusal header_too_large(const Limits& limits) {
  return {431, fmt::format("the header has more than {} bytes", limits.header_bytes)};
}

Refusal body_too_large(const Limits& limits) {
  return {413, fmt::format("the body has more than {} bytes", limits.body_bytes)};
}

Refusal refusal_of(const ErrorCode& error, const Limits& limits) {
  if (error == http::error::header_limit) return header_too_large(limits);
  if (error == http::error::body_limit) return body_too_large(limits);
  return {400, fmt::format("this is not HTTP: {}", error.message())};
}

/// Where two who read the same bytes could disagree on which request they are, or for whom, there is none.
void check_unambiguous(const Fields& message) {
  const std::size_t hosts = message.count(http::field::host);
  if (hosts > 1) throw Refusal{400, "the header has more than one Host"};
  if (hosts == 0 && message.version() >= 11)
    throw Refusal{400, "the header has no Host, and HTTP/1.1 wants one"};
  const beast::string_view length = message[http::field::content_length];
  if (message.count(http::field::content_length) > 1 ||
      length.find_first_not_of("0123456789") != beast::string_view::npos)
    throw Refusal{400, "the header has a Content-Length that is not one number"};
  const std::size_t codings = message.count(http::field::transfer_encoding);
  if (codings == 0) return;
  if (message.version() < 11) throw Refusal{400, "HTTP/1.0 has no Transfer-Encoding"};
  if (codings > 1 || !beast::iequals(message[http::field::transfer_encoding], "chunked"))
    throw Refusal{501, "the only Transfer-Encoding that is read is chunked"};
}

/// A line that goes on in the next is read as one line, or as two.
void check_unfolded(std::string_view header) {
  for (const char* fold : {"\r\n ", "\r\n\t"})
    if (header.find(fold) != std::string_view::npos)
      throw Refusal{400, "a line of the header begins with a blank"};
}

/// What a proxy adds when it asks for somebody else.
bool is_forwarded(const Fields& message) {
  for (const char* name : {"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"})
    if (message.count(name) > 0) return true;
  return false;
}

}  // namespace

struct RequestReader::Parser {
  beast::flat_buffer bytes;
  std::optional<http::request_parser<http::string_body>> of_request;  ///< None between requests.
  Request request;                                                    ///< Its header, once that is read.
};

RequestReader::RequestReader(const Limits& limits) : limits_(limits), parser_(std::make_unique<Parser>()) {}
RequestReader::~RequestReader() = default;

void RequestReader::add(std::string_view bytes) {
  if (bytes.empty()) return;  // and perhaps nowhere
  const auto room = parser_->bytes.prepare(bytes.size());
  std::memcpy(room.data(), bytes.data(), bytes.size());
  parser_->bytes.commit(bytes.size());
}

void RequestReader::clear() { parser_ = std::make_unique<Parser>(); }

bool RequestReader::has_begun() const { return parser_->of_request || parser_->bytes.size() > 0; }

bool RequestReader::is_full() const { return parser_->bytes.size() >= limits_.header_bytes; }

std::size_t RequestReader::held() const {
  return parser_->bytes.capacity() + (parser_->of_request ? parser_->of_request->get().body().capacity() : 0);
}

void RequestReader::start() {
  auto& parser = parser_->of_request.emplace();
  parser.header_limit(static_cast<std::uint32_t>(limits_.header_bytes));
  parser.body_limit(limits_.body_bytes);
  parser_->request = {};
  header_bytes_ = body_bytes_ = 0;
  is_header_read_ = false;
  keep_alive_ = is_old_http_ = is_head_ = false;
}

RequestReader::Next RequestReader::next() {
  beast::flat_buffer& bytes = parser_->bytes;
  if (!parser_->of_request) {
    if (bytes.size() == 0) return Next::wait;
    start();
  }
  auto& parser = *parser_->of_request;
  while (!parser.is_done() && bytes.size() > 0) {
    // Beast takes the end of a chunked body, at least 0\r\n\r\n, as a whole, and asserts that it is given as
    // much. It is not eager: so it is given as much for each chunk, also for one of many that are here.
    if (is_header_read_ && parser.chunked() && bytes.size() < 5) return Next::wait;
    // What the parser takes only as a whole must be in so many bytes, also where more are here: so it does
    // not matter in which parts they come.
    const boost::asio::const_buffer window(bytes.data().data(), std::min(bytes.size(), limits_.header_bytes));
    ErrorCode error;
    const std::size_t used = parser.put(window, error);
    if (!is_header_read_) check_unfolded({static_cast<const char*>(bytes.data().data()), used});
    bytes.consume(used);
    (is_header_read_ ? body_bytes_ : header_bytes_) += used;
    if (error && error != http::error::need_more) throw refusal_of(error, limits_);
    // The parser's own limits are for what comes at once: many short lines, or chunks, pass them.
    if (!is_header_read_ &&
        header_bytes_ + (parser.is_header_done() ? 0 : bytes.size()) > limits_.header_bytes)
      throw header_too_large(limits_);
    if (parser.is_header_done() && !is_header_read_) {
      read_header();
      if (!parser.is_done() && beast::iequals(parser.get()[http::field::expect], "100-continue") &&
          bytes.size() == 0)
        return Next::go_on;
      continue;
    }
    const bool waits = error == http::error::need_more && used == 0;
    // What is around the chunks may have as many bytes as a header, and so may a single line of it.
    if (body_bytes_ > limits_.body_bytes + limits_.header_bytes || (waits && is_full()))
      throw body_too_large(limits_);
    if (waits) return Next::wait;
  }
  return parser.is_done() ? Next::request : Next::wait;
}

void RequestReader::read_header() {
  is_header_read_ = true;
  auto& parser = *parser_->of_request;
  const Fields& message = parser.get();
  is_old_http_ = message.version() < 11;
  is_head_ = message.method() == http::verb::head;
  check_unambiguous(message);
  if (message.target().size() > limits_.target_bytes)
    throw Refusal{414, fmt::format("the address has {} characters, at most {} are read",
                                   message.target().size(), limits_.target_bytes)};
  keep_alive_ = message.keep_alive();
  Request& request = parser_->request;
  request.method = text_of(message.method_string());
  request.target = text_of(message.target());
  request.host = text_of(message[http::field::host]);
  request.origin = text_of(message[http::field::origin]);
  request.content_type = text_of(message[http::field::content_type]);
  request.accept_encoding = text_of(message[http::field::accept_encoding]);
  request.if_none_match = text_of(message[http::field::if_none_match]);
  request.key = text_of(message["X-Quixo-Key"]);
  request.forwarded = is_forwarded(message);
}

Request RequestReader::take() {
  assert(parser_->of_request && parser_->of_request->is_done());
  Request request = std::move(parser_->request);
  request.body = std::move(parser_->of_request->get().body());
  parser_->of_request.reset();
  if (parser_->bytes.size() == 0) parser_->bytes = {};
  return request;
}

}  // namespace quixo::serve
