// SPDX-License-Identifier: MIT
#include "solve/planned_moves.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/hash.h"

namespace quixo::solve {

class Plans::Maker {
 public:
  explicit Maker(Plans& plans) : plans_(plans) {}

  std::uint32_t number_of(const cube::AxisMap& map) {
    Key key{};
    std::copy_n(map.to.begin(), map.axes, key.begin());
    key[cube::max_axes] = static_cast<std::uint8_t>(map.axes);
    key[cube::max_axes + 1] = static_cast<std::uint8_t>(map.fixed);
    const std::uint64_t hash = hash_of(std::span<const std::uint8_t>(key));
    const std::size_t number = hash % parts;
    Part& part = parts_[number];
    std::vector<cube::Plan>& plans = plans_.parts_[number];
    const std::lock_guard lock(part.mutex);
    const auto [found, is_new] =
        part.numbers.try_emplace(key, static_cast<std::uint32_t>(plans.size() * parts + number));
    if (is_new) plans.push_back(cube::make_plan(map));
    return found->second;
  }

 private:
  using Key = std::array<std::uint8_t, cube::max_axes + 2>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(hash_of(std::span<const std::uint8_t>(key)));
    }
  };
  struct Part {
    std::mutex mutex;
    std::unordered_map<Key, std::uint32_t, Hash> numbers;
  };

  Plans& plans_;
  std::array<Part, parts> parts_;
};

LayerMoves::LayerMoves(const Layout& layout, int layer, BitmapRange bitmaps, Workers& workers)
    : bitmaps_(bitmaps),
      per_bitmap_(layout.geometry().slides().size()),
      edges_(bitmaps.size() * per_bitmap_),
      plan_numbers_(edges_.size()),
      blanks_(bitmaps.size()) {
  Plans::Maker maker(plans_);
  const std::vector<Cells>& occupancies = layout.occupancies(layer);
  PerWorker<std::vector<Layout::Edge>> edges_of(workers.size());
  workers.run(bitmaps.size(), [&](std::size_t number, int worker) {
    const Cells occupancy = occupancies[bitmaps.begin + number];
    std::vector<Layout::Edge>& edges = edges_of[worker];
    std::size_t next = number * per_bitmap_;
    const auto add_moves = [&] {
      for (const Layout::Edge& edge : edges) {
        edges_[next] = edge;
        plan_numbers_[next++] = maker.number_of(layout.axis_map(occupancy, edge));
      }
    };
    layout.blank_edges(occupancy, edges);
    blanks_[number] = static_cast<std::uint8_t>(edges.size());
    add_moves();
    layout.own_edges(occupancy, edges);
    add_moves();
    assert(next == (number + 1) * per_bitmap_);
  });
}

}  // namespace quixo::solve
