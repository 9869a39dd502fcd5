// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quixo::apps {

/// JSON as it is printed. The name of a directory may be any bytes, and JSON is UTF-8: what is none is
/// replaced.
inline std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace quixo::apps
