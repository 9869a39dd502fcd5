// SPDX-License-Identifier: MIT
#include "verify/outcome_check.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/workers.h"
#include "verify/children.h"
#include "verify/ranking.h"

namespace quixo::verify {
namespace {

/// The values that the first pass ranks: wins by distance, draws, and losses, whose distances are not known.
Ranking outcome_ranking(const FullCheck& check, int layer, const std::vector<LayerContent>& contents) {
  std::vector<Value> values = {{Outcome::draw, 0}, {Outcome::loss, 0}};
  if (check.files.has_distances())
    add_values(contents, layer, Outcome::win, values);
  else
    values.push_back({Outcome::win, 0});
  return Ranking(std::move(values));
}

template <class Rank>
class OutcomePass {
 public:
  /// Writes the distances of losses, of one byte or two each, if there is a writer.
  OutcomePass(const FullCheck& check, int layer, Range units, const Ranking& ranking,
              table::BlockFileWriter* writer, bool wide, Problems& problems)
      : ranking_(ranking),
        units_(units),
        children_(make_children(check, layer, units, ranking)),
        writer_(writer),
        wide_(wide),
        problems_(problems),
        loss_(static_cast<Rank>(ranking.rank({Outcome::loss, 0}))),
        workers_(check.workers.size(), [&] { return Worker(children_.shape(), ranking.size()); }) {
    distances_.resize(ranking.size());
    for (std::size_t best = 1; best < ranking.size(); ++best) {
      const Value value = ranking.value_of_position(best);
      expected_[best] = code(value.outcome);
      if (value.outcome == Outcome::loss) distances_[best] = value.distance;
    }
    for (std::size_t rank = 1; rank <= ranking.values().size(); ++rank)
      stored_[rank] = code(ranking.value(rank).outcome);
  }

  /// The losses of these units.
  LayerLosses run() {
    LayerLosses losses;
    const FullCheck& check = children_.check();
    run_in_order(
        check.workers, units_.size(),
        [&](std::size_t item, int worker) { return check_unit(units_.begin + item, worker); },
        [&](std::size_t, const std::vector<table::Bytes>& codes) {
          for (const table::Bytes& code : codes) {
            writer_->append(code);
            losses.blocks.push_back(sha256_of(code));
          }
          check.count(children_.shape().positions_of_unit());
        });
    for (const Worker& worker : workers_)
      for (std::size_t best = 0; best < worker.counts.size(); ++best)
        if (worker.counts[best] > 0) losses.counts[distances_[best]] += worker.counts[best];
    return losses;
  }

 private:
  struct Worker {
    Worker(const LayerShape& shape, std::size_t ranks)
        : listed(shape.unit_words()), distances(shape.unit_slots()), counts(ranks) {}
    std::vector<Word> listed;
    std::vector<table::Distance> distances;
    std::vector<std::uint64_t> counts;  // of losses, by the rank of the best child
    table::Compressor compressor;
    table::Bytes packed;
    std::vector<std::size_t> run_ends;
  };

  static Children<Rank> make_children(const FullCheck& check, int layer, Range units,
                                      const Ranking& ranking) {
    std::vector<LayerFiles> opened;
    std::size_t distances = 1;
    for (int each = layer; each <= std::min(layer + 1, check.files.geometry().cells()); ++each) {
      opened.push_back(check.files.open_layer(each));
      if (opened.back().wins) distances = std::max(distances, table::distances_in(*opened.back().wins));
    }
    std::vector<Rank> win(distances);
    for (const Value& value : ranking.values())
      if (value.outcome == Outcome::win) win[value.distance] = static_cast<Rank>(ranking.rank(value));
    return {check,
            units,
            std::move(opened),
            ranking,
            table::Encoding<Rank>(check.files.manifest().metric,
                                  static_cast<Rank>(ranking.rank({Outcome::draw, 0})), std::move(win),
                                  {static_cast<Rank>(ranking.rank({Outcome::loss, 0}))}),
            ranking.over_lost()};
  }

  static std::uint8_t code(Outcome outcome) {
    return static_cast<std::uint8_t>(static_cast<int>(outcome) + 1);
  }

  std::vector<table::Bytes> check_unit(std::size_t unit, int worker) {
    const LayerShape& shape = children_.shape();
    Worker& w = workers_[worker];
    for_each_bitmap_of_unit(shape, unit, [&](std::uint32_t bitmap) {
      const Rank* best = children_.best(bitmap, worker);
      const std::shared_ptr<const Rank[]> stored = children_.stored(bitmap, worker);
      compare(unit, bitmap, best, stored.get());
      if (writer_ != nullptr) list_losses(bitmap, best, stored.get(), w);
    });
    std::vector<table::Bytes> codes;
    if (writer_ == nullptr) return codes;
    const std::size_t blocks = shape.blocks_of_unit();
    for (std::size_t i = 0; i < blocks; ++i) {
      table::pack_distances(shape, unit * blocks + i, w.listed.data() + i * block_words,
                            w.distances.data() + i * block_slots, wide_, w.packed, w.run_ends);
      w.compressor.compress_distances(w.packed, w.run_ends, codes.emplace_back());
    }
    return codes;
  }

  void compare(std::size_t unit, std::uint32_t bitmap, const Rank* best, const Rank* stored) {
    for_each_difference(
        children_.shape().layer,
        [&](std::size_t opponent, std::size_t own) {
          return expected_[best[opponent]] ^ stored_[stored[own]];
        },
        [&](std::size_t opponent, std::size_t own) {
          Value expected = ranking_.value_of_position(best[opponent]);
          if (expected.outcome == Outcome::win && !ranking_.is_over(best[opponent]))
            expected.distance = unknown_distance;
          const TableFiles& files = children_.check().files;
          Problem problem = wrong_value(
              files.geometry(), files.manifest().metric,
              files.layout().position(children_.shape().layer, bitmap, static_cast<std::uint32_t>(own)),
              ranking_.value(stored[own]), expected);
          problem.place = children_.check().place(children_.shape().layer, 0, unit);
          problems_.add(std::move(problem));
        });
  }

  void list_losses(std::uint32_t bitmap, const Rank* best, const Rank* stored, Worker& w) {
    const Layout& layout = children_.check().files.layout();
    const auto orbit =
        static_cast<std::uint64_t>(layout.orbit_size(layout.occupancies(children_.shape().layer)[bitmap]));
    const std::size_t first = children_.shape().slot_in_unit(bitmap);
    const std::size_t positions = children_.shape().bitmap_positions();
    const std::size_t step = std::min(positions, word_slots);
    for (std::size_t begin = 0; begin < positions; begin += step) {
      // What is stored goes by the own index, the best children by the opponent index: the complement.
      const Rank* children = best + (positions - step - begin);
      Word listed = 0;
      for (std::size_t i = 0; i < step; ++i)
        listed |= Word{stored[begin + i] == loss_ && !ranking_.is_over(children[step - 1 - i])} << i;
      w.listed[(first + begin) / word_slots] = listed;
      for (; listed != 0; listed &= listed - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(listed));
        const Rank found = children[step - 1 - i];
        w.distances[first + begin + i] = distances_[found];
        w.counts[found] += orbit;
      }
    }
  }

  const Ranking& ranking_;
  Range units_;
  Children<Rank> children_;
  table::BlockFileWriter* writer_;
  bool wide_;
  Problems& problems_;
  Rank loss_;
  /// The outcome a position must have, by the rank of its best child; and what it has, by its own rank.
  std::array<std::uint8_t, std::size_t{1} << 8 * sizeof(Rank)> expected_{}, stored_{};
  /// Of a loss, by the rank of the best child. One with a child that is not won is a problem, whatever its
  /// distance.
  std::vector<table::Distance> distances_;
  PerWorker<Worker> workers_;
};

/// What all peers have written.
void add_up(Peers& peers, LayerLosses& losses) {
  losses.writers = peers.size();
  losses.blocks = put_together(peers, std::move(losses.blocks));
  losses.sum = hex(sum_of(losses.blocks));
  Message message;
  for (const auto& [distance, count] : losses.counts) {
    append(message, distance);
    append(message, count);
  }
  losses.counts.clear();
  for (const Message& each : said_by_all(peers, message))
    for (MessageReader reader(each); !reader.at_end();) {
      const int distance = reader.take<int>();
      losses.counts[distance] += reader.take<std::uint64_t>();
    }
}

}  // namespace

LayerLosses check_outcomes(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                           Problems& problems) {
  const Ranking ranking = outcome_ranking(check, layer, contents);
  const int self = check.peers.self();
  const Range units = share_of(check.files.layout().shape(layer).units(), self, check.peers.size());
  const table::BlockFileHeader header = losses_header(check, layer, units, contents);
  std::optional<table::BlockFileWriter> writer;
  if (check.files.has_distances() && units.size() > 0)
    writer.emplace(losses_file(check.work, layer, self), header);
  LayerLosses losses = with_rank_type(ranking, [&]<class Rank>(Rank) {
    return OutcomePass<Rank>(check, layer, units, ranking, writer ? &*writer : nullptr,
                             header.distance_bytes == 2, problems)
        .run();
  });
  if (writer) writer->finish();
  add_up(check.peers, losses);
  return losses;
}

}  // namespace quixo::verify
