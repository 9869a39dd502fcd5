// SPDX-License-Identifier: MIT
//
// quixo solve on several processes, as mpirun starts them: the same files to the last byte, also when one of
// them is killed, slow or out of disk. And quixo verify --full: the same words.
#include <charconv>
#include <chrono>

#include "tests/cli/program.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

using namespace std::chrono_literals;
using Files = std::map<std::string, std::string>;

/// As root, on fewer cores than there are processes, and with the network left alone.
const std::vector<std::string> mpi_variables = {
    "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1",
    "OMPI_MCA_hwloc_base_binding_policy=none", "OMPI_MCA_btl=self,vader"};

Arguments by_mpi(int processes, const Arguments& arguments) {
  Arguments all = {"-n", std::to_string(processes), QUIXO};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

Outcome run(int processes, const Arguments& arguments) {
  return quixo(by_mpi(processes, arguments), Stdout::captured, mpi_variables);
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// What one process leaves of a table.
Files files_alone(const std::string& rules, const Arguments& more, const std::string& metric) {
  const TemporaryDirectory directory;
  Arguments arguments = {"solve", rules, "--out", directory.path()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = run(1, arguments);
  EXPECT_EQ(outcome.code, 0) << outcome;
  return files_in(directory.path() / rules / metric);
}

/// The processes of quixo that a launcher has started.
std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ec != std::errc()) continue;
    const std::string status = bytes_of(entry.path() / "status");
    if (status.find("\nPPid:\t" + std::to_string(parent) + '\n') != std::string::npos &&
        status.starts_with("Name:\tquixo\n"))
      children.push_back(process);
  }
  std::ranges::sort(children);
  return children;
}

/// Waits until a solve has finished this layer.
bool wait_for_layer(const std::filesystem::path& directory, int layer) {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  const std::string number = std::to_string(layer);
  while (std::chrono::steady_clock::now() < deadline) {
    if (std::filesystem::exists(directory / ((layer < 10 ? "layer-0" : "layer-") + number + ".json")))
      return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

TEST(Mpi, AnyNumberOfProcessesLeavesTheSameFiles) {
  struct Case {
    const char* rules;
    Arguments more;
    const char* metric;
  };
  const Case cases[] = {{"3x4", {}, "distance"},
                        {"4x4", {"--outcome-only"}, "outcome"},
                        {"4x4", {}, "distance"},
                        {"4x5", {"--outcome-only"}, "outcome"}};
  for (const auto& [rules, more, metric] : cases) {
    const Files expected = files_alone(rules, more, metric);
    for (const int processes : {2, 3, 4}) {
      const TemporaryDirectory directory;
      Arguments arguments = {"solve", rules, "--out", directory.path()};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const Outcome outcome = run(processes, arguments);
      EXPECT_EQ(outcome.code, 0) << outcome;
      EXPECT_EQ(count(outcome.out, "signature"), 1) << "one of them prints it: " << outcome;
      EXPECT_TRUE(files_in(directory.path() / rules / metric) == expected)
          << rules << ' ' << metric << " by " << processes;
    }
  }
}

TEST(Mpi, SendsWhatThePlanSays) {
  // A model, within a factor of four.
  for (const Arguments& what : {Arguments{"4x5", "--outcome-only"}, {"4x4"}}) {
    Arguments arguments = {"solve", "--in-memory", "--threads", "1", "--json"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    const Outcome solved = run(2, arguments);
    ASSERT_EQ(solved.code, 0) << solved;
    arguments.insert(arguments.end(), {"--plan", "--ranks", "2"});
    const json said = json::parse(run(1, arguments).out);
    const json seen = json::parse(solved.out);
    const auto expect_near = [&](const char* name, double of_said) {
      EXPECT_LT(seen[name].get<double>(), of_said * 4) << what[0] << ' ' << name;
      EXPECT_GT(seen[name].get<double>(), of_said / 4) << what[0] << ' ' << name;
    };
    expect_near("sent_bytes", 2 * said["sent_bytes"].get<double>());
    expect_near("waits", said["waits"].get<double>());
    expect_near("messages", 2 * said["messages"].get<double>());
    EXPECT_LE(seen["peak_memory_bytes"], said["memory_bytes"]) << what[0];
  }
}

TEST(Mpi, KilledAtAnyLayerOthersGoOn) {
  const Files expected = files_alone("4x4", {}, "distance");
  int killed = 0;
  for (const int layer : {14, 12, 10}) {  // the first of three, the second, and the third
    const TemporaryDirectory directory;
    const auto kept = directory.path() / "4x4" / "distance";
    const Arguments arguments = {"solve", "4x4", "--out", directory.path()};
    {
      Program mpirun(by_mpi(3, arguments), Stdout::captured, mpi_variables);
      ASSERT_TRUE(wait_for_layer(kept, layer));
      const std::vector<pid_t> processes = children_of(mpirun.process());
      if (processes.size() == 3) {
        kill(processes[static_cast<std::size_t>(14 - layer) / 2], SIGKILL);
        if (mpirun.wait().code != 0) {  // or it was done before
          EXPECT_FALSE(std::filesystem::exists(kept / "manifest.json"));
          ++killed;
        }
      } else {
        mpirun.wait();
      }
    }
    const Outcome outcome = run(layer == 10 ? 1 : 2, arguments);
    EXPECT_EQ(outcome.code, 0) << outcome;
    EXPECT_TRUE(files_in(kept) == expected) << "killed after layer " << layer;
  }
  EXPECT_GT(killed, 0);
}

TEST(Mpi, ASlowProcessIsWaitedFor) {
  const Files expected = files_alone("4x4", {"--outcome-only"}, "outcome");
  const TemporaryDirectory directory;
  Program mpirun(by_mpi(2, {"solve", "4x4", "--outcome-only", "--out", directory.path()}), Stdout::captured,
                 mpi_variables);
  const auto kept = directory.path() / "4x4" / "outcome";
  ASSERT_TRUE(wait_for_layer(kept, 14));
  const std::vector<pid_t> processes = children_of(mpirun.process());
  ASSERT_EQ(processes.size(), 2U) << "it was done before";
  for (const pid_t process : processes) {
    kill(process, SIGSTOP);
    std::this_thread::sleep_for(300ms);
    kill(process, SIGCONT);
  }
  const Outcome outcome = mpirun.wait();
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_TRUE(files_in(kept) == expected);
}

/// Solves 4x4 by so many processes, of which those that a condition of the shell is true of have a limit.
Outcome run_limited(int processes, const std::string& condition, const std::string& limit,
                    const std::filesystem::path& directory) {
  // What MPI shares between them is no file.
  std::vector<std::string> variables = mpi_variables;
  variables.insert(variables.begin(), "OMPI_MCA_btl=self,tcp");
  const std::string limited = "if [ $OMPI_COMM_WORLD_RANK " + condition + " ]; then ulimit " + limit +
                              "; fi; exec " QUIXO " solve 4x4 --out " + directory.string();
  return quixo({"-n", std::to_string(processes), "bash", "-c", limited}, Stdout::captured, variables);
}

TEST(Mpi, AFullDiskIsOneLineOfTheProgramAndThenItGoesOn) {
  const Files expected = files_alone("4x4", {}, "distance");
  // Of one process, and of several that find it at the same time.
  for (const char* ranks : {"= 1", "-ge 1", "-ge 0"}) {
    const TemporaryDirectory directory;
    const Outcome outcome = run_limited(3, ranks, "-f 20", directory.path());
    EXPECT_NE(outcome.code, 0) << outcome;
    EXPECT_EQ(count(outcome.err, "quixo: "), 1) << outcome;
    EXPECT_EQ(count(outcome.err, "the same command goes on from there"), 1) << outcome;
    const auto kept = directory.path() / "4x4" / "distance";
    EXPECT_FALSE(std::filesystem::exists(kept / "manifest.json"));
    EXPECT_EQ(run(3, {"solve", "4x4", "--out", directory.path()}).code, 0);
    EXPECT_TRUE(files_in(kept) == expected) << ranks;
  }
}

TEST(Mpi, WhoHasNotTheMemorySaysSoInOneLine) {
  const TemporaryDirectory directory;
  const Outcome outcome = run_limited(2, "= 1", "-v 200000", directory.path());
  EXPECT_NE(outcome.code, 0) << outcome;
  EXPECT_EQ(count(outcome.err, "quixo: "), 1) << outcome;
  EXPECT_EQ(count(outcome.err, "quixo: this needs "), 1) << outcome;
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "4x4" / "distance" / "solve.json"));
}

/// A table of 4x4 with distances.
class VerifiedByMpi : public testing::Test {
 protected:
  VerifiedByMpi() {
    const Outcome solved = run(1, {"solve", "4x4", "--out", tables_.path()});
    EXPECT_EQ(solved.code, 0) << solved;
  }

  Arguments verify() const { return {"verify", "4x4", "--full", "--tables", tables_.path(), "--json"}; }

  /// What is said of the table, but for what differs from run to run.
  static json said(const Outcome& outcome) {
    json report = json::parse(outcome.out);
    for (const char* name : {"seconds", "peak_memory_bytes", "processes", "sent_bytes", "messages", "waits"})
      report.erase(name);
    return report;
  }

  const TemporaryDirectory tables_;
};

TEST_F(VerifiedByMpi, AnyNumberOfProcessesSaysTheSame) {
  const std::filesystem::path file = tables_.path() / "4x4" / "distance" / "layer-12.outcomes";
  for (const bool damaged : {false, true}) {
    if (damaged) {
      std::string bytes = bytes_of(file);
      for (std::size_t at = 100; at < bytes.size() * 3 / 4; at += 1000)
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
      write_bytes(file, bytes);
    }
    const Outcome alone = run(1, verify());
    EXPECT_EQ(alone.code, damaged ? 1 : 0) << alone;
    EXPECT_EQ(said(alone).at("proved"), !damaged);
    EXPECT_EQ(said(alone).at("problem_count") > 1, damaged);
    for (const int processes : {2, 3}) {
      const Outcome outcome = run(processes, verify());
      EXPECT_EQ(outcome.code, alone.code) << outcome;
      EXPECT_EQ(said(outcome), said(alone)) << processes;
      EXPECT_EQ(count(outcome.err, "is not to be trusted"), damaged ? 1 : 0) << outcome;
    }
  }
}

TEST_F(VerifiedByMpi, AfterOneWasKilledOthersProveIt) {
  for (const int victim : {0, 2}) {
    const TemporaryDirectory work;
    Arguments arguments = verify();
    arguments.insert(arguments.end(), {"--work", work.path()});
    {
      Program mpirun(by_mpi(3, arguments), Stdout::captured, mpi_variables);
      const auto is_under_way = [&] {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(work.path()))
          if (entry.path().filename().string().starts_with("layer-11-"))
            return children_of(mpirun.process()).size() == 3;
        return false;
      };
      const auto deadline = std::chrono::steady_clock::now() + 60s;
      while (!is_under_way() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(1ms);
      const std::vector<pid_t> processes = children_of(mpirun.process());
      ASSERT_EQ(processes.size(), 3U);
      ASSERT_EQ(kill(processes[static_cast<std::size_t>(victim)], SIGKILL), 0);
      EXPECT_NE(mpirun.wait().code, 0);
    }
    const Outcome outcome = run(2, arguments);
    EXPECT_EQ(outcome.code, 0) << outcome;
    EXPECT_EQ(said(outcome).at("proved"), true);
    EXPECT_TRUE(std::filesystem::is_empty(work.path())) << "working files are left";
  }
}

TEST(Mpi, WrongUsageIsSaidOnce) {
  const TemporaryDirectory empty;
  for (const Arguments& arguments :
       {Arguments{"verify", empty.path(), "--full"}, Arguments{"solve", "9x9"},
        Arguments{"solve", "3x3", "--engine", "paper"}, Arguments{"solve", "3x3", "--memory", "1GB"},
        Arguments{"verify", "9x9", "--full"}, Arguments{"verify", "3x3", "--sample", "5"}, Arguments{"solve"},
        Arguments{"solve", "3x3", "--no-such"}, Arguments{"sovle", "3x3"}}) {
    const Outcome outcome = run(2, arguments);
    EXPECT_NE(outcome.code, 0) << outcome;
    EXPECT_EQ(count(outcome.err, "quixo: "), 1) << outcome;
  }
}

}  // namespace
}  // namespace quixo::cli
