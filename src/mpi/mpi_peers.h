// SPDX-License-Identifier: MIT
//
// The processes that mpirun, or the scheduler of a cluster, has started together, as peers of a solve.
// Messages are two-sided and non-blocking: a one-sided MPI_Get is slow or wrong in some versions of Open MPI.
// While it waits it sleeps rather than spins, since the thread beside it has work to do.
#pragma once

#include "solve/peers.h"

namespace quixo::mpi {

/// Whether this process was started together with others, or by a launcher at all.
bool is_launched();

/// There is at most one at a time, made by the main thread.
class MpiPeers final : public solve::Peers {
 public:
  MpiPeers();
  ~MpiPeers() override;
  MpiPeers(const MpiPeers&) = delete;
  MpiPeers& operator=(const MpiPeers&) = delete;

  int size() const override { return size_; }
  int self() const override { return self_; }
  std::vector<solve::Message> exchange(std::vector<solve::Message> to_each) override;
  void sum(std::span<std::uint64_t> numbers) override;
  std::uint64_t bytes_sent() const override { return bytes_sent_; }

  /// How many of them are on this machine, this one included.
  int on_this_machine() const { return on_this_machine_; }

  /// Ends all peers, this one included, with an exit code. For one that cannot go on: the others would wait
  /// for it.
  [[noreturn]] static void end_all(int exit_code);

 private:
  int size_ = 1;
  int self_ = 0;
  int on_this_machine_ = 1;
  std::uint64_t bytes_sent_ = 0;
};

}  // namespace quixo::mpi
