// SPDX-License-Identifier: MIT
#include "apps/verbs.h"

#include <charconv>
#include <cstdio>

#include "base/text.h"

namespace quixo::apps {

CLI::App* add_verb(CLI::App& app, const std::string& name, const std::string& description,
                   const std::string& example) {
  CLI::App* verb = app.add_subcommand(name, description);
  verb->footer("Example:\n  " + example);
  return verb;
}

CLI::Option* add_seed_option(CLI::App& verb, std::uint64_t& seed, const std::string& description) {
  return verb.add_option("--seed", seed, description)->check([](const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_seed = error == std::errc() && end == text.data() + text.size();
    return is_seed ? "" : fmt::format("{} is no number from 0 to {}", quixo::quoted(text), UINT64_MAX);
  });
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
