// SPDX-License-Identifier: MIT
#include "judge/suite.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>

#include "base/text.h"
#include "game/notation.h"
#include "game/play.h"
#include "quixo/error.h"

namespace quixo::judge {
namespace {

/// Takes the last word off.
std::string_view last_word(std::string_view& line) {
  const std::size_t before = line.find_last_of(' ');
  if (before == std::string_view::npos)
    throw Error("expected a position, win, draw or loss, and a distance, - or ?");
  const std::string_view word = line.substr(before + 1);
  line = line.substr(0, before);
  return word;
}

Outcome parse_outcome(std::string_view word) {
  for (const Outcome outcome : {Outcome::win, Outcome::draw, Outcome::loss})
    if (word == outcome_name(outcome)) return outcome;
  throw Error(fmt::format("{} is no outcome: expected win, draw or loss", quixo::quoted(word)));
}

std::optional<int> parse_distance(std::string_view word, Outcome outcome) {
  if (outcome == Outcome::draw) {
    if (word != "-")
      throw Error(fmt::format("a draw has no distance: expected -, not {}", quixo::quoted(word)));
    return std::nullopt;
  }
  if (word == "?") return std::nullopt;
  std::uint16_t distance = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), distance);
  if (error != std::errc() || end != word.data() + word.size() || distance == 0)
    throw Error(fmt::format("{} is no distance: expected a number of moves, or ?", quixo::quoted(word)));
  return distance;
}

SuitePosition parse_line(const Geometry& geometry, std::string_view line) {
  const std::string_view distance = last_word(line);
  SuitePosition parsed;
  parsed.known.outcome = parse_outcome(last_word(line));
  parsed.known.distance = parse_distance(distance, *parsed.known.outcome);
  parsed.known.proof = Proof::table;
  parsed.position = parse_position(geometry, line);
  if (is_over(geometry, parsed.position)) throw Error("the game is over, so there is no move to judge");
  return parsed;
}

}  // namespace

std::vector<SuitePosition> parse_suite(const Rules& rules, std::string_view text) {
  const Geometry geometry(checked(rules));
  std::vector<SuitePosition> suite;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    try {
      suite.push_back(parse_line(geometry, line));
    } catch (const Error& error) {
      throw Error(fmt::format("line {}: {}", number, error.what()));
    }
  }
  if (suite.empty()) throw Error("there is no position in it");
  return suite;
}

std::string to_string(const Rules& rules, const SuitePosition& position) {
  const Known& known = position.known;
  return fmt::format("{} {} {}", quixo::to_string(rules, position.position), outcome_name(*known.outcome),
                     *known.outcome == Outcome::draw ? "-"
                     : known.distance                ? std::to_string(*known.distance)
                                                     : "?");
}

}  // namespace quixo::judge
