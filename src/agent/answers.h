// SPDX-License-Identifier: MIT
//
// What a program that plays says, byte by byte to line by line to what it means (docs/agents.md). These are
// bytes of strangers: whatever they are, reading them takes bounded memory and ends in an answer or an Error
// whose words follow "it": "wrote a line of more than 1,000 bytes".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace quixo::agent {

/// A line may have so many bytes, its end not counted.
constexpr std::size_t longest_line = 1000;
/// And the name that a program gives itself so many; what is longer is cut.
constexpr std::size_t longest_name = 20;

/// Takes the first line of what was read, without its end, be it \n or \r\n. Nothing when more must be read.
/// Throws Error when the line is too long, or has a byte that is no printable ASCII.
std::optional<std::string> take_line(std::string& bytes);

struct Answer {
  enum class Kind { greeting, ready, move, error, other };
  Kind kind = Kind::other;
  /// The name of a greeting, the cells of a move, the words of an error; the whole line of what is no answer.
  std::string text;
};

/// The greeting of another version is no answer.
Answer parse_answer(std::string_view line);

}  // namespace quixo::agent
