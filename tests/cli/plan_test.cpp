// SPDX-License-Identifier: MIT
//
// quixo solve --plan: what it says of boards that no machine here could solve.
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

using nlohmann::json;

json plan(const Arguments& more) {
  Arguments arguments = {"solve", "5x6", "--plan", "--json", "--threads", "8"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = quixo(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  return json::parse(outcome.out);
}

TEST(Plan, SaysWhatEachLayerTakes) {
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"solve", "2x2", "--outcome-only", "--plan", "--threads", "2", "--out", directory.path()}),
            done("2x2, outcomes, by 1 process with 2 threads each\n"
                 "\n"
                 "  layer      stored positions    memory      sent     messages  disk of all      time\n"
                 "      4                    16   45.0 MB   0 bytes            0      0 bytes       1 s\n"
                 "      3                     8   45.0 MB   0 bytes            0      1 bytes       1 s\n"
                 "      2                     8   45.0 MB   0 bytes            0      1 bytes       1 s\n"
                 "      1                     2   45.0 MB   0 bytes            0      1 bytes       1 s\n"
                 "      0                     1   45.0 MB   0 bytes            0      2 bytes       1 s\n"
                 "\n"
                 "  up to 45.0 MB of memory and 2 bytes of disk, about 1 s\n"));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(Plan, AddsUpAndFollowsTheProcessesAndTheirNetwork) {
  const json plan64 = plan({"--ranks", "64"});
  EXPECT_EQ(plan64["processes"], 64);
  ASSERT_EQ(plan64["layers"].size(), 31U);
  double positions = 0;
  double seconds = 0;
  double sent = 0;
  for (const json& layer : plan64["layers"]) {
    positions += layer["stored_positions"].get<double>();
    seconds += layer["seconds"].get<double>();
    sent += layer["sent_bytes"].get<double>();
    EXPECT_LE(layer["memory_bytes"], plan64["memory_bytes"]);
  }
  EXPECT_NEAR(positions, std::pow(3.0, 30) / 4, 1e12);  // of 4 symmetries
  EXPECT_NEAR(seconds, plan64["seconds"], 1);
  EXPECT_NEAR(sent, plan64["sent_bytes"], 100);
  EXPECT_GT(plan64["seconds"], plan64["work_seconds"]);

  const json plan512 = plan({"--ranks", "512"});
  for (const char* less : {"memory_bytes", "sent_bytes", "work_seconds", "seconds", "waits"})
    EXPECT_LT(plan512[less], plan64[less]) << less;
  EXPECT_EQ(plan({"--ranks", "1"})["sent_bytes"], 0);
  EXPECT_GT(plan64["disk_bytes"], 0);
  EXPECT_EQ(plan({"--ranks", "64", "--in-memory"})["disk_bytes"], 0);
  EXPECT_GT(plan({"--ranks", "64", "--latency", "500"})["seconds"], plan64["seconds"]);
  EXPECT_GT(plan({"--ranks", "64", "--bandwidth", "100MB"})["seconds"], plan64["seconds"]);
  EXPECT_LT(plan({"--ranks", "64", "--bandwidth", "100GB"})["seconds"], plan64["seconds"]);
}

/// What the largest layers of 5x6 ask of a process that has a share of them, and of one that has a bitmap of
/// the upper ones.
TEST(Plan, FollowsTheShareOfAProcessInEveryLayer) {
  const auto memory_of = [](const json& plan, int layer) {
    return plan["layers"][static_cast<std::size_t>(30 - layer)]["memory_bytes"].get<double>();
  };
  const json few = plan({"--ranks", "64", "--outcome-only"});
  const json many = plan({"--ranks", "2048", "--outcome-only"});
  // Nine bitmaps of 64 MiB: a process has one at the most, and works on it with one thread.
  EXPECT_LT(memory_of(many, 29), 8e9);
  // 123 of 32 MiB: who has one reads copies of some 30 others, with two planes each.
  EXPECT_GT(memory_of(many, 28), 110e6 + 30 * 2 * 32e6);
  EXPECT_LT(many["memory_bytes"], few["memory_bytes"].get<double>() / 3);
  // Three planes of the share are there in any case.
  EXPECT_GT(few["memory_bytes"], 3 * 7.88e12 / 8 / 64);
}

TEST(Plan, SaysWhenItCannotWork) {
  const auto with = [](const char* ranks, const char* memory) {
    return quixo({"solve", "5x6", "--plan", "--outcome-only", "--threads", "8", "--ranks", ranks,
                  "--process-memory", memory});
  };
  EXPECT_EQ(with("2048", "64GB").code, 0);
  const Outcome refused = with("64", "10GB");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.out.find("together they need"), std::string::npos) << refused;
  EXPECT_TRUE(refused.err.starts_with("quixo: each process needs ")) << refused;
  EXPECT_NE(refused.err.find(" and has 10.0 GB: start more of them"), std::string::npos) << refused;
  const Outcome idle = quixo({"solve", "3x3", "--plan", "--ranks", "100"});
  EXPECT_NE(idle.out.find("no layer has more than 1 unit: "), std::string::npos) << idle;
}

TEST(Plan, RefusesWhatIsNoPlan) {
  for (const char* option : {"--ranks", "--bandwidth", "--latency", "--process-memory"}) {
    const Outcome outcome = quixo({"solve", "3x3", option, "3"});
    EXPECT_EQ(outcome.code, 2) << outcome;
    EXPECT_NE(outcome.err.find("--plan"), std::string::npos) << outcome;
  }
  EXPECT_EQ(quixo({"solve", "3x3", "--plan", "--bandwidth", "fast"}),
            misused("solve", "--bandwidth: 'fast' is no size: write it as 4GB or 500MB"));
  EXPECT_EQ(quixo({"solve", "3x3", "--plan", "--engine", "paper"}).code, 2);
  EXPECT_EQ(quixo({"solve", "3x3", "--plan", "--memory", "1GB"}).code, 2);
  for (const Arguments& wrong : {Arguments{"--latency", "-1"}, {"--latency", "nan"}, {"--ranks", "0"}}) {
    Arguments arguments = {"solve", "3x3", "--plan"};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(quixo(arguments).code, 2) << wrong[0] << ' ' << wrong[1];
  }
}

}  // namespace
}  // namespace quixo::cli
