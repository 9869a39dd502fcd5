// SPDX-License-Identifier: MIT
//
// Man pages and completion, held against what the program says in its help: nothing is left out. What the
// Tab key does with the scripts is tried in bash here, and in zsh and fish by tools/package-test.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/cli/program.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

std::set<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex); at != std::sregex_iterator(); ++at)
    found.insert((*at)[1]);
  return found;
}

/// As the list under "Verbs:" has them.
std::set<std::string> verbs() {
  const std::string help = quixo({"--help"}).out;
  return all_matches(help.substr(help.find("\nVerbs:")), "\n  ([a-z]+) ");
}

/// At the beginning of a line, alone or after a letter: "  -h,--help ...", "  --json ...".
std::set<std::string> options_in_help(const std::string& verb) {
  return all_matches(quixo({verb, "--help"}).out, "\n  (?:-[a-z],)?(--[a-z-]+)");
}

/// What follows the one text, up to the other.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t at = text.find(before);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + before.size();
  return text.substr(begin, text.find(after, begin) - begin);
}

class Manual : public ::testing::Test {
 protected:
  Manual() { EXPECT_EQ(quixo({"manual", directory_.path(), "--date", "2026-11-18"}), (Outcome{})); }

  std::string text(const std::string& name) const { return bytes_of(directory_.path() / name); }

  const TemporaryDirectory directory_;
};

TEST_F(Manual, HasAPageOfEachVerbWithEachOption) {
  ASSERT_GT(verbs().size(), 14U);
  const std::string program = text("quixo.1");
  for (const std::string& verb : verbs()) {
    const std::string page = text("quixo-" + verb + ".1");
    EXPECT_TRUE(page.starts_with(".TH QUIXO\\-")) << page;
    EXPECT_TRUE(holds(page, ".SH EXAMPLE\n.nf\n  quixo ")) << page;
    EXPECT_TRUE(holds(program, "\\fBquixo\\-" + verb + "\\fR(1)")) << program;
    for (const std::string& option : options_in_help(verb))
      EXPECT_TRUE(holds(page, "\\fB" + std::regex_replace(option, std::regex("-"), "\\-") + "\\fR"))
          << verb << ' ' << option;
  }
}

TEST_F(Manual, HasTheDateItWasGiven) { EXPECT_TRUE(holds(text("quixo.1"), " \"2026-11-18\" ")); }

TEST_F(Manual, CompletesEachOptionInEachShell) {
  const std::string bash = text("quixo.bash");
  const std::string zsh = text("_quixo");
  const std::string fish = text("quixo.fish");
  for (const std::string& verb : verbs()) {
    const std::string in_bash = between(bash, "\n      " + verb + ") options='", "'");
    const std::string in_zsh = between(zsh, "\n  " + verb + ") _arguments", ";;");
    for (const std::string& option : options_in_help(verb)) {
      EXPECT_TRUE(holds(' ' + in_bash + ' ', ' ' + option + ' ')) << verb << ' ' << option;
      EXPECT_TRUE(holds(in_zsh, option + '[')) << verb << ' ' << option;
      EXPECT_TRUE(
          std::regex_search(fish, std::regex("_from " + verb + "'( -s [a-z])? -l " + option.substr(2) + ' ')))
          << verb << ' ' << option;
    }
  }
}

TEST_F(Manual, TabWorksInBash) {
  const std::string script = directory_.path() / "quixo.bash";
  EXPECT_EQ(std::system(("bash " QUIXO_COMPLETION_TESTS "/in_bash " + script).c_str()), 0);
}

TEST_F(Manual, SaysWhenItCannotWrite) {
  EXPECT_EQ(quixo({"manual", "/dev/null/manual"}),
            failed("cannot make the directory /dev/null/manual: Not a directory"));
}

}  // namespace
}  // namespace quixo::cli
