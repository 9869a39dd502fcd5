// SPDX-License-Identifier: MIT
#include "table/stored_json.h"

#include <stdexcept>

namespace quixo::table {

Json parse_stored_json(std::string_view text) {
  // What does not fit 64 bits, 18446744073709551616 say, is parsed as a float as well.
  return Json::parse(text, [](int, Json::parse_event_t, const Json& parsed) {
    if (parsed.is_number_float()) throw std::out_of_range("a number is not whole or too large");
    return true;
  });
}

}  // namespace quixo::table
