// SPDX-License-Identifier: MIT
//
// Who wants to hear of a layer's news: of each bitmap, the peers that have a parent of it. They say so once a
// layer; then the news of a step or a round go out in one exchange, unless they are too many for one.
#pragma once

#include <cstdint>
#include <vector>

#include "base/peers.h"
#include "solve/partition.h"
#include "solve/state_lists.h"
#include "solve/windows.h"

namespace quixo::solve {

class Audience {
 public:
  /// `children` are the bitmaps of the layer that bitmaps of this peer lead to, each once; its own
  /// do not matter. All peers must make one together.
  /// It sends so many bytes to each peer at a time, and at most one list more.
  Audience(const Partition& partition, Peers& peers, const std::vector<std::uint32_t>& children,
           std::size_t window);
  Audience(const Partition& partition, Peers& peers, const std::vector<std::uint32_t>& children)
      : Audience(partition, peers, children, window_for_each(peers.size())) {}

  /// Adds the news of other peers' bitmaps to those of this one's. All peers must call it.
  void share(StateLists& news) const;

 private:
  static void take(const std::vector<Message>& messages, StateLists& news);

  Peers& peers_;
  std::size_t window_;
  std::vector<std::vector<std::uint32_t>> wanted_by_;  // by peer: bitmaps of this one
};

}  // namespace quixo::solve
