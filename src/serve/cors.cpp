// SPDX-License-Identifier: MIT
#include "serve/cors.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "quixo/error.h"

namespace quixo::serve {
namespace {

bool is_made_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_origin(std::string_view text) {
  constexpr std::string_view schemes[] = {"https://", "http://"};
  const auto* scheme = std::ranges::find_if(schemes, [&](auto each) { return text.starts_with(each); });
  if (scheme == std::end(schemes)) return false;
  text.remove_prefix(scheme->size());
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  const std::size_t colon = std::min(text.find(':', bracket), text.size());
  const std::string_view host = text.substr(0, colon);
  const bool has_host = bracket == 0 ? is_made_of(host, "abcdefghijklmnopqrstuvwxyz0123456789.-_")
                                     : host.ends_with(']') && host.size() > 2 &&
                                           is_made_of(host.substr(1, host.size() - 2), "0123456789abcdef:.");
  return has_host && (colon == text.size() || is_made_of(text.substr(colon + 1), "0123456789"));
}

/// Whether pages from elsewhere may ever read it. The path is the one that finds the route: decoded.
bool is_public(std::string_view target) {
  try {
    const std::string path = parse_target(target).path;
    return path.starts_with("/api/") && path.find("solve") == std::string::npos;
  } catch (const Error&) {
    return false;
  }
}

/// The answer depends on who asks, and caches must know.
void add_vary(Response& response) {
  auto& headers = response.more_headers;
  const auto vary = std::ranges::find(headers, "Vary", [](const auto& header) { return header.first; });
  if (vary == headers.end())
    headers.emplace_back("Vary", "Origin");
  else
    vary->second += ", Origin";
}

/// What a browser asks before it sends JSON for a page.
Response preflight() {
  Response response;
  response.status = 204;
  response.more_headers = {{"Access-Control-Allow-Methods", "GET, POST"},
                           {"Access-Control-Allow-Headers", "Content-Type"},
                           {"Access-Control-Max-Age", "86400"}};
  return response;
}

}  // namespace

void check_origin(const std::string& text) {
  if (!is_origin(text))
    throw Error(fmt::format(
        "{} is no origin, such as https://example.org: a scheme, a name in small letters and perhaps "
        "a port, nothing after it",
        quixo::quoted(text)));
}

Handler with_cors(std::vector<std::string> origins, Handler handler) {
  if (origins.empty()) return handler;
  return [origins = std::move(origins), handler = std::move(handler)](Request request, const Reply& reply) {
    if (!is_public(request.target)) return handler(std::move(request), reply);
    const bool is_allowed = std::ranges::find(origins, request.origin) != origins.end();
    const Reply with_headers = [reply, origin = is_allowed ? request.origin : ""](Response response) {
      if (!origin.empty()) response.more_headers.emplace_back("Access-Control-Allow-Origin", origin);
      add_vary(response);
      reply(std::move(response));
    };
    if (is_allowed && request.method == "OPTIONS") return with_headers(preflight());
    handler(std::move(request), with_headers);
  };
}

}  // namespace quixo::serve
