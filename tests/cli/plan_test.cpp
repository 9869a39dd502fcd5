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

TEST(Plan, RefusesWhatIsNoPlan) {
  for (const char* option : {"--ranks", "--bandwidth", "--latency"}) {
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
