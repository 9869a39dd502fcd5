// SPDX-License-Identifier: MIT
#include "base/launcher.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

namespace quixo {
namespace {

struct Case {
  std::map<std::string, std::string> variables;
  int processes;
  int rank;
};

TEST(Launcher, IsKnownByItsVariables) {
  const char* const names[] = {
      "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE",    "PMI_RANK", "PMIX_RANK",
      "MPI_LOCALNRANKS",      "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"};
  const Case cases[] = {{{}, 0, 0},
                        {{{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}}, 4, 3},
                        {{{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}, 2, 1},
                        {{{"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_RANK", "0"}}, 1, 0},
                        // srun --mpi=pmix
                        {{{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "5"}, {"PMIX_RANK", "5"}}, 8, 5},
                        // srun that says nothing to MPI, and a shell that it has started.
                        {{{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "5"}}, 8, 5},
                        {{{"SLURM_STEP_NUM_TASKS", "1"}, {"SLURM_PROCID", "0"}}, 0, 0},
                        // mpirun, whose helpers srun has started, one on each node.
                        {{{"OMPI_COMM_WORLD_SIZE", "64"},
                          {"OMPI_COMM_WORLD_RANK", "9"},
                          {"SLURM_STEP_NUM_TASKS", "4"},
                          {"SLURM_PROCID", "1"}},
                         64,
                         9},
                        {{{"PMIX_RANK", "2"}}, 3, 2},
                        {{{"MPI_LOCALNRANKS", "2"}}, 2, 0}};
  for (const Case& each : cases) {
    for (const char* name : names) unsetenv(name);
    for (const auto& [name, value] : each.variables) setenv(name.c_str(), value.c_str(), 1);
    EXPECT_EQ(launched_processes(), each.processes);
    EXPECT_EQ(launched_rank(), each.rank);
  }
  for (const char* name : names) unsetenv(name);
}

}  // namespace
}  // namespace quixo
