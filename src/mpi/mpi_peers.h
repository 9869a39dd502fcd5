// SPDX-License-Identifier: MIT
//
// The processes that mpirun, or the scheduler of a cluster, has started together, as peers.
// Messages are two-sided and non-blocking: a one-sided MPI_Get is slow or wrong in some versions of Open MPI.
// Who waits beside others who work, be they threads or processes, sleeps; who has a core to himself does not
// at first.
#pragma once

#include <thread>
#include <vector>

#include "base/peers.h"

namespace quixo::mpi {

/// There is at most one at a time, made by the main thread.
class MpiPeers final : public Peers {
 public:
  MpiPeers();
  ~MpiPeers() override;
  MpiPeers(const MpiPeers&) = delete;
  MpiPeers& operator=(const MpiPeers&) = delete;

  int size() const override { return size_; }
  int self() const override { return self_; }
  std::vector<Message> exchange(std::vector<Message> to_each) override;
  void exchange_blocks(std::size_t bytes, const BlocksOfEach<const void*>& to_each,
                       const BlocksOfEach<void*>& from_each) override;
  void sum(std::span<std::uint64_t> numbers) override;
  std::uint64_t least(std::uint64_t here) override;
  Traffic traffic() const override { return traffic_; }

  /// How many of them are on this machine, this one included.
  int on_this_machine() const { return on_this_machine_; }

  /// Ends all peers, this one included, with an exit code. For one that cannot go on: the others would wait
  /// for it.
  [[noreturn]] static void end_all(int exit_code);

 private:
  class UnderWay;

  std::thread::id main_thread_;
  int size_ = 1;
  int self_ = 0;
  int on_this_machine_ = 1;
  bool has_core_ = true;  // not when there are more processes than cores
  Traffic traffic_;
};

}  // namespace quixo::mpi
