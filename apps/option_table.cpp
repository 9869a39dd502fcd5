// SPDX-License-Identifier: MIT
#include "apps/option_table.h"

namespace quixo::apps {

std::vector<std::string> names_of_verbs(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands(nullptr)) names.push_back(verb->get_name());
  return names;
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* each) { return each->get_positional(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* each) { return each->nonpositional(); });
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& letter : option.get_snames()) names.push_back("-" + letter);
  for (const std::string& word : option.get_lnames()) names.push_back("--" + word);
  return names;
}

Given given(const CLI::Option& option) {
  if (option.get_expected_max() == 0 || option.get_type_size() == 0) return {};
  // The parser joins the name of the type and the descriptions of the checks with colons.
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  const std::string of = colon == std::string::npos ? "" : type.substr(colon + 1);
  return {option.get_positional() ? option.get_name(true) : type.substr(0, colon), of};
}

}  // namespace quixo::apps
