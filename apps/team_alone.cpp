// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <string>

#include "apps/team.h"
#include "base/workers.h"
#include "quixo/error.h"

namespace quixo::apps {

Team::Team() : peers_(std::make_unique<Alone>()) {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* size = std::getenv(name); size != nullptr && std::string(size) != "1")
      throw Error(
          "this program was built without MPI: start it once, not by mpirun, or build it with "
          "-DQUIXO_MPI=ON");
}

int Team::threads() const { return all_threads(); }

void Team::end_all(const std::exception&) { std::abort(); }

void Team::leave() { std::abort(); }

}  // namespace quixo::apps
