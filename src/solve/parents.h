// SPDX-License-Identifier: MIT
//
// One bitmap seen from its children: which of its positions does a step have to look at, now that some of the
// children are decided? Both solvers ask two questions:
//
//   1. Which positions have a child among the news? With a child that was lost they are won.
//   2. Which candidates have no unwon child any more? With all children won they are lost. Only a candidate
//      with a child among the news can have become such a one.
//
// Where news or candidates are few they are followed one by one, else whole bitmaps are combined; how few
// that is was measured (most_listed). The solvers say what the news are, what is unwon, and what becomes of
// the positions that are found.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "layout/layout.h"
#include "solve/lists.h"
#include "solve/planes.h"
#include "solve/state_lists.h"
#include "solve/state_moves.h"

namespace quixo::solve {

/// Memory of one thread for Parents, and what it finds.
struct ParentScratch {
  explicit ParentScratch(int layer)
      : memory(3, layer), any_news(memory[0]), any_unwon(memory[1]), closed(memory[2]) {}

  Plane memory;
  OpponentBitmap any_news;   ///< Positions with a child among the news, when some child has many.
  OpponentBitmap any_unwon;  ///< Positions with an unwon child.
  OpponentBitmap closed;     ///< Candidates without one.

  List<OwnIndex> parents;             ///< Positions with a child among the news, by the lists.
  List<OpponentIndex> closed_list;    ///< Candidates without an unwon child, ascending.
  List<OpponentIndex> touched;        ///< Positions with a child among the news, not looked at yet.
  List<std::size_t> moves_with_news;  ///< Whose children have some.
  std::vector<StateMoves::Child> unwon_children;
};

/// How much is new in the children of a bitmap.
enum class News : std::uint8_t {
  none,
  few,  ///< All of it is listed.
  many  ///< Some child has too many for a list.
};

/// The form in which closed candidates are found.
enum class Closed : std::uint8_t { listed, bitmap };

/// Moves has size(), edge(move), combine(move, child, parents), which adds the positions with a child in a
/// bitmap by this move, and prefetch(move, child), to be called ahead of it. Where functions take `..._of`,
/// it is called with the number of a move and speaks of its child: lists_of(move) is the StateLists with the
/// news of the child's layer, many_of(move) the bitmap of its news when these are many, unwon_of(move) the
/// bitmap of what is not won in it, or none when nothing is.
template <class Moves>
class Parents {
 public:
  Parents(const Layout& layout, int layer, Cells occupancy, const Moves& moves, ParentScratch& scratch)
      : layout_(layout), occupancy_(occupancy), layer_(layer), moves_(moves), scratch_(scratch) {
    assert(layer == std::popcount(occupancy));
  }

  /// Finds the moves whose children have news, for the questions below, and prefetches their lists.
  template <class ListsOf>
  News find_news(const ListsOf& lists_of) {
    scratch_.moves_with_news.resize(moves_.size());
    std::size_t count = 0;
    bool many = false;
    bool few = false;
    for (std::size_t move = 0; move < moves_.size(); ++move) {
      const StateLists& lists = lists_of(move);
      const std::uint32_t child = moves_.edge(move).child;
      const StateLists::Kind kind = lists.kind(child);
      // No branch, as in keep_if.
      scratch_.moves_with_news[count] = move;
      count += std::size_t{kind != StateLists::Kind::none};
      few |= kind == StateLists::Kind::few;
      many |= kind == StateLists::Kind::many;
    }
    scratch_.moves_with_news.resize(count);
    if (few) {
      const auto for_each_few = [&](const auto& visit) {
        for (const std::size_t move : scratch_.moves_with_news) {
          const std::uint32_t child = moves_.edge(move).child;
          if (!lists_of(move).many(child)) visit(lists_of(move), child);
        }
      };
      for_each_few([](const StateLists& lists, std::uint32_t child) { lists.prefetch_place(child); });
      for_each_few([](const StateLists& lists, std::uint32_t child) { lists.prefetch_list(child); });
    }
    return many ? News::many : few ? News::few : News::none;
  }

  /// The positions with a child among the news. By children whose news are listed: in scratch.parents, those
  /// that pass is_undecided(index), in no order and perhaps repeated; `undecided` is the bitmap that
  /// is_undecided reads first. By children with many: in scratch.any_news, decided or not, if it returns
  /// true.
  template <class ListsOf, class ManyOf, class IsUndecided>
  bool find_with_news(const ListsOf& lists_of, const ManyOf& many_of, ConstOwnBitmap undecided,
                      const IsUndecided& is_undecided) {
    bool combined = false;
    for (const std::size_t move : scratch_.moves_with_news)
      if (lists_of(move).many(moves_.edge(move).child)) moves_.prefetch(move, many_of(move));
    scratch_.touched.clear();
    for (const std::size_t move : scratch_.moves_with_news) {
      const std::uint32_t child = moves_.edge(move).child;
      if (lists_of(move).many(child)) {
        if (!std::exchange(combined, true)) clear(scratch_.any_news, layer_);
        moves_.combine(move, many_of(move), scratch_.any_news);
      } else {
        append_parents(move, lists_of(move).list(child),
                       [&](OpponentIndex index) { undecided.prefetch(flipped(index, layer_)); });
      }
    }
    scratch_.parents.resize(scratch_.touched.size());
    for (std::size_t i = 0; i < scratch_.touched.size(); ++i)
      scratch_.parents[i] = flipped(scratch_.touched[i], layer_);
    keep_if(scratch_.parents, is_undecided);
    return combined;
  }

  /// The candidates without an unwon child that have a child among the news, or, when the news are many, all
  /// candidates without an unwon child. count() is how many candidates there are.
  template <class ListsOf, class Count, class UnwonOf>
  Closed find_closed(News news, const ListsOf& lists_of, ConstOpponentBitmap candidates, const Count& count,
                     const UnwonOf& unwon_of) {
    assert(news != News::none);
    if (news == News::many) return find_all_closed(candidates, count(), unwon_of);
    scratch_.touched.clear();
    for (const std::size_t move : scratch_.moves_with_news)
      append_parents(move, lists_of(move).list(moves_.edge(move).child),
                     [&](OpponentIndex index) { candidates.prefetch(index); });
    keep_if(scratch_.touched, [&](OpponentIndex index) { return candidates.test(index); });
    sort_unique(scratch_.touched);
    std::swap(scratch_.closed_list, scratch_.touched);
    drop_unwon(0, unwon_of);
    return Closed::listed;
  }

  /// Where a move leads from a position, unless the cube that it takes is the opponent's.
  std::optional<OwnIndex> child(std::size_t move, OpponentIndex index) {
    return single().child(moves_.edge(move), index);
  }

 private:
  const StateMoves& single() {
    if (!single_) single_.emplace(layout_, layer_, occupancy_);
    return *single_;
  }

  template <class Prefetch>
  void append_parents(std::size_t move, std::span<const Cells> news, const Prefetch& prefetch) {
    single().append_parents(moves_.edge(move), news, prefetch, scratch_.touched);
  }

  /// Combines what is not won, and goes over to single candidates when few are left.
  template <class UnwonOf>
  Closed find_all_closed(ConstOpponentBitmap candidates, std::uint64_t count, const UnwonOf& unwon_of) {
    // Few are left after a few moves or never, so the next look is ever further off.
    int next_look = 4;
    if (count > most_listed(layer_))
      for (std::size_t move = 0; move < moves_.size(); ++move) moves_.prefetch(move, unwon_of(move));
    copy(candidates, scratch_.closed, layer_);
    int combined = 0;
    for (std::size_t move = 0; move < moves_.size(); ++move) {
      if (count <= most_listed(layer_)) {
        scratch_.closed_list.clear();
        for_each(scratch_.closed, layer_,
                 [&](OpponentIndex index) { scratch_.closed_list.push_back(index); });
        drop_unwon(move, unwon_of);
        return Closed::listed;
      }
      const ConstOwnBitmap unwon = unwon_of(move);
      if (!unwon) continue;
      if (combined == 0) clear(scratch_.any_unwon, layer_);
      moves_.combine(move, unwon, scratch_.any_unwon);
      if (++combined == next_look) {
        count = remove_and_count(scratch_.any_unwon, scratch_.closed, layer_);
        next_look *= 2;
      }
    }
    if (combined > 0) remove(scratch_.any_unwon, scratch_.closed, layer_);
    return Closed::bitmap;
  }

  /// Drops the listed candidates with an unwon child by the moves from a first one on.
  template <class UnwonOf>
  void drop_unwon(std::size_t first_move, const UnwonOf& unwon_of) {
    if (scratch_.closed_list.empty()) return;
    scratch_.unwon_children.clear();
    for (std::size_t move = first_move; move < moves_.size(); ++move)
      if (const ConstOwnBitmap unwon = unwon_of(move))
        scratch_.unwon_children.push_back({moves_.edge(move), unwon});
    single().drop_parents(scratch_.unwon_children, scratch_.closed_list);
  }

  const Layout& layout_;
  Cells occupancy_;
  int layer_;
  const Moves& moves_;
  ParentScratch& scratch_;
  std::optional<StateMoves> single_;  // made when it is wanted
};

}  // namespace quixo::solve
