// SPDX-License-Identifier: MIT
#include "base/launcher.h"

#include <cstdlib>
#include <optional>

namespace quixo {
namespace {

std::optional<int> number_in(const char* name) {
  const char* const text = std::getenv(name);
  if (text == nullptr || *text == '\0') return std::nullopt;
  return std::atoi(text);
}

}  // namespace

int launched_processes() {
  // Those of Open MPI's mpirun; of MPICH's and Intel's, and of srun --mpi=pmi2. They come first: where mpirun
  // starts its own helpers by srun, Slurm's variables speak of the helpers.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const std::optional<int> size = number_in(name)) return *size;
  // Of srun, whatever it starts: a shell in which one process is started has a 1, and no MPI.
  const int tasks = number_in("SLURM_STEP_NUM_TASKS").value_or(0);
  if (tasks > 1) return tasks;
  // Of srun --mpi=pmix and others that do not tell how many there are, but that there are so many at least.
  if (const std::optional<int> rank = number_in("PMIX_RANK")) return *rank + 1;
  return number_in("MPI_LOCALNRANKS").value_or(0);
}

int launched_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const std::optional<int> rank = number_in(name)) return *rank;
  return launched_processes() > 1 ? number_in("SLURM_PROCID").value_or(0) : 0;
}

}  // namespace quixo
