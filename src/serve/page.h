// SPDX-License-Identifier: MIT
//
// The files that are built into the program: the page, and the description of the API. embed.cmake makes the
// list.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/route.h"
#include "serve/names.h"

namespace quixo::serve {

struct Asset {
  std::string_view path;  ///< As in an address: /index.html
  std::string_view bytes;
  std::string_view gzip;  ///< The same, compressed; empty when that saves nothing.
};

std::span<const Asset> assets();
const Asset* find_asset(std::string_view path);
/// openapi.json, with the version filled in.
const Asset& api_description();

/// openapi.json as an endpoint.
std::vector<Route> description_routes();

/// The file at a path of the page: the page itself wherever no file can be meant. Throws Refusal.
Response page_response(const Request& request, const std::string& path);
/// A file as an answer. Files whose name holds a hash of their content never change.
Response asset_response(const Request& request, const Asset& asset, bool named_by_hash);

}  // namespace quixo::serve
