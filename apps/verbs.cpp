// SPDX-License-Identifier: MIT
#include "apps/verbs.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "apps/did_you_mean.h"
#include "base/text.h"

namespace quixo::apps {

CLI::App* add_verb(CLI::App& app, const std::string& name, const std::string& description,
                   const std::string& example) {
  CLI::App* verb = app.add_subcommand(name, description);
  verb->group("Verbs");
  verb->footer("Example:\n  " + example);
  return verb;
}

CLI::Validator number_from(std::uint64_t least, std::uint64_t most) {
  const auto check = [=](const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    if (is_number && text.size() > 1 && text[0] == '0')  // which the parser would take for octal
      return fmt::format("{} begins with a zero: numbers are decimal, so leave it out", quixo::quoted(text));
    if (is_number && number >= least && number <= most) return std::string();
    return fmt::format("{} is no number from {} to {}", quixo::quoted(text), least, most);
  };
  return {check, most == UINT64_MAX ? "" : fmt::format("{} to {}", least, most)};
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  const auto check = [=](const std::string& text) {
    if (std::ranges::find(words, text) != words.end()) return std::string();
    return fmt::format("{} is none of {}{}", quixo::quoted(text), fmt::join(words, ", "),
                       did_you_mean(text, words));
  };
  return {check, fmt::format("{}", fmt::join(words, ", "))};
}

CLI::Option* add_threads_option(CLI::App& verb, int& threads) {
  return verb.add_option("--threads", threads, "threads to use (default: all)")->check(number_from(1, 1024));
}

CLI::Option* add_seed_option(CLI::App& verb, std::uint64_t& seed, const std::string& description) {
  return verb.add_option("--seed", seed, description)->check(number_from(0, UINT64_MAX));
}

std::optional<Rules> named_rules(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return from_argument("--rules", [&] { return parse_rules(name); });
}

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw Error("cannot write to standard output");
}

}  // namespace quixo::apps
