// SPDX-License-Identifier: MIT
#include "table/stored_json.h"

#include "quixo/error.h"

namespace quixo::table {
namespace {

/// What is stored is nested 6 deep at the most, and has 14 fields in an object.
constexpr JsonCheck::Limits limits = {.depth = 8, .fields = 32};

class StoredCheck : public JsonCheck {
 public:
  StoredCheck() : JsonCheck("it", limits) {}

  // What does not fit 64 bits, 18446744073709551616 say, is read as a float as well.
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
    throw Error(what() + " has a number that is not whole or too large");
  }
};

}  // namespace

Json parse_stored_json(std::string_view text) {
  StoredCheck check;
  return parse_json(text, check);
}

}  // namespace quixo::table
