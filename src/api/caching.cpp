// SPDX-License-Identifier: MIT
#include "api/caching.h"

#include <fmt/format.h>

#include <cassert>

#include "base/hash.h"

namespace quixo::api {

std::string content_tag(std::string_view bytes) { return hex(hash_of(bytes)); }

void add_etag(const Request& request, Response& response, const std::string& etag) {
  assert(!etag.empty() && etag.find('"') == std::string::npos);
  response.etag = etag;
  if (request.if_none_match.find('"' + etag + '"') == std::string::npos) return;
  response.status = 304;
  response.body.clear();
}

TableTags::TableTags(std::string_view program_version)
    : form_(content_tag(fmt::format("{} {}", program_version, QUIXO_API_DESCRIPTION))) {}

std::string TableTags::of(const Rules& rules, Metric metric) const {
  return content_tag(fmt::format("{} {} {}", form_, to_string(rules), metric_name(metric)));
}

}  // namespace quixo::api
