// SPDX-License-Identifier: MIT
#include "agent/answers.h"

#include <algorithm>

#include "base/text.h"
#include "quixo/error.h"

namespace quixo::agent {
namespace {

bool is_printable(char c) { return c >= ' ' && c <= '~'; }

}  // namespace

std::optional<std::string> take_line(std::string& bytes) {
  const std::size_t end = bytes.find('\n');
  const bool ended = end != std::string::npos;
  std::string_view line = std::string_view(bytes).substr(0, end);
  if (ended && line.ends_with('\r')) line.remove_suffix(1);
  // Of a line that has not ended yet, the last byte may belong to its end.
  if (line.size() > longest_line + (ended ? 0 : 1))
    throw Error("wrote a line of more than " + grouped(longest_line) + " bytes");
  if (!ended) return std::nullopt;
  std::string taken(line);
  bytes.erase(0, end + 1);
  if (!std::ranges::all_of(taken, is_printable))
    throw Error("wrote " + quixo::quoted(taken) + ", which is not plain text");
  return taken;
}

Answer parse_answer(std::string_view line) {
  using Kind = Answer::Kind;
  const auto rest_after = [&](std::string_view word) -> std::optional<std::string> {
    if (line == word) return "";
    if (!line.starts_with(word) || line[word.size()] != ' ') return std::nullopt;
    return std::string(line.substr(word.size() + 1));
  };
  if (const auto name = rest_after("quixo-agent 1")) return {Kind::greeting, name->substr(0, longest_name)};
  if (line == "ready") return {Kind::ready, ""};
  if (const auto move = rest_after("move")) return {Kind::move, *move};
  if (const auto error = rest_after("error")) return {Kind::error, *error};
  return {Kind::other, std::string(line)};
}

}  // namespace quixo::agent
