// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "apps/say.h"
#include "apps/team.h"
#include "base/workers.h"
#include "mpi/mpi_peers.h"

namespace quixo::apps {

Team::Team() {
  if (!mpi::is_launched()) {
    peers_ = std::make_unique<solve::Alone>();
    return;
  }
  auto peers = std::make_unique<mpi::MpiPeers>();
  on_this_machine_ = peers->on_this_machine();
  peers_ = std::move(peers);
}

int Team::threads() const {
  // The launcher may have given each process cores of its own.
  cpu_set_t cores;
  CPU_ZERO(&cores);
  const bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
  if (known && CPU_COUNT(&cores) < sysconf(_SC_NPROCESSORS_ONLN)) return CPU_COUNT(&cores);
  return std::max(all_threads() / on_this_machine_, 1);
}

void Team::end_all(const std::exception& failure) {
  say(fmt::format("\nquixo: {}\n", failure.what()));
  mpi::MpiPeers::end_all(1);
}

void Team::leave() {
  peers_.reset();
  std::_Exit(1);
}

}  // namespace quixo::apps
