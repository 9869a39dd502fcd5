// SPDX-License-Identifier: MIT
#include "apps/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "apps/option_table.h"
#include "play/computer.h"
#include "quixo/rules.h"

namespace quixo::apps {
namespace {

enum class Files : std::uint8_t { none, directories, all };

/// What may stand for a value.
struct Offer {
  std::vector<std::string> words;
  Files files = Files::none;
};

/// The boards, lying; whoever wants one standing or another line types it.
std::vector<std::string> boards() {
  std::vector<std::string> names;
  for (int rows = 2; rows <= 5; ++rows)
    for (int columns = rows; rows * columns <= max_cells; ++columns)
      names.push_back(fmt::format("{}x{}", rows, columns));
  return names;
}

std::vector<std::string> split(const std::string& words) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(", ", at), words.size());
    list.push_back(words.substr(at, end - at));
    at = end + 2;
  }
  return list;
}

Offer offer(const CLI::App& app, const CLI::Option& option) {
  const Given takes = given(option);
  if (takes.of.find(", ") != std::string::npos) return {split(takes.of)};  // as one_of() writes them
  if (takes.what == "RULES") return {boards()};
  if (takes.what == "TABLE") return {boards(), Files::directories};
  if (takes.what == "VERB") return {names_of_verbs(app)};
  if (takes.what == "DIR") return {{}, Files::directories};
  if (takes.what == "FILE" || takes.what == "GAME") return {{}, Files::all};
  if (takes.what != "PLAYER" && takes.what != "WHO") return {};
  std::vector<std::string> players = Computer::all();
  players.emplace_back("random");
  if (takes.what == "WHO") players.insert(players.begin(), "human");
  return {players};
}

/// What all arguments of a verb together may be.
Offer offer_of_arguments(const CLI::App& app, const CLI::App& verb) {
  Offer all;
  for (const CLI::Option* argument : arguments_of(verb)) {
    const Offer one = offer(app, *argument);
    all.words.insert(all.words.end(), one.words.begin(), one.words.end());
    all.files = std::max(all.files, one.files);
  }
  return all;
}

std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> all;
  for (const CLI::Option* option : options_of(app))
    for (const std::string& name : names_of(*option)) all.push_back(name);
  return all;
}

/// One word for the shell.
std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) safe += c == '\'' ? "'\\''" : std::string(1, c);
  return safe + '\'';
}

std::string spaced(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

constexpr const char* made = "made by quixo manual of the options of the program.";

std::string bash_offer(const Offer& offer) {
  const char* files = offer.files == Files::none ? "" : offer.files == Files::all ? " files=-f" : " files=-d";
  return fmt::format("words={}{} ;;\n", quoted(spaced(offer.words)), files);
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string values;
  std::string verbs;
  for (const CLI::App* verb : app.get_subcommands(nullptr)) {
    for (const CLI::Option* option : options_of(*verb))
      if (!given(*option).what.empty())
        for (const std::string& name : names_of(*option))
          values += fmt::format("    {}\\ {}) {}", verb->get_name(), name, bash_offer(offer(app, *option)));
    verbs += fmt::format("      {}) options={} {}", verb->get_name(), quoted(spaced(names_of_options(*verb))),
                         bash_offer(offer_of_arguments(app, *verb)));
  }
  return fmt::format(R"(# Completion of quixo for bash, {}
_quixo() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} verb= options= words= files= each
  # bash takes --option=value for three words.
  [[ $word == = ]] && word=
  [[ $before == = ]] && before=${{COMP_WORDS[COMP_CWORD - 2]}}
  for each in "${{COMP_WORDS[@]:1:COMP_CWORD - 1}}"; do
    [[ $each == -* ]] || {{ verb=$each; break; }}
  done
  COMPREPLY=()
  case "$verb $before" in
{}    *) case $verb in
{}      '') options={} words={} ;;
    esac ;;
  esac
  [[ $word == -* ]] && words=$options files=
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O ${{#COMPREPLY[@]}} COMPREPLY < <(compgen "$files" -- "$word")
  fi
}}
complete -F _quixo quixo
)",
                     made, values, verbs, quoted(spaced(names_of_options(app))),
                     quoted(spaced(names_of_verbs(app))));
}

std::string zsh_completion(const CLI::App& app) {
  // What follows a colon in zsh's specifications: its own function for files, or one space for what nobody
  // knows.
  const auto action = [&](const CLI::Option& option) {
    const Offer known = offer(app, option);
    const std::string words = '(' + spaced(known.words) + ')';
    const std::string files = known.files == Files::directories ? "_files -/" : "_files";
    if (known.files == Files::none) return known.words.empty() ? " " : words;
    return known.words.empty()
               ? files
               : fmt::format("_alternative \"words:word:{}\" \"files:file:{}\"", words, files);
  };
  const auto option_spec = [&](const CLI::Option& option, const std::string& name) {
    std::vector<std::string> others;
    for (const CLI::Option* other : option.get_excludes())
      if (other->nonpositional()) others.push_back(other->get_name());
    std::ranges::sort(others);  // the set is in the order of addresses
    std::string description;
    for (const char c : option.get_description()) description += c == ']' ? "\\]" : std::string(1, c);
    const std::string what = given(option).what;
    return quoted(fmt::format("{}{}[{}]{}", others.empty() ? "" : '(' + spaced(others) + ')', name,
                              description, what.empty() ? "" : ':' + what + ':' + action(option)));
  };
  const auto specs = [&](const CLI::App& verb) {
    std::string text;
    for (const CLI::Option* option : options_of(verb))
      for (const std::string& name : names_of(*option)) text += " \\\n    " + option_spec(*option, name);
    for (const CLI::Option* argument : arguments_of(verb))
      text += " \\\n    " + quoted(fmt::format("{}:{}:{}", argument->get_expected_max() > 1 ? "*" : "",
                                               given(*argument).what, action(*argument)));
    return text;
  };
  std::string list;
  std::string cases;
  for (const CLI::App* verb : app.get_subcommands(nullptr)) {
    list += fmt::format("    {}\n", quoted(verb->get_name() + ':' + verb->get_description()));
    cases += fmt::format("  {}) _arguments{} ;;\n", verb->get_name(), specs(*verb));
  }
  return fmt::format(R"(#compdef quixo
# Completion of quixo for zsh, {}
local curcontext=$curcontext state line
local -a verbs
typeset -A opt_args
_arguments -C{} \
    ':verb:->verb' '*:: :->rest' && return
if [[ $state == verb ]]; then
  verbs=(
{}  )
  _describe verb verbs
  return
fi
curcontext=${{curcontext%:*:*}}:quixo-$words[1]:
case $words[1] in
{}esac
)",
                     made, specs(app), list, cases);
}

std::string fish_completion(const CLI::App& app) {
  std::string text = fmt::format("# Completion of quixo for fish, {}\ncomplete -c quixo -f\n", made);
  const auto arguments = [](const Offer& known) {
    const std::string words = spaced(known.words);
    const char* files = known.files == Files::directories ? " (__fish_complete_directories)"
                        : known.files == Files::all       ? " (__fish_complete_path)"
                                                          : "";
    return words.empty() && known.files == Files::none ? "" : " -a " + quoted(words + files);
  };
  const auto add = [&](const std::string& when, const CLI::App& verb) {
    const std::string line = "complete -c quixo -n " + quoted(when);
    for (const CLI::Option* option : options_of(verb)) {
      text += line;
      for (const std::string& letter : option->get_snames()) text += " -s " + letter;
      for (const std::string& word : option->get_lnames()) text += " -l " + word;
      if (!given(*option).what.empty()) text += " -x" + arguments(offer(app, *option));
      text += " -d " + quoted(option->get_description()) + '\n';
    }
    if (const std::string known = arguments(offer_of_arguments(app, verb)); !known.empty())
      text += line + known + '\n';
  };
  add("__fish_use_subcommand", app);
  for (const CLI::App* verb : app.get_subcommands(nullptr)) {
    text += fmt::format("complete -c quixo -n __fish_use_subcommand -a {} -d {}\n", verb->get_name(),
                        quoted(verb->get_description()));
    add("__fish_seen_subcommand_from " + verb->get_name(), *verb);
  }
  return text;
}

}  // namespace quixo::apps
