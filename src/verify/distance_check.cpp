// SPDX-License-Identifier: MIT
#include "verify/distance_check.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "base/workers.h"
#include "verify/children.h"
#include "verify/losses.h"
#include "verify/ranking.h"

namespace quixo::verify {
namespace {

template <class Rank>
class DistancePass {
 public:
  /// Of all or some of these units.
  DistancePass(const FullCheck& check, int layer, Range units, const Ranking& ranking,
               const std::vector<LayerContent>& contents)
      : children_(make_children(check, layer, units, ranking, contents)),
        opened_(check.files.open_layer(layer)),
        workers_(check.workers.size(), [&] { return Worker(children_.shape().unit_slots()); }) {
    expected_[ranking.over_won()] = number(0);
    for (const Value& loss : ranking.values()) expected_[ranking.rank(loss)] = number(loss.distance + 1U);
    std::vector<Stored> win(table::distances_in(*opened_.wins));
    for (unsigned distance = 0; distance < win.size(); ++distance)
      win[distance] = static_cast<Stored>(number(distance));
    encoding_.emplace(Metric::distance, Stored{0}, std::move(win), std::vector<Stored>{0});
  }

  void check_unit(std::size_t unit, int worker, Problems& problems) {
    const LayerShape& shape = children_.shape();
    const FullCheck& check = children_.check();
    Worker& w = workers_[worker];
    w.reader.read_unit(check.files.at_once(), opened_, unit, *encoding_, w.wins.data());
    for_each_bitmap_of_unit(shape, unit, [&](std::uint32_t bitmap) {
      compare(unit, bitmap, children_.best(bitmap, worker), w.wins.data() + shape.slot_in_unit(bitmap),
              problems);
    });
    check.count(shape.positions_of_unit());
  }

 private:
  /// The distance of a win and one more; 0 for what is none. What is stored has no unknown_distance, so it
  /// fits into two bytes; what a win must be may not.
  using Number = std::uint32_t;
  using Stored = std::uint16_t;
  static Number number(unsigned distance) { return distance + 1; }

  struct Worker {
    explicit Worker(std::size_t slots) : wins(slots) {}
    table::BlockReader reader;
    std::vector<Stored> wins;
  };

  /// Wins and draws have no rank, and neither have parents that are over and lost.
  static Children<Rank> make_children(const FullCheck& check, int layer, Range units, const Ranking& ranking,
                                      const std::vector<LayerContent>& contents) {
    std::vector<LayerFiles> opened;
    std::size_t distances = 0;
    for (int each = layer; each <= std::min(layer + 1, check.files.geometry().cells()); ++each) {
      opened.push_back(check.files.open_outcomes(each));
      opened.back().losses = open_losses(check, each, contents);
      distances = std::max(distances, table::distances_in(opened.back().losses.front().file));
    }
    std::vector<Rank> loss(distances);
    for (const Value& value : ranking.values()) loss[value.distance] = static_cast<Rank>(ranking.rank(value));
    return {check,
            units,
            std::move(opened),
            ranking,
            table::Encoding<Rank>(Metric::distance, 0, std::vector<Rank>(2), std::move(loss)),
            0};
  }

  void compare(std::size_t unit, std::uint32_t bitmap, const Rank* best, const Stored* wins,
               Problems& problems) {
    for_each_difference(
        children_.shape().layer,
        [&](std::size_t opponent, std::size_t own) { return expected_[best[opponent]] ^ wins[own]; },
        [&](std::size_t opponent, std::size_t own) {
          const Number expected = expected_[best[opponent]];
          if (expected == 0 || wins[own] == 0) return;  // another outcome, which the first pass tells
          const auto win = [](Number one_more) {
            return Value{Outcome::win, static_cast<std::uint16_t>(one_more - 1)};
          };
          const TableFiles& files = children_.check().files;
          Problem problem = wrong_value(
              files.geometry(), Metric::distance,
              files.layout().position(children_.shape().layer, bitmap, static_cast<std::uint32_t>(own)),
              win(wins[own]), win(expected));
          problem.place = children_.check().place(children_.shape().layer, 1, unit);
          problems.add(std::move(problem));
        });
  }

  Children<Rank> children_;
  LayerFiles opened_;
  std::optional<table::Encoding<Stored>> encoding_;
  /// What a win must be, by the rank of its best child.
  std::array<Number, std::size_t{1} << 8 * sizeof(Rank)> expected_{};
  PerWorker<Worker> workers_;
};

}  // namespace

void check_distances(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                     const UnitSteps& units, Problems& problems,
                     const std::function<void(const Ranges& units)>& checked) {
  assert(units.step > 0);
  std::vector<Value> losses = {{Outcome::loss, 0}};
  add_values(contents, layer, Outcome::loss, losses);
  const Ranking ranking(std::move(losses));
  const Ranges rest = rest_of(check.files.layout().shape(layer).units(), units.checked);
  const int peers = check.peers.size();
  // What a peer checks up to its n-th unit.
  const auto first_of = [&](int peer, std::size_t n) {
    const Range share = share_of(size_of(rest), peer, peers);
    return part_of(rest, {share.begin, share.begin + std::min(n, share.size())});
  };
  const std::size_t most = share_of(size_of(rest), 0, peers).size();  // no peer has more
  const Ranges own = first_of(check.peers.self(), most);
  const Range span = own.empty() ? Range{} : Range{own.front().begin, own.back().end};
  with_rank_type(ranking, [&]<class Rank>(Rank) {
    DistancePass<Rank> pass(check, layer, span, ranking, contents);
    for (std::size_t begin = 0; begin < most; begin += units.step) {
      const std::size_t end = begin + units.step;
      const std::size_t from = std::min(begin, size_of(own));
      check.workers.run(std::min(end, size_of(own)) - from, [&](std::size_t item, int worker) {
        pass.check_unit(at(own, from + item), worker, problems);
      });
      Ranges done;
      for (int peer = 0; peer < peers; ++peer) {
        const Ranges each = first_of(peer, end);
        done.insert(done.end(), each.begin(), each.end());
      }
      checked(joined(units.checked, done));
    }
  });
}

}  // namespace quixo::verify
