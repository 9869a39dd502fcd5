// SPDX-License-Identifier: MIT
//
// What clients may keep. An answer is named by its bytes or, where it follows from the table and the address,
// by those two: then it has a name before it is computed, and who has it already costs nothing.
#pragma once

#include <string>
#include <string_view>

#include "api/message.h"
#include "quixo/rules.h"
#include "quixo/value.h"

namespace quixo::api {

// Values of the header Cache-Control. Answers say no-store unless they say otherwise.
constexpr std::string_view keep_for_good = "public, max-age=31536000, immutable";
constexpr std::string_view ask_again = "no-cache";  ///< Kept, but used only after a 304.

/// Names the content: the same for the same bytes.
std::string content_tag(std::string_view bytes);

/// Makes the answer one that the client may keep, and an empty 304 when the client has it already.
void add_etag(const Request& request, Response& response, const std::string& etag);

/// Names a table and the form of the answers from it: changes with the program and with the description of
/// the API. Clients send it as the parameter `v`.
class TableTags {
 public:
  explicit TableTags(std::string_view program_version);
  std::string of(const Rules& rules, Metric metric) const;

 private:
  std::string form_;
};

}  // namespace quixo::api
