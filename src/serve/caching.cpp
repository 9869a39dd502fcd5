// SPDX-License-Identifier: MIT
#include "serve/caching.h"

#include <fmt/format.h>

#include <cassert>

#include "base/hash.h"
#include "serve/page.h"

namespace quixo::serve {

std::string content_tag(std::string_view bytes) { return hex(hash_of(bytes)); }

void add_etag(const Request& request, Response& response, const std::string& etag) {
  assert(!etag.empty() && etag.find('"') == std::string::npos);
  response.etag = etag;
  if (request.if_none_match.find('"' + etag + '"') == std::string::npos) return;
  response.status = 304;
  response.body.clear();
}

TableTags::TableTags(std::string_view program_version)
    : form_(content_tag(std::string(program_version) + std::string(api_description().bytes))) {}

std::string TableTags::of(const Rules& rules, Metric metric) const {
  return content_tag(fmt::format("{} {} {}", form_, to_string(rules), metric_name(metric)));
}

}  // namespace quixo::serve
