// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <fmt/format.h>

#include "quixo/error.h"

namespace quixo {

bool JsonCheck::begin() {
  if (depth() == limits_.depth) throw Error(fmt::format("the JSON is nested deeper than {}", limits_.depth));
  fields_.push_back(0);
  return true;
}

bool JsonCheck::key(string_t& /*name*/) {
  if (++fields_.back() > limits_.fields)
    throw Error(fmt::format("{} has an object of more than {} fields", what_, limits_.fields));
  return true;
}

bool JsonCheck::parse_error(std::size_t byte, const std::string& /*token*/,
                            const nlohmann::detail::exception& error) {
  // Its own text repeats the token, which may be all there is.
  if (dynamic_cast<const Json::out_of_range*>(&error) != nullptr)
    throw Error(fmt::format("{} has a number that is too large", what_));
  throw Error(fmt::format("{} is not JSON: there is a mistake at byte {}", what_, byte));
}

Json parse_json(std::string_view text, JsonCheck& check) {
  Json::sax_parse(text, &check);
  return Json::parse(text);
}

}  // namespace quixo
