// SPDX-License-Identifier: MIT
#include "study/move_counts.h"

#include <algorithm>
#include <bit>

#include "cube/kernel.h"
#include "probe/source.h"

namespace quixo::study {
namespace {

/// Neighbours share most children: so much holds those of a good part of the largest layer of 5x5.
constexpr std::size_t cache_bytes = std::size_t{1} << 30;

}  // namespace

MoveCounts::Members::Members(std::size_t sets, int layer)
    : lines_per_set_((cube::words_of(layer) * sizeof(Word) + sizeof(Line) - 1) / sizeof(Line)),
      lines_(sets * lines_per_set_) {}

MoveCounts::MoveCounts(const Table& table, std::vector<ValueSet> sets, int threads)
    : table_(table),
      sets_(std::move(sets)),
      digits_(static_cast<std::size_t>(std::bit_width(geometry_of(table).slides().size()))),
      workers_(static_cast<std::size_t>(threads)),
      cache_(cache_bytes) {}

void MoveCounts::count(int layer, std::uint32_t bitmap, int worker) {
  Worker& mine = workers_[static_cast<std::size_t>(worker)];
  if (sets_.empty() || (mine.layer == layer && mine.bitmap == bitmap)) return;
  if (mine.layer != layer) mine.moved = cube::Plane(1, layer);
  mine.layer = layer;
  mine.bitmap = bitmap;
  mine.digits.assign(sets_.size() * cube::words_of(layer) * digits_, 0);
  const Layout& layout = layout_of(table_);
  layout.own_edges(layout.occupancies(layer)[bitmap], mine.edges);
  add_moves(layer, mine);
  layout.blank_edges(layout.occupancies(layer)[bitmap], mine.edges);
  add_moves(layer + 1, mine);
}

int MoveCounts::into(std::size_t set, std::uint32_t bit, int worker) const {
  const Worker& mine = workers_[static_cast<std::size_t>(worker)];
  const std::uint32_t opponent = ~bit & ((std::uint32_t{1} << mine.layer) - 1);
  const Word* digits = mine.digits.data() + first_digit(mine.layer, set, opponent / 64);
  unsigned count = 0;
  for (std::size_t digit = 0; digit < digits_; ++digit)
    count |= static_cast<unsigned>(digits[digit] >> opponent % 64 & 1) << digit;
  return static_cast<int>(count);
}

void MoveCounts::add_moves(int child_layer, Worker& worker) {
  const Layout& layout = layout_of(table_);
  const Cells occupancy = layout.occupancies(worker.layer)[worker.bitmap];
  const std::size_t words = cube::words_of(worker.layer);
  Word* moved = worker.moved[0];
  for (const Layout::Edge& edge : worker.edges) {
    const std::shared_ptr<const Members> child = members(child_layer, edge.child);
    const cube::Plan plan = cube::make_plan(layout.axis_map(occupancy, edge));
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      std::fill_n(moved, words, 0);
      cube::combine(plan, (*child)[set], moved);
      for (std::size_t word = 0; word < words; ++word) {
        Word* digit = worker.digits.data() + first_digit(worker.layer, set, word);
        for (Word carry = moved[word]; carry != 0; ++digit) {
          const Word both = *digit & carry;
          *digit ^= carry;
          carry = both;
        }
      }
    }
  }
}

std::shared_ptr<const MoveCounts::Members> MoveCounts::members(int layer, std::uint32_t bitmap) {
  const auto key = [&](std::uint32_t which) {
    return std::uint64_t{which} << 8 | static_cast<unsigned>(layer);
  };
  std::shared_ptr<const Members> wanted = cache_.find(key(bitmap));
  if (wanted) return wanted;
  std::shared_ptr<Members> made;
  source_of(table_).read(layer, bitmap, [&](const probe::ValueRun& run) {
    if (run.first == 0) made = std::make_shared<Members>(sets_.size(), layer);
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      Word* words = (*made)[set] + run.first / 64;
      for (std::size_t i = 0; i < run.values.size(); ++i)
        words[i / 64] |= Word{sets_[set].holds(run.values[i])} << i % 64;
    }
    if ((run.first + run.values.size()) >> layer == 0) return;  // there is more of it
    cache_.insert(key(run.bitmap), made);
    if (run.bitmap == bitmap) wanted = made;
  });
  return wanted;
}

}  // namespace quixo::study
