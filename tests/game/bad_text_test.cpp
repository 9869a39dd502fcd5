// SPDX-License-Identifier: MIT
//
// Whatever people type, the parsers either understand it or answer with one printable line. RapidCheck makes
// the texts: any bytes at all, and valid texts with a few characters changed, which get further in.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <optional>

#include "game/notation.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

// The same texts in every run; set RC_PARAMS to look further. Set before there are threads.
[[maybe_unused]] const int fixed_seed = setenv("RC_PARAMS", "seed=1995 max_success=3000", 0);

/// What `parse` gives, or nothing when it answers with a proper message. Any other exception is a failure.
template <class Parse>
auto understood(Parse&& parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const Error& error) {
    const std::string message = error.what();
    RC_ASSERT(!message.empty());
    RC_ASSERT(std::ranges::all_of(message, [](char c) { return c >= ' ' && c <= '~'; }));
    return std::nullopt;
  }
}

/// Every parser on the text; what is understood must be the same again once printed.
void check_parsers(const std::string& text) {
  static const std::vector<Geometry> boards = {Geometry({5, 5, 5}), Geometry({3, 3, 3}), Geometry({2, 15, 2}),
                                               Geometry({15, 2, 15})};
  if (const auto rules = understood([&] { return parse_rules(text); }))
    RC_ASSERT(parse_rules(to_string(*rules)) == *rules);
  if (const auto game = understood([&] { return parse_game(text); }))
    RC_ASSERT(parse_game(to_string(*game)) == *game);
  if (const auto rules = understood([&] { return rules_for_position(text); }))
    RC_ASSERT(rules_for_size(rules->rows, rules->cols) == *rules);
  for (const Geometry& geometry : boards) {
    if (const auto position = understood([&] { return parse_position(geometry, text); }))
      RC_ASSERT(parse_position(geometry, to_string(geometry, *position)) == *position);
    if (const auto move = understood([&] { return parse_move(geometry, text); }))
      RC_ASSERT(move_name(geometry, *move) == text);
  }
}

/// Pieces that mean something to some parser, and some that do to none.
rc::Gen<std::string> piece() {
  return rc::gen::oneOf(
      rc::gen::element<std::string>("X", "O", ".", "/", " ", "x", "o", "0", "1", "5", "12", "99999999999",
                                    "a", "e", "l", "a5", "e5a5", "1.", "#", "\n", "\r", "\t", "-", "-line",
                                    "4", "-double-wins", "5x5\n", "5/5/5/5/5 x\n"),
      rc::gen::arbitrary<std::string>());
}

std::string mangled(std::string text) {
  for (int edits = *rc::gen::inRange(0, 5); edits > 0; --edits) {
    const auto place = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const auto removed = *rc::gen::inRange<std::size_t>(0, 4);
    text.replace(place, removed, *piece());
  }
  return text;
}

RC_GTEST_PROP(BadText, AnyBytes, (const std::string& text)) { check_parsers(text); }

RC_GTEST_PROP(BadText, AnyPieces, ()) {
  std::string text;
  for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece())) text += part;
  check_parsers(text);
}

RC_GTEST_PROP(BadText, MangledRules, ()) {
  check_parsers(mangled(*rc::gen::element<std::string>("5x5", "4x5-line3-double-wins", "2x15-line15")));
}

RC_GTEST_PROP(BadText, MangledPositions, ()) {
  check_parsers(mangled(*rc::gen::element<std::string>("XX2O/5/5/5/4O o", "X.O/3/3 x", "12/10XO x",
                                                       "2/2/2/2/2/2/2/2/2/2/2/XO o")));
}

RC_GTEST_PROP(BadText, MangledMoves, ()) {
  check_parsers(mangled(*rc::gen::element<std::string>("a5e5", "c3c1", "l2a2", "a12b12")));
}

RC_GTEST_PROP(BadText, MangledGames, ()) {
  check_parsers(mangled(*rc::gen::element<std::string>(
      "5x5\n1. a5e5 a1a5\n2. e5a5\n", "4x4-line3 # short\nX3/4/4/3O o\n1.d1a1\n", "2x2\na1a2 b1b2 a1a2\n")));
}

}  // namespace
}  // namespace quixo
