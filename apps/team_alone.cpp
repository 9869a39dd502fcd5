// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "apps/team.h"
#include "base/launcher.h"
#include "base/workers.h"
#include "quixo/error.h"

namespace quixo::apps {

Team::Team() : peers_(std::make_unique<Alone>()) {
  if (launched_processes() > 1)
    throw Error(
        "this program was built without MPI: start it once, not by mpirun, or build it with "
        "-DQUIXO_MPI=ON");
}

int Team::threads() const { return all_threads(); }

void Team::end_all(const std::exception&) { std::abort(); }

void Team::leave() { std::abort(); }

}  // namespace quixo::apps
