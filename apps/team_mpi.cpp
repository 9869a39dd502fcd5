// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "apps/say.h"
#include "apps/team.h"
#include "base/launcher.h"
#include "base/workers.h"
#include "mpi/mpi_peers.h"
#include "quixo/error.h"

namespace quixo::apps {

namespace {

/// What thousands have written, each in a file of its own, one may have to open at a time.
void allow_all_open_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Team::Team() {
  const int launched = launched_processes();
  if (launched == 0) {
    peers_ = std::make_unique<Alone>();
    return;
  }
  auto peers = std::make_unique<mpi::MpiPeers>();
  if (peers->size() == 1 && launched > 1)
    throw Error(fmt::format(
        "{} processes were started, and MPI knows of one: with srun, say --mpi=pmix, or what else "
        "the MPI that this program is built with takes (srun --mpi=list)",
        launched));
  on_this_machine_ = peers->on_this_machine();
  peers_ = std::move(peers);
  allow_all_open_files();
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
  // What several have found one says, and ends the others meanwhile: they wait, the longer the higher their
  // number.
  using namespace std::chrono_literals;
  std::this_thread::sleep_for(
      std::min<std::chrono::milliseconds>(peers_->self() * 500ms, 4s + peers_->self() * 5ms));
  say(fmt::format("\nquixo: {}\n", words_of(failure)));
  mpi::MpiPeers::end_all(1);
}

void Team::leave() {
  peers_.reset();
  // The one that speaks says how it ends: at any other code the launcher might end it before it has spoken.
  std::_Exit(0);
}

}  // namespace quixo::apps
