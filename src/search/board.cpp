// SPDX-License-Identifier: MIT
#include "search/board.h"

#include <bit>

namespace quixo::search {

template <std::size_t words>
Boards<words>::Boards(const Geometry& geometry)
    : line_(geometry.rules().line),
      double_line_loses_(geometry.rules().double_line == DoubleLine::loses),
      shift_{1, -1, geometry.rules().cols, -geometry.rules().cols},
      lines_(geometry.lines()) {
  assert(lines_.size() <= words * lines_per_word && line_ < 16);
  for (Cells i = 0; i < low_.size(); ++i) {
    low_[i] = count_each_line(i);
    middle_[i] = count_each_line(i << 9);
  }
  for (Cells i = 0; i <= geometry.all_cells() >> 18; ++i) high_[i] = count_each_line(i << 18);
  list_pushes(geometry);
  list_completions(geometry);
}

template <std::size_t words>
PerLine<words> Boards<words>::count_each_line(Cells cells) const {
  Counts counts;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    counts.word[i / lines_per_word] |= static_cast<std::uint64_t>(std::popcount(cells & lines_[i]))
                                       << 5 * (i % lines_per_word);
  return counts;
}

template <std::size_t words>
void Boards<words>::list_pushes(const Geometry& geometry) {
  for (const Slide& slide : geometry.slides()) {
    const std::size_t d = direction_of(slide.shift);
    takeable_[d] |= slide.taken();
    const auto taken = static_cast<std::size_t>(std::countr_zero(slide.taken()));
    pushes_[d][taken] = {slide.segment, half_of(Player::x, slide.inserted())};
  }
  // Two moves of a direction push in at the same end when one's segment holds the other's.
  for (const Slide& slide : geometry.slides()) {
    const std::size_t d = direction_of(slide.shift);
    const Cell next = slide.move.taken + slide.shift;
    if (next < 0 || next >= geometry.cells() || (takeable_[d] & cell_bit(next)) == 0) continue;
    if ((pushes_[d][static_cast<std::size_t>(next)].segment & slide.taken()) != 0)
      has_next_[d] |= slide.taken();
  }
}

template <std::size_t words>
void Boards<words>::list_completions(const Geometry& geometry) {
  completions_.resize(lines_.size() * max_cells);
  for (const Slide& slide : geometry.slides())
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Cells line = lines_[i];
      const auto segment = static_cast<Cells>(slide.segment);
      if ((line & segment) == 0) continue;
      const Cells moved = line & segment & ~slide.inserted();
      const Cells before =
          (line & ~segment) | (slide.shift > 0 ? moved >> slide.shift : moved << -slide.shift);
      const Cells missing = line & ~before;
      const Cells source = before & ~line;
      assert(std::popcount(missing) == 1 && std::popcount(source) <= 1 && (before & slide.taken()) == 0);
      const std::size_t d = direction_of(slide.shift);
      Completions& all = completions_[i * max_cells + static_cast<std::size_t>(std::countr_zero(missing))];
      std::size_t at = 0;
      while (at < all.size && (all.by[at].source != source || all.by[at].direction != d)) ++at;
      assert(at < all.by.size());
      if (at == all.size) all.by[all.size++] = {source, 0, d};
      all.by[at].taken |= slide.taken();
    }
}

template <std::size_t words>
bool Boards<words>::completes_hers_alone(Board board, const Completion& by) const {
  for (Cells rest = by.taken & ~opponent(board); rest != 0; rest &= rest - 1)
    if (!has_line(opponent(after(board, by.direction, std::countr_zero(rest))))) return true;
  return false;
}

template class Boards<1>;
template class Boards<2>;
template class Boards<3>;
template class Boards<6>;
template class Boards<8>;

}  // namespace quixo::search
