// SPDX-License-Identifier: MIT
#include "mpi/mpi_peers.h"

// The C interface alone.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "quixo/error.h"

namespace quixo::mpi {
namespace {

// MPI counts in int. Larger messages go in pieces.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// Waits for all of them. MPI itself would spin, and take a core from the work beside it.
void wait_for(std::vector<MPI_Request>& requests) {
  using namespace std::chrono_literals;
  constexpr int spins = 64;
  constexpr auto longest = 200us;
  auto pause = 5us;
  for (int tries = 0;; ++tries) {
    int done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done != 0) return;
    if (tries < spins) continue;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
}

/// Calls start(data, bytes, request) for the pieces of a message.
template <class Start>
void in_pieces(std::uint8_t* data, std::size_t bytes, std::vector<MPI_Request>& requests,
               const Start& start) {
  for (std::size_t begin = 0; begin < bytes; begin += most_bytes) {
    MPI_Request request = MPI_REQUEST_NULL;
    start(data + begin, static_cast<int>(std::min(most_bytes, bytes - begin)), &request);
    requests.push_back(request);
  }
}

}  // namespace

bool is_launched() {
  // What Open MPI's mpirun, MPICH's and Intel's, and Slurm's srun tell the processes they start.
  constexpr const char* names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "MPI_LOCALNRANKS"};
  return std::ranges::any_of(names, [](const char* name) { return std::getenv(name) != nullptr; });
}

MpiPeers::MpiPeers() {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED)
    throw Error("this MPI does not let threads take turns (MPI_THREAD_SERIALIZED): use another");
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm_rank(MPI_COMM_WORLD, &self_);
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, self_, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &on_this_machine_);
  MPI_Comm_free(&machine);
}

MpiPeers::~MpiPeers() { MPI_Finalize(); }

std::vector<solve::Message> MpiPeers::exchange(std::vector<solve::Message> to_each) {
  assert(to_each.size() == static_cast<std::size_t>(size_));
  const auto self = static_cast<std::size_t>(self_);
  std::vector<std::uint64_t> sizes(to_each.size());
  std::vector<std::uint64_t> coming(to_each.size());
  for (std::size_t peer = 0; peer < sizes.size(); ++peer) sizes[peer] = to_each[peer].size();
  std::vector<MPI_Request> requests(1);
  MPI_Ialltoall(sizes.data(), 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD,
                requests.data());
  wait_for(requests);
  std::vector<solve::Message> messages(to_each.size());
  requests.clear();
  constexpr int tag = 1;  // messages of two peers keep their order
  for (std::size_t peer = 0; peer < messages.size(); ++peer) {
    if (peer == self) continue;
    const auto other = static_cast<int>(peer);
    messages[peer].resize(coming[peer]);
    in_pieces(messages[peer].data(), coming[peer], requests,
              [&](std::uint8_t* data, int bytes, MPI_Request* request) {
                MPI_Irecv(data, bytes, MPI_BYTE, other, tag, MPI_COMM_WORLD, request);
              });
    in_pieces(to_each[peer].data(), sizes[peer], requests,
              [&](std::uint8_t* data, int bytes, MPI_Request* request) {
                MPI_Isend(data, bytes, MPI_BYTE, other, tag, MPI_COMM_WORLD, request);
              });
    bytes_sent_ += sizes[peer];
  }
  messages[self] = std::move(to_each[self]);
  wait_for(requests);
  return messages;
}

void MpiPeers::sum(std::span<std::uint64_t> numbers) {
  std::vector<MPI_Request> requests(1);
  MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, MPI_SUM,
                 MPI_COMM_WORLD, requests.data());
  wait_for(requests);
}

void MpiPeers::end_all(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

}  // namespace quixo::mpi
