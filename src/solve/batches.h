// SPDX-License-Identifier: MIT
//
// The bitmaps of a peer's range, batch by batch. What a batch reads of other peers is brought while the one
// before it is worked on:
//
//   threads    | batch 0 | write 0 | batch 1 | write 1 | batch 2 | ...
//   messages   | bring 1 |         | bring 2 |         | bring 3 | ...      batch 0 had to wait for its own
//
// Batches are written when nothing is under way, so nobody reads what another writes.
#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <thread>

#include "base/peers.h"
#include "layout/layer_shape.h"
#include "solve/partition.h"

namespace quixo::solve {

/// Work on a thread of its own.
class Meanwhile {
 public:
  template <class Work>
  explicit Meanwhile(const Work& work)
      : thread_([this, work] {
          try {
            work();
          } catch (...) {
            failure_ = std::current_exception();
          }
        }) {}
  ~Meanwhile() {
    if (thread_.joinable()) thread_.join();
  }
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;

  /// Throws what the work has thrown.
  void wait() {
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::exception_ptr failure_;
  std::thread thread_;
};

/// Calls bring(bitmaps), work(bitmaps) and write(bitmaps) for each batch, as above, as often at every peer;
/// the last may be empty. A peer that is alone has nothing to bring, nor have any when they all say so.
template <class Bring, class Work, class Write>
void in_batches(const Partition& partition, Peers& peers, std::size_t per_batch, bool brings,
                const Bring& bring, const Work& work, const Write& write) {
  const BitmapRange own = partition.range(peers.self());
  const std::size_t batches = (partition.most() + per_batch - 1) / per_batch;
  const auto batch = [&](std::size_t number) {
    const auto begin = [&](std::size_t each) { return own.begin + std::min(own.size(), each * per_batch); };
    return BitmapRange{begin(number), begin(number + 1)};
  };
  if (peers.is_alone() || !brings) {
    for (std::size_t i = 0; i < batches; ++i) {
      work(batch(i));
      write(batch(i));
    }
    return;
  }
  if (batches > 0) bring(batch(0));
  for (std::size_t i = 0; i < batches; ++i) {
    {
      Meanwhile next([&, i] {
        if (i + 1 < batches) bring(batch(i + 1));
      });
      work(batch(i));
      next.wait();
    }
    write(batch(i));
  }
}

}  // namespace quixo::solve
