// SPDX-License-Identifier: MIT
#include "game/perft.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "game/notation.h"
#include "game/play.h"
#include "quixo/error.h"

namespace quixo {

// The frontier and its successor are alive together, and a vector that grows holds two copies of itself.
Perft::Perft(const Geometry& geometry, std::size_t max_bytes)
    : geometry_(geometry), max_entries_(max_bytes / sizeof(Entry) / 3), frontier_{{0, 1}} {}

/// Sorts the entries by their bits, and adds up the paths of equal ones.
void Perft::merge_equal(std::vector<Entry>& entries) {
  std::ranges::sort(entries, {}, &Entry::bits);
  auto kept = entries.begin();
  for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
    if (kept != entry && kept->bits == entry->bits)
      kept->paths += entry->paths;
    else if (kept != entry)
      *++kept = *entry;
  }
  if (!entries.empty()) entries.erase(kept + 1, entries.end());
}

void Perft::advance(const Job& job) {
  PerftRow next{row_.depth + 1, 0, 0, 0};
  std::vector<Entry> found;
  constexpr std::size_t fewest_to_merge = 1 << 16;
  std::size_t merge_at = fewest_to_merge;
  for (std::size_t i = 0; i < frontier_.size(); ++i) {
    const Entry& entry = frontier_[i];
    for_each_child(geometry_, {entry.bits, Player::x}, [&](const Slide&, Position child) {
      found.push_back({canonical(geometry_, with_x_to_move(child)).bits, entry.paths});
      if (__builtin_add_overflow(next.paths, entry.paths, &next.paths))
        throw Error(fmt::format("the paths of depth {} do not fit in 64 bits", next.depth));
    });
    if (found.size() < merge_at && i + 1 < frontier_.size()) continue;
    merge_equal(found);
    merge_at = std::max(fewest_to_merge, 2 * found.size());
    if (merge_at > max_entries_)
      throw Error(fmt::format("the positions of depth {} need more than the {} of memory at hand", next.depth,
                              size_text(max_entries_ * sizeof(Entry) * 3)));
    job.show(static_cast<double>(i + 1) / static_cast<double>(frontier_.size()));
  }
  for (const Entry& entry : found)
    next.positions += static_cast<std::uint64_t>(orbit_size(geometry_, {entry.bits, Player::x}));
  next.classes = found.size();
  frontier_ = std::move(found);
  row_ = next;
}

}  // namespace quixo
