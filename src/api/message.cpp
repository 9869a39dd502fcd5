// SPDX-License-Identifier: MIT
#include "api/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace quixo::api {
namespace {

std::string decoded(std::string_view text, bool plus_is_space) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && plus_is_space) c = ' ';
    if (c == '%') {
      const std::string_view code = text.substr(i + 1, 2);
      unsigned char byte = 0;
      const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), byte, 16);
      if (code.size() != 2 || error != std::errc() || end != code.data() + 2)
        throw Error(fmt::format(
            "{} in the address is no code of a character: % is followed by two hexadecimal digits",
            quixo::quoted(text.substr(i, 3))));
      c = static_cast<char>(byte);
      i += 2;
    }
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      throw Error(
          fmt::format("the address holds the control character {}", quixo::quoted(std::string(1, c))));
    plain += c;
  }
  return plain;
}

}  // namespace

std::string error_json(const Refusal& refusal) {
  constexpr std::size_t longest = 1000;  // what a client sent may be in it
  std::string message = refusal.message.substr(0, longest);
  if (message.size() < refusal.message.size()) message += "...";
  const nlohmann::ordered_json json = {{"error", {{"status", refusal.status}, {"message", message}}}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Response json_response(std::string json, int status) {
  assert(json.find('\n') == std::string::npos);
  Response response;
  response.status = status;
  response.body = std::move(json);
  response.body += '\n';
  return response;
}

Response to_response(const Refusal& refusal) {
  assert(refusal.status >= 400);
  Response response = json_response(error_json(refusal), refusal.status);
  if (refusal.retry_after_s > 0)
    response.more_headers.emplace_back("Retry-After", std::to_string(refusal.retry_after_s));
  if (!refusal.allow.empty()) response.more_headers.emplace_back("Allow", refusal.allow);
  return response;
}

Target parse_target(std::string_view text) {
  if (!text.starts_with('/'))
    throw Error(fmt::format("{} is not a path: it must start with /", quixo::quoted(text)));
  const std::size_t question = std::min(text.find('?'), text.size());
  Target target;
  target.path = decoded(text.substr(0, question), false);
  std::string_view rest = text.substr(std::min(question + 1, text.size()));
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string name = decoded(pair.substr(0, equals), true);
    if (!target.query.emplace(name, decoded(pair.substr(std::min(equals + 1, pair.size())), true)).second)
      throw Error(fmt::format("the parameter {} comes twice", quixo::quoted(name)));
  }
  return target;
}

}  // namespace quixo::api
