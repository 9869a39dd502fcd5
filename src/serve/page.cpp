// SPDX-License-Identifier: MIT
#include "serve/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "api/caching.h"
#include "api/query.h"
#include "base/text.h"

namespace quixo::serve {
namespace {

/// All that the page is made of comes from here, and no script or style stands in it. Nobody frames it.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string_view content_type(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> types{{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"},
      {".webmanifest", "application/manifest+json"},
  }};
  for (const auto& [ending, type] : types)
    if (path.ends_with(ending)) return type;
  return "application/octet-stream";
}

/// Whether a header such as "gzip;q=0.5, br" has the coding, and not with a weight of 0.
bool accepts(std::string_view header, std::string_view coding) {
  while (!header.empty()) {
    std::string_view item = header.substr(0, header.find(','));
    header.remove_prefix(std::min(item.size() + 1, header.size()));
    item.remove_prefix(std::min(item.find_first_not_of(" \t"), item.size()));
    if (!item.starts_with(coding)) continue;
    const std::string_view weight = item.substr(coding.size());
    if (weight.find_first_of("123456789") != std::string_view::npos) return true;
    return weight.find("q=") == std::string_view::npos;
  }
  return false;
}

}  // namespace

const Asset* find_asset(std::string_view path) {
  const auto found = std::ranges::find(assets(), path, &Asset::path);
  return found == assets().end() ? nullptr : &*found;
}

const Asset& api_description() {
  const Asset* asset = find_asset("/api/v1/openapi.json");
  assert(asset != nullptr);  // embed.cmake takes it always
  return *asset;
}

Response asset_response(const Request& request, const Asset& asset, bool named_by_hash) {
  const bool compressed = !asset.gzip.empty() && accepts(request.accept_encoding, "gzip");
  Response response;
  response.content_type = content_type(asset.path);
  response.body = compressed ? asset.gzip : asset.bytes;
  response.cache_control = named_by_hash ? keep_for_good : ask_again;
  if (!asset.gzip.empty()) response.more_headers.emplace_back("Vary", "Accept-Encoding");
  if (compressed) response.more_headers.emplace_back("Content-Encoding", "gzip");
  add_etag(request, response, content_tag(response.body));
  return response;
}

std::vector<Route> description_routes() {
  const auto answer = [](const Query& query) {
    return asset_response(query.request(), api_description(), false);
  };
  return {{.method = "GET", .path = "/api/v1/openapi.json", .speed = Speed::at_once, .answer = answer}};
}

Response page_response(const Request& request, const std::string& path) {
  if (request.method != "GET" && request.method != "HEAD")
    throw Refusal{405, fmt::format("the page does not take {}", quixo::quoted(request.method)), "GET, HEAD"};
  const Asset* asset = find_asset(path);
  const bool is_file = path.find('.') != std::string::npos;
  if (asset == nullptr && !is_file) asset = find_asset("/index.html");
  if (asset == nullptr && path == "/") {
    Response response;
    response.content_type = "text/plain; charset=utf-8";
    response.body = "This quixo was built without the page. The API is described in /api/v1/openapi.json.\n";
    return response;
  }
  if (asset == nullptr) throw Refusal{404, fmt::format("there is nothing at {}", quixo::quoted(path))};
  Response response = asset_response(request, *asset, path.starts_with("/assets/"));
  response.policy = page_policy;
  response.more_headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  response.more_headers.emplace_back("Permissions-Policy",
                                     "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  return response;
}

}  // namespace quixo::serve
