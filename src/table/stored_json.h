// SPDX-License-Identifier: MIT
//
// JSON that this program has stored and reads again: of tables, of unfinished solves, of saved tables. Its
// numbers are whole. Any other was put there by somebody else, and must not get as far as a conversion: of
// 1e30 to an integer it is undefined.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace quixo::table {

using Json = nlohmann::ordered_json;

/// Throws an exception of the JSON library when the text is no JSON, and std::out_of_range when a number in
/// it is not whole, or too large for 64 bits.
Json parse_stored_json(std::string_view text);

}  // namespace quixo::table
