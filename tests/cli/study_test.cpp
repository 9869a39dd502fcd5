// SPDX-License-Identifier: MIT
//
// quixo study, find and line --svg as their users meet them: what they write and print, and their errors.
#include <filesystem>
#include <set>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

std::set<std::string> names_in(const std::filesystem::path& directory) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    names.insert(entry.path().filename());
  return names;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// study --------------------------------------------------------------------------------------------------

TEST(Study, WritesAReport) {
  const TemporaryDirectory directory;
  const auto folder = directory.path() / "some" / "where";
  EXPECT_EQ(quixo({"study", "3x3", "--out", folder}), done((folder / "report.md").string() + '\n'));
  EXPECT_EQ(names_in(folder),
            (std::set<std::string>{"report.md", "report.json", "classes.csv", "distances.csv", "outcomes.svg",
                                   "distances.svg", "positions.svg", "game.svg", "game.txt"}));
  EXPECT_TRUE(bytes_of(folder / "report.md")
                  .starts_with("# Quixo 3x3\n\nThe empty board: the first player "
                               "wins in 7 moves.\n"));
  EXPECT_EQ(json::parse(bytes_of(folder / "report.json")).at("totals").at("win"), 12'748);
  const auto first = files_in(folder);
  EXPECT_EQ(quixo({"study", "3x3", "--out", folder, "--threads", "3"}).code, 0);
  EXPECT_EQ(files_in(folder), first);
}

TEST(Study, TakesThePlaceOfAnEarlierReport) {
  const TemporaryDirectory directory;
  const auto folder = directory.path() / "report";
  EXPECT_EQ(quixo({"study", "3x3", "--out", folder}).code, 0);
  write_bytes(folder / "notes.txt", "mine");
  EXPECT_EQ(quixo({"solve", "2x9", "--outcome-only", "--out", directory.path()}).code, 0);
  EXPECT_EQ(quixo({"study", "2x9", "--out", folder, "--tables", directory.path()}).code, 0);
  EXPECT_EQ(names_in(folder), (std::set<std::string>{"report.md", "report.json", "classes.csv",
                                                     "outcomes.svg", "positions.svg", "notes.txt"}));
}

TEST(Study, AReportThatIsNotWholeHasNoReportMd) {
  const TemporaryDirectory directory;
  const auto folder = directory.path() / "report";
  EXPECT_EQ(quixo({"study", "3x3", "--out", folder}).code, 0);
  // Files of a few kilobytes at most: the figures are larger.
  const std::string limited =
      "trap '' XFSZ; ulimit -f 8; exec " QUIXO_PROGRAM " study 3x3 --out " + folder.string() + " 2>&1";
  std::FILE* pipe = popen(limited.c_str(), "r");
  check(pipe != nullptr, "popen");
  std::string text(200, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), pipe));
  EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 1);
  EXPECT_TRUE(text.starts_with("quixo: cannot write '" + folder.string())) << text;
  EXPECT_TRUE(text.ends_with("': File too large\n")) << text;
  EXPECT_FALSE(std::filesystem::exists(folder / "report.md"));
}

TEST(Study, OfATableOnDiskIsTheSame) {
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"solve", "3x3", "--out", directory.path() / "tables"}).code, 0);
  EXPECT_EQ(
      quixo({"study", "3x3", "--out", directory.path() / "disk", "--tables", directory.path() / "tables"})
          .code,
      0);
  EXPECT_EQ(
      quixo({"study", "3x3", "--out", directory.path() / "memory", "--tables", directory.path() / "none"})
          .code,
      0);
  EXPECT_EQ(files_in(directory.path() / "disk"), files_in(directory.path() / "memory"));
}

TEST(Study, AMissingTableIsAFailureThatSaysWhatMakesIt) {
  const TemporaryDirectory directory;
  const Outcome outcome =
      quixo({"study", "4x5", "--out", directory.path() / "out", "--tables", directory.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome;
  EXPECT_TRUE(holds(outcome.err, "quixo solve 4x5")) << outcome;
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "out"));
}

TEST(Study, ADamagedTableIsAFailureThatNamesIt) {
  const TemporaryDirectory directory;
  const auto kept = directory.path() / "3x3" / "distance";
  EXPECT_EQ(quixo({"solve", "3x3", "--out", directory.path()}).code, 0);
  write_bytes(kept / "manifest.json", "{");
  const Outcome outcome = quixo({"study", "3x3", "--out", directory.path(), "--tables", directory.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome;
  EXPECT_TRUE(holds(outcome.err, (kept / "manifest.json").string())) << outcome;
}

TEST(Study, ADirectoryThatCannotBeMadeIsAFailure) {
  const TemporaryDirectory directory;
  write_bytes(directory.path() / "file", "");
  EXPECT_EQ(quixo({"study", "3x3", "--out", directory.path() / "file"}),
            failed("cannot create '" + (directory.path() / "file").string() + "': Not a directory"));
  const Outcome outcome = quixo({"study", "3x3", "--out", "/proc/none"});
  EXPECT_EQ(outcome, failed("cannot create '/proc/none': No such file or directory"));
}

TEST(Study, WrongUsage) {
  EXPECT_EQ(quixo({"study"}), misused("study", "RULES is required"));
  EXPECT_EQ(quixo({"study", "3by3"}), misused("study",
                                              "RULES: '3by3' is not a rules name from 'by3' on: expected "
                                              "ROWSxCOLS[-lineK][-double-wins], such as 5x5 or 4x5-line3"));
  EXPECT_EQ(quixo({"study", "3x3", "--threads", "0"}),
            misused("study", "--threads: '0' is no number from 1 to 1024"));
}

// find ---------------------------------------------------------------------------------------------------

TEST(Find, PrintsPositionsForProbe) {
  EXPECT_EQ(quixo({"find", "4x4", "--outcome", "loss", "--distance", "22"}), done("4/1OOX/4/XO2 x\n"));
  EXPECT_EQ(quixo({"find", "3x3", "--distance", "7-", "--limit", "2"}), done("3/3/3 x\n1X1/1O1/3 x\n"));
}

TEST(Find, FiltersHoldForWhatIsFound) {
  const Outcome found =
      quixo({"find", "4x4", "--outcome", "win", "--distance", "9-13", "--own-cubes", "5", "--opponent-cubes",
             "4-5", "--winning-moves", "1", "--reachable", "--limit", "5"});
  EXPECT_EQ(found.code, 0) << found;
  ASSERT_EQ(lines_of(found.out).size(), 5U) << found;
  for (const std::string& position : lines_of(found.out)) {
    const json probed = parsed(quixo({"probe", position, "--json"}));
    EXPECT_EQ(probed.at("outcome"), "win");
    EXPECT_GE(probed.at("distance_moves"), 9);
    EXPECT_LE(probed.at("distance_moves"), 13);
    EXPECT_EQ(std::ranges::count(position, 'X'), 5);
    const auto opponent = std::ranges::count(position, 'O');
    EXPECT_TRUE(opponent == 4 || opponent == 5) << position;
    const json& moves = probed.at("moves");
    EXPECT_EQ(std::ranges::count_if(moves, [](const json& move) { return move.at("outcome") == "win"; }), 1);
  }
}

TEST(Find, PrintsLongListsWhole) {
  const Outcome found = quixo({"find", "4x4", "--outcome", "draw", "--cubes", "10-11"});
  EXPECT_EQ(found.code, 0) << found.err;
  const std::vector<std::string> lines = lines_of(found.out);
  EXPECT_GT(found.out.size(), std::size_t{1} << 17);  // printed in pieces
  EXPECT_EQ(std::set(lines.begin(), lines.end()).size(), lines.size());
  for (const std::string& line : lines) ASSERT_TRUE(line.ends_with(" x")) << line;
}

TEST(Find, SamplesBySeed) {
  const Arguments arguments = {"find", "4x4", "--outcome", "draw", "--sample", "4", "--seed"};
  const auto with = [&](const std::string& seed) {
    Arguments all = arguments;
    all.push_back(seed);
    return quixo(all);
  };
  const Outcome one = with("1");
  EXPECT_EQ(lines_of(one.out).size(), 4U) << one;
  EXPECT_EQ(with("1"), one);
  EXPECT_NE(with("2"), one);
}

TEST(Find, NothingIsAFailureThatSaysSo) {
  EXPECT_EQ(quixo({"find", "3x3", "--outcome", "draw"}), failed("no position of 3x3 is like that"));
  EXPECT_EQ(quixo({"find", "3x3", "--outcome", "draw", "--sample", "3"}),
            failed("no position of 3x3 is like that"));
}

TEST(Find, ATableWithoutDistancesCannotBeSearchedForThem) {
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"solve", "2x9", "--outcome-only", "--out", directory.path()}).code, 0);
  EXPECT_EQ(quixo({"find", "2x9", "--distance", "3", "--tables", directory.path()}),
            failed("this table of 2x9 has no distances to look for: make them with quixo solve 2x9"));
  const Outcome found =
      quixo({"find", "2x9", "--outcome", "win", "--limit", "1", "--tables", directory.path()});
  EXPECT_EQ(found, done("9/9 x\n"));
  EXPECT_EQ(lines_of(quixo({"find", "2x9", "--sample", "3", "--tables", directory.path()}).out).size(), 3U);
}

TEST(Find, AMissingTableIsAFailure) {
  const TemporaryDirectory directory;
  const Outcome outcome = quixo({"find", "5x5", "--tables", directory.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome;
  EXPECT_TRUE(holds(outcome.err, "quixo solve 5x5")) << outcome;
}

TEST(Find, WrongUsage) {
  EXPECT_EQ(quixo({"find"}), misused("find", "RULES is required"));
  EXPECT_EQ(quixo({"find", "3x3", "--colour", "red"}), misused("find", "find has no option '--colour'"));
  EXPECT_EQ(quixo({"find", "3x3", "--outcome", "lost"}),
            misused("find", "--outcome: 'lost' is none of win, draw, loss: did you mean loss?"));
  EXPECT_EQ(quixo({"find", "3x3", "--limit", "1", "--sample", "1"}),
            misused("find", "--limit does not go with --sample"));
  EXPECT_EQ(quixo({"find", "3x3", "--seed", "1"}), misused("find", "--seed goes only with --sample"));
  EXPECT_EQ(quixo({"find", "3x3", "--sample", "1", "--seed", "-1"}),
            misused("find", "--seed: '-1' is no number from 0 to 18446744073709551615"));
  EXPECT_EQ(quixo({"find", "3x3", "--reachable", "--unreachable"}),
            misused("find", "--reachable does not go with --unreachable"));
  for (const char* bad : {"x", "5-4", "3-x", "1.5", "99999999999", "3--4"})
    EXPECT_EQ(quixo({"find", "3x3", "--distance", bad}),
              misused("find", "--distance: '" + std::string(bad) +
                                  "' is not a range: write 5, or 5-9, or 5- for 5 or more"))
        << bad;
}

TEST(Find, OutputThatCannotBeWrittenIsAFailure) {
  EXPECT_EQ(quixo({"find", "3x3", "--limit", "1"}, Stdout::full), failed("cannot write to standard output"));
}

// line --svg ---------------------------------------------------------------------------------------------

TEST(LineSvg, WritesAnAnimatedGame) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "game.svg";
  const Outcome plain = quixo({"line", "3/3/3 x"});
  EXPECT_EQ(quixo({"line", "3/3/3 x", "--svg", file}), plain);
  const std::string svg = bytes_of(file);
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 100);
  EXPECT_TRUE(holds(svg, "@keyframes"));
  EXPECT_TRUE(holds(svg, "X has won after 7 moves"));
}

TEST(LineSvg, AFileThatCannotBeWrittenIsAFailure) {
  EXPECT_EQ(quixo({"line", "3/3/3 x", "--svg", "/proc/none/game.svg"}),
            failed("cannot write '/proc/none/game.svg': No such file or directory"));
}

}  // namespace
}  // namespace quixo::cli
