// SPDX-License-Identifier: MIT
//
// JSON that this program has stored and reads again: of tables, of unfinished solves, of saved tables. Its
// numbers are whole, and it is neither deep nor has it objects of many fields. Any other was put there by
// somebody else, and must not get as far as a conversion: of 1e30 to an integer it is undefined.
#pragma once

#include <string_view>

#include "base/json.h"

namespace quixo::table {

using quixo::Json;

/// Throws Error when the text is no JSON, or none that is stored.
Json parse_stored_json(std::string_view text);

}  // namespace quixo::table
