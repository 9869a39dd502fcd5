// SPDX-License-Identifier: MIT
//
// The program `quixo`: wiring only. Exit codes: 0 done, 1 failed, 2 wrong usage. Stopped in the middle of
// long work it dies of the signal.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <sstream>

#include "apps/did_you_mean.h"
#include "apps/option_table.h"
#include "apps/say.h"
#include "apps/team.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "cube/kernel.h"
#include "quixo/error.h"
#include "quixo/version.h"

namespace quixo::apps {

namespace {

/// Prints the message as one line, whatever the arguments it quotes hold.
int fail(int code, std::string message) {
  std::ranges::replace_if(
      message, [](unsigned char c) { return std::iscntrl(c) != 0; }, '?');
  say("quixo: " + message + '\n');
  return code;
}

/// For all options of all verbs: an unset variable of a script must not pass for an option that was left out.
void refuse_empty_values(CLI::App& app) {
  for (CLI::App* verb : app.get_subcommands({}))
    for (CLI::Option* option : verb->get_options([](CLI::Option* each) { return each->nonpositional(); }))
      option->check([](const std::string& value) {
        return value.empty() ? "the value is empty: give one, or leave the option out" : "";
      });
}

/// Numbers are N in help and manual, whatever type they have here.
void call_numbers_n(CLI::App& app) {
  for (CLI::App* verb : app.get_subcommands({}))
    for (CLI::Option* option : verb->get_options())
      if (const std::string type = option->get_type_name();
          type.starts_with("UINT") || type.starts_with("INT"))
        option->type_name("N");
}

std::vector<std::string> words_of_options(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* option : options_of(app))
    for (const std::string& word : option->get_lnames()) words.push_back("--" + word);
  return words;
}

std::string no_verb(const CLI::App& app, const std::string& word) {
  return fmt::format("there is no verb {}{}", quixo::quoted(word), did_you_mean(word, names_of_verbs(app)));
}

/// The words that no verb or option takes.
std::string extra_words(const CLI::App& app, const CLI::App& at) {
  std::vector<std::string> words = at.remaining();
  std::erase(words, "--");
  const std::string& word = words.front();
  const std::string name = word.substr(0, word.find('='));
  const std::string verb = at.get_name();
  if (word.starts_with('-'))
    return fmt::format("{} option {}{}", &at == &app ? "there is no" : verb + " has no", quixo::quoted(word),
                       did_you_mean(name, words_of_options(at)));
  return &at == &app ? no_verb(app, word)
                     : fmt::format("{} takes no further word {}", verb, quixo::quoted(word));
}

/// What the parser says in words of its own, in plain ones.
std::string plain(const CLI::ParseError& error) {
  std::string message = error.what();
  const auto replace = [&](const std::string& from, const char* to) {
    if (const std::size_t at = message.find(from); at != std::string::npos)
      message.replace(at, from.size(), to);
  };
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) replace(" excludes ", " does not go with ");
  if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) replace(" requires ", " goes only with ");
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && message.ends_with(" missing"))
    message = message.substr(0, message.find(':')) + ": the value is missing";
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {  // numbers have checks of their own
    replace("Could not convert: ", "");
    message = message.substr(0, message.find(" = ")) + " takes no value";
  }
  return message;
}

/// What is wrong with a command, and where the help for it is.
std::string misuse(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> verbs = app.get_subcommands();
  const bool in_verb = !verbs.empty() && app.remaining_size() == 0 && verbs.front()->get_name() != "help";
  const CLI::App& at = in_verb ? *verbs.front() : app;
  const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  return fmt::format("{} (see quixo {}--help)", extra ? extra_words(app, at) : plain(error),
                     in_verb ? at.get_name() + ' ' : "");
}

/// What `quixo VERB --help` shows; of the whole program when no verb is named.
void add_help(CLI::App& app) {
  const auto named = std::make_shared<std::string>();
  CLI::App* help = add_verb(app, "help", "Show the help of a verb, or this list", "quixo help probe");
  help->add_option("VERB", *named, "the verb (default: all of them)");
  help->callback([&app, named] {
    if (named->empty())
      return print(app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal));
    const std::vector<std::string> verbs = names_of_verbs(app);
    if (std::ranges::find(verbs, *named) == verbs.end()) throw CLI::ValidationError(no_verb(app, *named));
    print(app.get_subcommand(*named)->help(app.get_name()));
  });
}

/// The instruction set that the environment asks for.
void choose_simd_target() {
  if (const char* simd = std::getenv("QUIXO_SIMD"); simd != nullptr && *simd != '\0')
    cube::use_simd_target(simd);
}

/// A standard stream that was closed would be the next file that is opened, and what is printed would go into
/// a table. Its place is taken by a file that lets itself be used in the wrong direction only: the stream
/// fails.
void take_places_of_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int run(int argc, char** argv) {
  CLI::App app("Quixo, strongly solved: every position of every board, and its true value.", "quixo");
  app.set_version_flag("--version",
                       fmt::format("quixo {} (table format {}, API v{})", version, table_format, http_api));
  app.footer("quixo help VERB shows the options of a verb and an example. To begin with: quixo play");
  app.require_subcommand(0, 1);
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  add_play(app);
  add_serve(app);
  add_probe(app);
  add_line(app);
  add_review(app);
  add_match(app);
  add_judge(app);
  add_show(app);
  add_solve(app);
  add_tables(app);
  add_verify(app);
  add_find(app);
  add_study(app);
  add_data(app);
  add_perft(app);
  add_bench(app);
  add_manual(app);
  add_help(app);
  call_numbers_n(app);
  refuse_empty_values(app);
  app.parse_complete_callback([&app] {
    const bool by_the_rules_alone = app.got_subcommand("show") || app.got_subcommand("perft") ||
                                    app.got_subcommand("manual") || app.got_subcommand("help");
    if (!by_the_rules_alone) choose_simd_target();
  });
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) print(app.help());
    return 0;
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    print(text.str());
    return 0;
  } catch (const CLI::ParseError& error) {
    // With any other code the launcher might end the one that speaks before it has.
    return Team::says_what_is_wrong() ? fail(2, misuse(app, error)) : 0;
  }
}

}  // namespace
}  // namespace quixo::apps

int main(int argc, char** argv) {
  quixo::apps::take_places_of_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is an error like any other
  try {
    return quixo::apps::run(argc, argv);
  } catch (const std::exception& error) {
    return quixo::apps::fail(1, quixo::apps::words_of(error));
  }
}
