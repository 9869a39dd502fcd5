// SPDX-License-Identifier: MIT
//
// The files that are built into the program: the page, and the description of the API. embed.cmake makes the
// list.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "serve/message.h"

namespace quixo::serve {

struct Asset {
  std::string_view path;  ///< As in an address: /index.html
  std::string_view bytes;
  std::string_view gzip;  ///< The same, compressed; empty when that saves nothing.
};

std::span<const Asset> assets();
const Asset* find_asset(std::string_view path);

/// The file at a path of the page: the page itself wherever no file can be meant. Throws Refusal.
Response page_response(const Request& request, const std::string& path);
/// A file as an answer. Files whose name holds a hash of their content never change.
Response asset_response(const Request& request, const Asset& asset, bool named_by_hash);

/// Names the content: the same for the same bytes.
std::string content_tag(std::string_view bytes);
/// Makes the answer one that the client may keep, and an empty 304 when the client has it already.
void add_etag(const Request& request, Response& response, const std::string& etag);

}  // namespace quixo::serve
