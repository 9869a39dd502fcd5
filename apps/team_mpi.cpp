// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "apps/say.h"
#include "apps/team.h"
#include "base/workers.h"
#include "mpi/mpi_peers.h"

namespace quixo::apps {

Team::Team() {
  if (!mpi::is_launched()) {
    peers_ = std::make_unique<Alone>();
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
  // What all have found the first says, and ends the others meanwhile.
  if (!peers_->is_first()) std::this_thread::sleep_for(std::chrono::seconds(2));
  say(fmt::format("\nquixo: {}\n", failure.what()));
  mpi::MpiPeers::end_all(1);
}

void Team::leave() {
  peers_.reset();
  // The one that speaks says how it ends: at any other code the launcher might end it before it has spoken.
  std::_Exit(0);
}

}  // namespace quixo::apps
