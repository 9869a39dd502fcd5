// SPDX-License-Identifier: MIT
#include "mpi/mpi_peers.h"

// The C interface alone.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <sys/prctl.h>
#include <unistd.h>

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

constexpr int tag = 1;  // messages of two peers keep their order

}  // namespace

/// Messages that are under way.
class MpiPeers::UnderWay {
 public:
  explicit UnderWay(MpiPeers& peers) : peers_(peers) {}

  /// For a call that starts something.
  MPI_Request* add() { return &requests_.emplace_back(MPI_REQUEST_NULL); }

  void receive(void* data, std::size_t bytes, std::size_t from) {
    in_pieces(bytes, [&](std::size_t begin, int count) {
      MPI_Irecv(static_cast<std::uint8_t*>(data) + begin, count, MPI_BYTE, static_cast<int>(from), tag,
                MPI_COMM_WORLD, add());
    });
  }

  void send(const void* data, std::size_t bytes, std::size_t to) {
    in_pieces(bytes, [&](std::size_t begin, int count) {
      MPI_Isend(static_cast<const std::uint8_t*>(data) + begin, count, MPI_BYTE, static_cast<int>(to), tag,
                MPI_COMM_WORLD, add());
      ++peers_.traffic_.messages;
    });
    peers_.traffic_.bytes += bytes;
  }

  /// Polls until all are there. MPI's own wait would do nothing else; here a thread that has a core to itself
  /// lets others go first for a while and then sleeps, and all others sleep at once.
  void wait() {
    using namespace std::chrono_literals;
    using Clock = std::chrono::steady_clock;
    const bool beside_work = std::this_thread::get_id() != peers_.main_thread_ || !peers_.has_core_;
    const auto end_of_polling = Clock::now() + (beside_work ? 0ms : 2ms);
    ++peers_.traffic_.waits;
    for (;;) {
      int done = 0;
      MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
      if (done != 0) break;
      if (!beside_work && Clock::now() < end_of_polling)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(20us);
    }
    requests_.clear();
  }

 private:
  /// Calls start(begin, count) for the pieces of a message.
  template <class Start>
  static void in_pieces(std::size_t bytes, const Start& start) {
    for (std::size_t begin = 0; begin < bytes; begin += most_bytes)
      start(begin, static_cast<int>(std::min(most_bytes, bytes - begin)));
  }

  MpiPeers& peers_;
  std::vector<MPI_Request> requests_;
};

MpiPeers::MpiPeers() : main_thread_(std::this_thread::get_id()) {
  prctl(PR_SET_TIMERSLACK, 1000);  // nanoseconds: or the system makes short naps long ones
  // Open MPI looks for messages in a loop of its own: that gives way, too, unless somebody wants it
  // otherwise.
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
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
  has_core_ = on_this_machine_ <= sysconf(_SC_NPROCESSORS_ONLN);
}

MpiPeers::~MpiPeers() { MPI_Finalize(); }

std::vector<Message> MpiPeers::exchange(std::vector<Message> to_each) {
  assert(to_each.size() == static_cast<std::size_t>(size_));
  const auto self = static_cast<std::size_t>(self_);
  std::vector<std::uint64_t> sizes(to_each.size());
  std::vector<std::uint64_t> coming(to_each.size());
  for (std::size_t peer = 0; peer < sizes.size(); ++peer) sizes[peer] = to_each[peer].size();
  UnderWay under_way(*this);
  MPI_Ialltoall(sizes.data(), 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD,
                under_way.add());
  under_way.wait();
  std::vector<Message> messages(to_each.size());
  for (std::size_t peer = 0; peer < messages.size(); ++peer) {
    if (peer == self) continue;
    messages[peer].resize(coming[peer]);
    under_way.receive(messages[peer].data(), coming[peer], peer);
    under_way.send(to_each[peer].data(), sizes[peer], peer);
  }
  messages[self] = std::move(to_each[self]);
  under_way.wait();
  return messages;
}

void MpiPeers::exchange_blocks(std::size_t bytes, const BlocksOfEach<const void*>& to_each,
                               const BlocksOfEach<void*>& from_each) {
  assert(to_each.size() == static_cast<std::size_t>(size_) && from_each.size() == to_each.size());
  assert(to_each[static_cast<std::size_t>(self_)].empty());
  if (bytes < least_alone) return exchange_blocks_in_messages(*this, bytes, to_each, from_each);
  UnderWay under_way(*this);
  for (std::size_t peer = 0; peer < to_each.size(); ++peer) {
    for (void* block : from_each[peer]) under_way.receive(block, bytes, peer);
    for (const void* block : to_each[peer]) under_way.send(block, bytes, peer);
  }
  under_way.wait();
}

void MpiPeers::sum(std::span<std::uint64_t> numbers) {
  UnderWay under_way(*this);
  MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, MPI_SUM,
                 MPI_COMM_WORLD, under_way.add());
  under_way.wait();
}

std::uint64_t MpiPeers::least(std::uint64_t here) {
  UnderWay under_way(*this);
  MPI_Iallreduce(MPI_IN_PLACE, &here, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD, under_way.add());
  under_way.wait();
  return here;
}

void MpiPeers::end_all(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

}  // namespace quixo::mpi
