// SPDX-License-Identifier: MIT
//
// The program `quixo`: wiring only. Exit codes: 0 done, 1 failed, 2 wrong usage. Stopped in the middle of
// long work it dies of the signal.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <sstream>

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
  fmt::print(stderr, "quixo: {}\n", message);
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

/// What is wrong with a command, and where the help for it is.
std::string misuse(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> verbs = app.get_subcommands();
  const bool in_verb = !verbs.empty() && app.remaining_size() == 0;
  const CLI::App& at = in_verb ? *verbs.front() : app;
  std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    std::vector<std::string> words = at.remaining();
    std::erase(words, "--");
    const bool option = words.front().starts_with('-');
    const std::string word = quixo::quoted(words.front());
    message = in_verb ? fmt::format("{} {} {}", at.get_name(),
                                    option ? "has no option" : "takes no further word", word)
                      : fmt::format("there is no {} {}", option ? "option" : "verb", word);
  }
  return fmt::format("{} (see quixo {}--help)", message, in_verb ? at.get_name() + ' ' : "");
}

/// The instruction set that the environment asks for.
void choose_simd_target() {
  if (const char* simd = std::getenv("QUIXO_SIMD"); simd != nullptr && *simd != '\0')
    cube::use_simd_target(simd);
}

int run(int argc, char** argv) {
  CLI::App app("Quixo, strongly solved: every position of every board, and its true value.", "quixo");
  app.set_version_flag("--version", "quixo " + std::string(version));
  app.footer("quixo VERB --help shows the options of a verb and an example.");
  app.require_subcommand(0, 1);
  add_show(app);
  add_perft(app);
  add_solve(app);
  add_probe(app);
  add_line(app);
  add_tables(app);
  add_study(app);
  add_find(app);
  add_verify(app);
  add_play(app);
  add_review(app);
  add_serve(app);
  add_match(app);
  add_bench(app);
  refuse_empty_values(app);
  app.parse_complete_callback([&app] {
    const bool by_the_rules_alone = app.got_subcommand("show") || app.got_subcommand("perft");
    if (!by_the_rules_alone) choose_simd_target();
  });
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) throw CLI::RequiredError("A verb");
    return 0;
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    print(text.str());
    return 0;
  } catch (const CLI::ParseError& error) {
    return fail(2, misuse(app, error));
  }
}

}  // namespace
}  // namespace quixo::apps

int main(int argc, char** argv) {
  try {
    return quixo::apps::run(argc, argv);
  } catch (const std::bad_alloc&) {
    return quixo::apps::fail(
        1, "there is not enough memory: close other programs, use fewer threads or a machine with more");
  } catch (const std::exception& error) {
    return quixo::apps::fail(1, error.what());
  }
}
