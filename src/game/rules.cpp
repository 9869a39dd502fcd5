// SPDX-License-Identifier: MIT
#include "quixo/rules.h"

#include <fmt/format.h>

#include <charconv>

#include "base/text.h"
#include "quixo/error.h"

namespace quixo {
namespace {

constexpr std::string_view expected = "expected ROWSxCOLS[-lineK][-double-wins], such as 5x5 or 4x5-line3";

}  // namespace

const Rules& checked(const Rules& rules) {
  if (rules.rows < 2 || rules.cols < 2 || rules.cells() > max_cells)
    throw Error(fmt::format(
        "a {}x{} board is not supported: it needs at least 2 rows and 2 columns and at most {} cells",
        rules.rows, rules.cols, max_cells));
  const int longer = std::max(rules.rows, rules.cols);
  if (rules.line < 2 || rules.line > longer)
    throw Error(fmt::format("a line of {} is not possible on {}x{}: it must be from 2 to {}", rules.line,
                            rules.rows, rules.cols, longer));
  return rules;
}

namespace {

/// Reads a number of one or two digits without a leading zero off the front of `rest`.
bool take_number(std::string_view& rest, int& number) {
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + std::min<std::size_t>(rest.size(), 2), number);
  if (error != std::errc{} || rest.front() == '0' || rest.front() == '-') return false;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return true;
}

bool take(std::string_view& rest, std::string_view word) {
  if (!rest.starts_with(word)) return false;
  rest.remove_prefix(word.size());
  return true;
}

}  // namespace

Rules rules_for_size(int rows, int cols) {
  return checked({rows, cols, std::min(rows, cols), DoubleLine::loses});
}

Rules parse_rules(std::string_view name) {
  std::string_view rest = name;
  const auto malformed = [&] {
    const std::string where = rest == name   ? ""
                              : rest.empty() ? ", it ends too soon"
                                             : fmt::format(" from {} on", quoted(rest));
    return Error(fmt::format("{} is not a rules name{}: {}", quoted(name), where, expected));
  };
  int rows = 0;
  int cols = 0;
  if (!take_number(rest, rows) || !take(rest, "x") || !take_number(rest, cols)) throw malformed();
  Rules rules{rows, cols, std::min(rows, cols), DoubleLine::loses};
  if (take(rest, "-line") && !take_number(rest, rules.line)) throw malformed();
  if (take(rest, "-double-wins")) rules.double_line = DoubleLine::wins;
  if (!rest.empty()) throw malformed();
  return checked(rules);
}

std::string to_string(const Rules& rules) {
  std::string name = fmt::format("{}x{}", rules.rows, rules.cols);
  if (rules.line != rules.default_line()) name += fmt::format("-line{}", rules.line);
  if (rules.double_line == DoubleLine::wins) name += "-double-wins";
  return name;
}

}  // namespace quixo
