// SPDX-License-Identifier: MIT
//
// quixo verify as its users meet it: what it prints, and the exit codes of good and bad tables.
#include "tests/cli/program.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

class Verify : public testing::Test {
 protected:
  Verify() {
    EXPECT_EQ(quixo({"solve", "3x3", "--out", tables.path()}).code, 0);
    EXPECT_EQ(quixo({"solve", "2x4", "--outcome-only", "--out", tables.path()}).code, 0);
  }
  Outcome verify(Arguments arguments) const {
    arguments.insert(arguments.begin(), "verify");
    arguments.insert(arguments.end(), {"--tables", tables.path()});
    return quixo(arguments);
  }
  std::string directory(const char* name) const { return (tables.path() / name).string(); }

  const TemporaryDirectory tables;
};

TEST_F(Verify, ProvesATable) {
  const json full = parsed(verify({"3x3", "--full", "--json"}));
  EXPECT_EQ(full["good"], true);
  EXPECT_EQ(full["proved"], true);
  EXPECT_EQ(full["positions_checked"], 4599);
  EXPECT_EQ(full["problems"], json::array());
  const Outcome text = verify({"3x3", "--full"});
  EXPECT_EQ(text.code, 0) << text;
  EXPECT_TRUE(holds(text.out, "good") && holds(text.out, "proved from the rules")) << text;
}

/// What takes less time than a sample and says more needs no option, and no place for notes.
TEST_F(Verify, ProvesASmallTableUnasked) {
  for (const std::vector<std::string>& variables : {std::vector<std::string>{}, no_home}) {
    const json small =
        parsed(quixo({"verify", "3x3", "--json", "--tables", tables.path()}, Stdout::captured, variables));
    EXPECT_EQ(small["full"], true);
    EXPECT_EQ(small["proved"], true);
    EXPECT_EQ(small["share_found_at_99_percent"], nullptr);
  }
  const Outcome full =
      quixo({"verify", "3x3", "--full", "--tables", tables.path()}, Stdout::captured, no_home);
  EXPECT_EQ(full, failed("it is not known where to note how far the check has come: say with --work where "
                         "working files may go, and with XDG_STATE_HOME where notes are kept"));
}

/// As docs/format.md has it, for those who have no quixo.
TEST_F(Verify, GivesTheDigestThatCoreutilsGive) {
  const std::string command =
      "cd " + directory("3x3/distance") + " && LC_ALL=C sha256sum layer-* manifest.json | sha256sum";
  std::FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string digest(64, ' ');
  EXPECT_EQ(std::fread(digest.data(), 1, digest.size(), pipe), digest.size());
  pclose(pipe);
  EXPECT_EQ(parsed(verify({"3x3", "--json"}))["sha256"], digest);
  EXPECT_TRUE(holds(verify({"3x3"}).out, "  sha256     " + digest + '\n'));
}

TEST_F(Verify, LeavesFilesOfOthersWhereItWorks) {
  const TemporaryDirectory work;
  for (const char* name : {"lock", "state.json", "layer-05.losses"}) write_bytes(work.path() / name, "mine");
  EXPECT_EQ(verify({"3x3", "--full", "--work", work.path()}).code, 0);
  for (const char* name : {"lock", "state.json", "layer-05.losses"})
    EXPECT_EQ(bytes_of(work.path() / name), "mine");
  const std::string inside = directory("3x3/distance/work");
  EXPECT_EQ(
      verify({"3x3", "--full", "--work", inside}),
      failed(inside + " is inside the table, and what comes with a table proves nothing: say with --work "
                      "where working files may go, and with XDG_STATE_HOME where notes are kept"));
}

TEST_F(Verify, SaysWhatASampleIs) {
  const json sample = parsed(verify({directory("3x3/distance"), "--sample", "100", "--seed", "7", "--json"}));
  EXPECT_EQ(sample["good"], true);
  EXPECT_EQ(sample["proved"], false);
  EXPECT_EQ(sample["positions_checked"], 143);
  EXPECT_NEAR(sample["share_found_at_99_percent"], 0.045, 0.001);
  const Outcome text = verify({"3x3", "--sample", "100"});
  EXPECT_TRUE(holds(text.out, "Did one position in 22 not agree with its moves")) << text;
  EXPECT_FALSE(holds(verify({"3x3", "--sample", "0"}).out, "Did one position"));
  const Outcome outcomes = verify({"2x4", "--full"});
  EXPECT_EQ(outcomes.code, 0) << outcomes;
  EXPECT_TRUE(holds(outcomes.out, "which is no proof")) << outcomes;
  EXPECT_EQ(parsed(verify({"2x4", "--full", "--json"}))["proved"], false);
}

TEST_F(Verify, NamesTheDamage) {
  const std::string file = directory("3x3/distance/layer-06.distances");
  std::string bytes = bytes_of(file);
  bytes[60] = static_cast<char>(bytes[60] ^ 16);
  write_bytes(file, bytes);
  const Outcome outcome = verify({"3x3"});
  EXPECT_EQ(outcome.code, 1) << outcome;
  EXPECT_TRUE(holds(outcome.out, file + " is damaged in block 0 of 1")) << outcome;
  EXPECT_EQ(outcome.err,
            "quixo: " + directory("3x3/distance") + " is not to be trusted: remove it and solve again\n");
  const Outcome as_json = verify({"3x3", "--json"});
  EXPECT_EQ(as_json.code, 1);
  EXPECT_EQ(json::parse(as_json.out)["problems"][0]["check"], "files");
}

TEST_F(Verify, SaysOnlyWhatItKnows) {
  const std::string file = directory("3x3/distance/layer-06.distances");
  write_bytes(file, "");
  for (const Arguments& arguments : {Arguments{"3x3", "--json"}, {"3x3", "--json", "--full"}}) {
    const json damaged = json::parse(verify(arguments).out);
    EXPECT_EQ(damaged["signature"], "074ae202f787925e");
    EXPECT_EQ(damaged["sha256"], nullptr);
    EXPECT_EQ(damaged["positions_checked"], 0);
  }
  write_bytes(directory("3x3/distance/manifest.json"), "{");
  const json unknown = json::parse(verify({"3x3", "--json"}).out);
  EXPECT_EQ(unknown["good"], false);
  EXPECT_EQ(unknown["positions_checked"], 0);
  for (const char* field : {"rules", "metric", "signature", "sha256", "table_bytes"})
    EXPECT_EQ(unknown[field], nullptr) << field;
}

TEST_F(Verify, StoppedItSaysHowToGoOn) {
  EXPECT_EQ(quixo({"solve", "4x4", "--out", tables.path()}).code, 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program({"verify", "4x4", "--full", "--threads", "1", "--tables", tables.path()});
    wait_for([&] { return program.blocks(signal); });
    program.signal(signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.ends_with(
        "\nquixo: stopped. What was checked is noted: the same command goes on from there.\n"))
        << outcome;
  }
  EXPECT_EQ(verify({"4x4", "--full"}).code, 0);
}

/// A check that notes nothing leaves nothing.
TEST_F(Verify, StoppedItRemovesItsWorkingFiles) {
  EXPECT_EQ(quixo({"solve", "4x4", "--out", tables.path()}).code, 0);
  const TemporaryDirectory temporary;
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program({"verify", "4x4", "--threads", "1", "--tables", tables.path()}, Stdout::captured,
                    {"TMPDIR=" + temporary.path().string()});
    wait_for([&] { return !std::filesystem::is_empty(temporary.path()); });
    program.signal(signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 128 + signal) << outcome;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.ends_with("\nquixo: stopped. The check is not finished.\n")) << outcome;
    EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
  }
}

/// Killed at any moment, the same command goes on; what was damaged meanwhile is found all the same.
TEST_F(Verify, KilledItGoesOnAndTrustsNothing) {
  EXPECT_EQ(quixo({"solve", "4x4", "--out", tables.path()}).code, 0);
  const Arguments command = {"verify", "4x4", "--full", "--threads", "1", "--tables", tables.path()};
  using namespace std::chrono_literals;
  for (const auto after : {1ms, 50ms, 200ms, 500ms, 900ms}) {
    Program program(command);
    std::this_thread::sleep_for(after);
    program.signal(SIGKILL);
    program.wait();
  }
  EXPECT_EQ(quixo(command).code, 0);
  {
    Program program(command);
    wait_for([&] { return program.blocks(SIGINT); });
    std::this_thread::sleep_for(300ms);
    program.signal(SIGKILL);
    program.wait();
  }
  const std::string file = directory("4x4/distance/layer-15.outcomes");
  std::string bytes = bytes_of(file);
  bytes[60] = static_cast<char>(bytes[60] ^ 16);
  write_bytes(file, bytes);
  const Outcome damaged = quixo(command);
  EXPECT_EQ(damaged.code, 1) << damaged;
  EXPECT_TRUE(holds(damaged.out, file + " is damaged")) << damaged;
}

TEST_F(Verify, RefusesWrongUsage) {
  EXPECT_EQ(verify({}).code, 2);
  EXPECT_EQ(verify({"3x3", "--full", "--sample", "5"}).code, 2);
  EXPECT_EQ(verify({"3x3", "--threads", "0"}).code, 2);
  const Outcome nonsense = verify({"nonsense"});
  EXPECT_EQ(nonsense.code, 2);
  EXPECT_TRUE(holds(nonsense.err, "there is no directory of this name")) << nonsense;
  const Outcome missing = verify({"4x5"});
  EXPECT_EQ(missing, quixo({"find", "4x5", "--tables", tables.path()}));
  EXPECT_EQ(missing.code, 1);
  EXPECT_TRUE(holds(missing.err, ": quixo solve 4x5 makes it, which takes about ")) << missing;
  EXPECT_EQ(verify({"3x3", "--seed", "-1"}),
            misused("verify", "--seed: '-1' is no number from 0 to 18446744073709551615"));
  EXPECT_EQ(verify({tables.path()}),
            failed(tables.path().string() + " holds no table: quixo solve makes one"));
  const std::string file = directory("3x3/distance/manifest.json");
  const Outcome work = verify({"3x3", "--full", "--work", file});
  EXPECT_EQ(work.code, 1);
  EXPECT_TRUE(holds(work.err, file) && holds(work.err, ": say with --work where working files may go"))
      << work;
}

}  // namespace
}  // namespace quixo::cli
