// SPDX-License-Identifier: MIT
//
// The second pass of a full check.
#include <optional>

#include "base/workers.h"
#include "verify/children.h"
#include "verify/full.h"
#include "verify/losses.h"

namespace quixo::verify {

class DistanceCheck::Pass {
 public:
  virtual ~Pass() = default;
  virtual void check(std::size_t unit, int worker, Problems& problems) = 0;
  virtual Units units() const = 0;
  virtual Workers& workers() const = 0;
};

template <class Rank>
class DistanceCheck::PassWith : public Pass {
 public:
  PassWith(const FullCheck& check, int layer, const Ranking& ranking,
           const std::vector<LayerContent>& contents)
      : children_(make_children(check, layer, ranking, contents)),
        units_(children_.units()),
        opened_(with_wins(check.files, layer)) {
    expected_[ranking.over_won()] = number(0);
    for (const Value& loss : ranking.values()) expected_[ranking.rank(loss)] = number(loss.distance + 1U);
    std::vector<Stored> win(distances_in(*opened_.wins));
    for (unsigned distance = 0; distance < win.size(); ++distance)
      win[distance] = static_cast<Stored>(number(distance));
    encoding_.emplace(Metric::distance, Stored{0}, std::move(win), std::vector<Stored>{0});
    for (int worker = 0; worker < check.workers.size(); ++worker)
      workers_.emplace_back(check.files, units_.slots);
  }

  void check(std::size_t unit, int worker, Problems& problems) override {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    units_.read(w.reader, opened_, unit, *encoding_, w.wins.data());
    for_each_cube(units_, unit, [&](std::uint32_t bitmap) {
      compare(bitmap, children_.best(bitmap, worker), w.wins.data() + units_.slot_in_unit(bitmap), problems);
    });
    children_.check().progress(units_.positions());
  }
  Units units() const override { return units_; }
  Workers& workers() const override { return children_.check().workers; }

 private:
  /// The distance of a win and one more; 0 for what is none. What is stored has no unknown_distance, so it
  /// fits into two bytes; what a win must be may not.
  using Number = std::uint32_t;
  using Stored = std::uint16_t;
  static Number number(unsigned distance) { return distance + 1; }

  struct Worker {
    Worker(const TableFiles& files, std::size_t slots) : reader(files), wins(slots) {}
    BlockReader reader;
    std::vector<Stored> wins;
  };

  /// Wins and draws have no rank, and neither have parents that are over and lost.
  static Children<Rank> make_children(const FullCheck& check, int layer, const Ranking& ranking,
                                      const std::vector<LayerContent>& contents) {
    std::vector<LayerFiles> opened;
    std::size_t distances = 0;
    for (int n = layer; n <= std::min(layer + 1, check.files.geometry().cells()); ++n) {
      opened.emplace_back(check.files, n).losses.emplace(open_losses(check, n, contents));
      distances = std::max(distances, distances_in(*opened.back().losses));
    }
    std::vector<Rank> loss(distances);
    for (const Value& value : ranking.values()) loss[value.distance] = static_cast<Rank>(ranking.rank(value));
    return {check, std::move(opened), ranking,
            Encoding<Rank>(Metric::distance, 0, std::vector<Rank>(2), std::move(loss)), 0};
  }

  void compare(std::uint32_t bitmap, const Rank* best, const Stored* wins, Problems& problems) {
    for_each_difference(
        children_.layer(),
        [&](std::size_t opponent, std::size_t own) { return expected_[best[opponent]] ^ wins[own]; },
        [&](std::size_t opponent, std::size_t own) {
          const Number expected = expected_[best[opponent]];
          if (expected == 0 || wins[own] == 0) return;  // another outcome, which the first pass tells
          const auto win = [](Number one_more) {
            return Value{Outcome::win, static_cast<std::uint16_t>(one_more - 1)};
          };
          const TableFiles& files = children_.check().files;
          problems.add(
              wrong_value(files.geometry(), Metric::distance,
                          files.layout().position(children_.layer(), bitmap, static_cast<std::uint32_t>(own)),
                          win(wins[own]), win(expected)));
        });
  }

  Children<Rank> children_;
  Units units_;
  LayerFiles opened_;
  std::optional<Encoding<Stored>> encoding_;
  /// What a win must be, by the rank of its best child.
  std::array<Number, std::size_t{1} << 8 * sizeof(Rank)> expected_{};
  std::vector<Worker> workers_;
};

DistanceCheck::DistanceCheck(const FullCheck& check, int layer, const std::vector<LayerContent>& contents) {
  std::vector<Value> losses = {{Outcome::loss, 0}};
  add_values(contents, layer, Outcome::loss, losses);
  const Ranking ranking(std::move(losses));
  if (ranking.size() <= 256)
    pass_ = std::make_unique<PassWith<std::uint8_t>>(check, layer, ranking, contents);
  else
    pass_ = std::make_unique<PassWith<std::uint16_t>>(check, layer, ranking, contents);
}

DistanceCheck::~DistanceCheck() = default;

std::size_t DistanceCheck::units() const { return pass_->units().count; }

std::uint64_t DistanceCheck::positions_per_unit() const { return pass_->units().positions(); }

void DistanceCheck::run(std::size_t begin, std::size_t end, Problems& problems) {
  pass_->workers().run(end - begin,
                       [&](std::size_t item, int worker) { pass_->check(begin + item, worker, problems); });
}

}  // namespace quixo::verify
