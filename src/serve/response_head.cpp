// SPDX-License-Identifier: MIT
#include "serve/response_head.h"

#include <fmt/format.h>

#include <array>
#include <boost/beast/http/status.hpp>
#include <cassert>
#include <iterator>

namespace quixo::serve {
namespace {

std::string reason(int status) {
  namespace http = boost::beast::http;
  const auto text = http::obsolete_reason(static_cast<http::status>(status));
  return {text.data(), text.size()};
}

}  // namespace

std::string http_date(std::time_t time) {
  std::tm utc{};
  std::array<char, 64> text{};
  return {text.data(),
          std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&time, &utc))};
}

std::string response_head(const Response& response, const Sending& sending, std::string_view date) {
  std::string head = fmt::format("HTTP/1.{} {} {}\r\n", sending.is_old_http ? 0 : 1, response.status,
                                 reason(response.status));
  const auto add = [&](std::string_view name, std::string_view value) {
    assert(value.find_first_of("\r\n") == std::string_view::npos);
    fmt::format_to(std::back_inserter(head), "{}: {}\r\n", name, value);
  };
  if (!sending.keep_alive)
    add("Connection", "close");
  else if (sending.is_old_http)
    add("Connection", "keep-alive");
  add("Server", "quixo");
  add("Date", date);
  add("Cache-Control", response.cache_control);
  add("Content-Security-Policy", response.policy);
  add("Cross-Origin-Resource-Policy", "same-origin");
  add("Referrer-Policy", "no-referrer");
  add("X-Content-Type-Options", "nosniff");
  add("X-Frame-Options", "DENY");
  if (!response.etag.empty()) add("ETag", '"' + response.etag + '"');
  for (const auto& [name, value] : response.more_headers) add(name, value);
  if (response.status != 304 && response.status != 204) {
    add("Content-Type", response.content_type);
    if (sending.framing == Framing::chunks)
      add("Transfer-Encoding", "chunked");
    else if (sending.framing == Framing::size)
      add("Content-Length", fmt::format("{}", response.body.size()));
  }
  return head + "\r\n";
}

}  // namespace quixo::serve
