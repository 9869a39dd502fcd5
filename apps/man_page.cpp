// SPDX-License-Identifier: MIT
#include "apps/man_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <span>

#include "apps/option_table.h"

namespace quixo::apps {
namespace {

/// Text as troff prints it: a plain hyphen would be typeset, and a dot at the start of a line be a request.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else if ((c == '.' || c == '\'') && (safe.empty() || safe.back() == '\n'))
      safe += std::string("\\&") + c;
    else
      safe += c;
  }
  return safe;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string head(const std::string& name, const std::string& description, const PageEdge& edge) {
  return fmt::format(".TH {} 1 \"{}\" \"quixo {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n",
                     upper(escaped(name)), edge.date, edge.version, escaped(name), escaped(description));
}

std::string example(const std::string& code) { return ".nf\n" + escaped(code) + "\n.fi\n"; }

/// What the value must be.
std::string limits(const std::string& of) {
  if (of.empty()) return "";
  return of.find(", ") == std::string::npos ? "; " + of : "; one of " + of;
}

/// "not with --out": what the parser will refuse.
std::string company(const std::string& words, const std::set<CLI::Option*>& others) {
  std::vector<std::string> names;
  for (const CLI::Option* other : others) names.push_back(other->get_name());
  std::ranges::sort(names);  // the set is in the order of addresses
  return names.empty() ? "" : fmt::format("; {} {}", words, fmt::join(names, ", "));
}

/// A row for each, under the name of what it is given.
std::string rows(const std::vector<const CLI::Option*>& options) {
  std::string text;
  for (const CLI::Option* option : options) {
    const Given takes = given(*option);
    std::vector<std::string> names;
    for (const std::string& name : names_of(*option)) names.push_back(bold(name));
    const std::string label =
        option->get_positional()
            ? italic(takes.what)
            : fmt::format("{}{}", fmt::join(names, ", "), takes.what.empty() ? "" : ' ' + italic(takes.what));
    text += fmt::format(
        ".TP\n{}\n{}\n", label,
        escaped(option->get_description() + limits(takes.of) + company("only with", option->get_needs()) +
                company("not with", option->get_excludes())));
  }
  return text;
}

std::string section(const std::string& title, const std::string& text) {
  return text.empty() ? "" : ".SH " + title + '\n' + text;
}

struct Term {
  const char* name;
  const char* meaning;
};

std::string terms(std::span<const Term> list) {
  std::string text;
  for (const Term& term : list) text += fmt::format(".TP\n{}\n{}\n", bold(term.name), escaped(term.meaning));
  return text;
}

// What the help of a verb takes for granted.
constexpr Term notation[] = {
    {"a5", "a cell: columns a, b, c ... from the left, rows 1, 2, 3 ... from the bottom"},
    {"a5e5", "a move: the taken cell, then the cell where the cube goes in"},
    {"XX2O/5/5/5/5 x",
     "a position: rows from the top; X, O, a dot for a blank, a number for a run of blanks; the player to "
     "move"},
    {"4x5-line3",
     "rules: rows and columns, then -line and its length if that is not the shorter side, then -double-wins "
     "if a move that makes lines of both symbols wins"},
};

constexpr Term environment[] = {
    {"XDG_DATA_HOME", "where tables are kept, in a folder quixo (default: ~/.local/share)"},
    {"XDG_STATE_HOME",
     "where a full check notes how far it has come, in a folder quixo (default: ~/.local/state)"},
    {"NO_COLOR", "no colours, whatever its value"},
    {"QUIXO_SIMD", "the instruction set to use, such as avx2"},
};

}  // namespace

std::string man_page(const CLI::App& app, const PageEdge& edge) {
  std::string verbs;
  for (const CLI::App* verb : app.get_subcommands(nullptr))
    verbs += fmt::format(".TP\n{}\n{}\n", bold(verb->get_name()), escaped(verb->get_description()));
  std::string pages;
  for (const std::string& name : names_of_verbs(app))
    pages += fmt::format("{}{}(1)", pages.empty() ? "" : ",\n", bold("quixo-" + name));
  std::string description = app.get_description();
  if (description.ends_with('.')) description.pop_back();
  return head("quixo", description, edge) +
         section("SYNOPSIS", bold("quixo") + " [" + italic("OPTIONS") + "] [" + italic("VERB") + "]\n") +
         section("DESCRIPTION", escaped(app.get_footer()) + '\n') + section("VERBS", verbs) +
         section("OPTIONS", rows(options_of(app))) + section("NOTATION", terms(notation)) +
         section("ENVIRONMENT", terms(environment)) +
         section("EXIT STATUS",
                 "0 done, 1 failed, 2 wrong usage. Long work that is stopped dies of the signal, which a "
                 "shell calls 130 or 143.\n") +
         section("SEE ALSO", pages + '\n');
}

std::string man_page(const CLI::App& app, const CLI::App& verb, const PageEdge& edge) {
  const CLI::Formatter formatter;
  std::string synopsis = bold(app.get_name() + ' ' + verb.get_name()) + " [" + italic("OPTIONS") + ']';
  for (const CLI::Option* argument : arguments_of(verb))
    synopsis += ' ' + italic(formatter.make_option_usage(argument));
  std::string footer = verb.get_footer();
  const std::string heading = "Example:\n";
  if (footer.starts_with(heading)) footer.erase(0, heading.size());
  return head("quixo-" + verb.get_name(), verb.get_description(), edge) +
         section("SYNOPSIS", synopsis + '\n') + section("ARGUMENTS", rows(arguments_of(verb))) +
         section("OPTIONS", rows(options_of(verb))) + section("EXAMPLE", example(footer)) +
         section("SEE ALSO", bold("quixo") + "(1)\n");
}

}  // namespace quixo::apps
