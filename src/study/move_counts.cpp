// SPDX-License-Identifier: MIT
#include "study/move_counts.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "cube/kernel.h"
#include "layout/index.h"
#include "probe/source.h"

namespace quixo::study {
namespace {

/// Neighbours share most children: this holds those of a good part of the largest layer of 5x5.
constexpr std::size_t cache_bytes = std::size_t{1} << 30;

}  // namespace

MoveCounts::Members::Members(std::size_t sets, int layer)
    : lines_per_set_((cube::words_of(layer) * sizeof(Word) + sizeof(Line) - 1) / sizeof(Line)),
      lines_(sets * lines_per_set_) {}

MoveCounts::MoveCounts(const Table& table, std::vector<ValueSet> sets, int threads)
    : table_(table),
      sets_(std::move(sets)),
      digits_(static_cast<std::size_t>(std::bit_width(geometry_of(table).slides().size()))),
      counted_(threads),
      cache_(cache_bytes) {}

void MoveCounts::count(int layer, std::uint32_t bitmap, int worker) {
  Counted& counted = counted_[worker];
  if (sets_.empty() || (counted.layer == layer && counted.bitmap == bitmap)) return;
  if (counted.layer != layer) counted.moved = cube::Plane(1, layer);
  counted.layer = layer;
  counted.bitmap = bitmap;
  counted.digits.assign(sets_.size() * cube::words_of(layer) * digits_, 0);
  const Layout& layout = layout_of(table_);
  layout.own_edges(layout.occupancies(layer)[bitmap], counted.edges);
  add_moves(layer, counted);
  layout.blank_edges(layout.occupancies(layer)[bitmap], counted.edges);
  add_moves(layer + 1, counted);
}

int MoveCounts::into(std::size_t set, std::uint32_t bit, int worker) const {
  const Counted& counted = counted_[worker];
  assert(counted.layer >= 0 && set < sets_.size() && bit >> counted.layer == 0);
  const std::uint32_t opponent = bit_of(flipped(OwnIndex{bit}, counted.layer));
  const Word* digits = counted.digits.data() + first_digit(counted.layer, set, opponent / 64);
  unsigned count = 0;
  for (std::size_t digit = 0; digit < digits_; ++digit)
    count |= static_cast<unsigned>(digits[digit] >> opponent % 64 & 1) << digit;
  return static_cast<int>(count);
}

void MoveCounts::add_moves(int child_layer, Counted& counted) {
  const Layout& layout = layout_of(table_);
  const Cells occupancy = layout.occupancies(counted.layer)[counted.bitmap];
  const std::size_t words = cube::words_of(counted.layer);
  Word* moved = counted.moved[0];
  for (const Layout::Edge& edge : counted.edges) {
    const std::shared_ptr<const Members> child = members(child_layer, edge.child);
    const cube::Plan plan = cube::make_plan(layout.axis_map(occupancy, edge));
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      std::fill_n(moved, words, 0);
      cube::combine(plan, (*child)[set], moved);
      for (std::size_t word = 0; word < words; ++word) {
        Word* digit = counted.digits.data() + first_digit(counted.layer, set, word);
        // No count exceeds the number of slides, so the carry ends within the digits.
        for (Word carry = moved[word]; carry != 0; ++digit) {
          const Word both = *digit & carry;
          *digit ^= carry;
          carry = both;
        }
        assert(digit <= counted.digits.data() + first_digit(counted.layer, set, word) + digits_);
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
    assert(made);  // the runs of a bitmap come in order
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      Word* words = (*made)[set] + run.first / 64;
      for (std::size_t i = 0; i < run.values.size(); ++i)
        words[i / 64] |= Word{sets_[set].holds(run.values[i])} << i % 64;
    }
    if ((run.first + run.values.size()) >> layer == 0) return;  // there is more of it
    cache_.insert(key(run.bitmap), made);
    if (run.bitmap == bitmap) wanted = made;
  });
  assert(wanted);
  return wanted;
}

}  // namespace quixo::study
