// SPDX-License-Identifier: MIT
#include "verify/integrity.h"

#include <fmt/format.h>

#include <atomic>
#include <sstream>

#include "base/hash.h"
#include "base/text.h"
#include "layout/layer_shape.h"
#include "quixo/error.h"
#include "quixo/table.h"
#include "verify/sample.h"

namespace quixo::verify {
namespace {

using table::Part;

/// Counts of one thread. A table of outcomes has no distances.
struct Counter {
  explicit Counter(std::size_t distances) : won(distances) {}

  table::BlockReader reader;
  std::vector<std::uint64_t> won;                   // by distance
  std::uint64_t lost = 0;                           // positions that are over
  std::array<std::uint64_t, block_words> orbits{};  // of the words of a block
  std::array<OutcomeCounts, max_cells + 1> by_own{};

  /// Counts the block that was read.
  void count_block(const Layout& layout, const LayerShape& shape, std::size_t block) {
    for_each_bitmap(shape, block, [&](std::size_t bitmap, std::size_t, std::size_t count, std::size_t first) {
      const Cells occupancy = layout.occupancies(shape.layer)[bitmap];
      const auto orbit = static_cast<std::uint64_t>(layout.orbit_size(occupancy));
      count_outcomes(shape, block, first, count, orbit);
      std::fill_n(orbits.begin() + first, count, orbit);
    });
    if (!won.empty()) count_distances();
  }

 private:
  void count_outcomes(const LayerShape& shape, std::size_t block, std::size_t first, std::size_t words,
                      std::uint64_t orbit) {
    const Word valid = cube::valid_bits(shape.layer);
    for (std::size_t word = first; word < first + words; ++word) {
      const auto ones = static_cast<std::size_t>(std::popcount(shape.word_in_bitmap(block, word)));
      std::uint64_t wins = table::count_by_ones(reader.win()[word]);
      std::uint64_t losses = table::count_by_ones(reader.loss()[word]);
      std::uint64_t all = table::count_by_ones(valid);
      for (std::size_t own = ones; all != 0; ++own, wins >>= 8, losses >>= 8, all >>= 8)
        by_own[own] += {orbit * (wins & 255), orbit * (losses & 255),
                        orbit * ((all & 255) - (wins & 255) - (losses & 255))};
    }
  }

  /// After the orbits of the words are known.
  void count_distances() {
    const auto count = [](Word bits) { return static_cast<std::uint64_t>(std::popcount(bits)); };
    for (std::size_t word = 0; word < reader.words(); ++word) {
      const Word win = reader.win()[word];
      const Word over = reader.over()[word];
      won[0] += orbits[word] * count(win & over);
      won[1] += orbits[word] * count(win & ~over & ~reader.listed_wins()[word]);
      lost += orbits[word] * count(reader.loss()[word] & over);
    }
    reader.for_each_listed_win(
        [&](std::size_t slot, std::size_t distance) { won[distance] += orbits[slot / word_slots]; });
  }
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    lines.push_back(begin == std::string::npos ? "" : line.substr(begin));
  }
  return lines;
}

/// The longest there is. Its position is the manifest's: many may take as long, and this says whether that
/// one does.
std::optional<Longest> longest(const TableFiles& files, const std::map<int, OutcomeCounts>& distances,
                               std::uint64_t OutcomeCounts::*count, const std::optional<Longest>& said,
                               const Table& table, Problems& problems) {
  const Outcome outcome = count == &OutcomeCounts::win ? Outcome::win : Outcome::loss;
  for (auto row = distances.rbegin(); row != distances.rend() && row->first > 0; ++row) {
    if (row->second.*count == 0) continue;
    Longest found{row->first, said ? said->position : Position{}};
    const Value value{outcome, static_cast<std::uint16_t>(found.distance)};
    if (said && ask(table, said->position) != value)
      problems.add(Check::manifest, fmt::format("{} names a longest {} that does not take {} moves",
                                                table::manifest_file(files.directory()).string(),
                                                outcome == Outcome::win ? "win" : "loss", found.distance));
    return found;
  }
  return std::nullopt;
}

/// Takes the distances of losses from what the manifest says, if there are as many as losses.
void take_losses(const TableFiles& files, Census& found, Problems& problems) {
  std::uint64_t said = 0;
  for (const auto& [distance, counts] : files.manifest().summary.census.distances) {
    if (distance > 0 && counts.loss > 0) found.distances[distance].loss = counts.loss;
    said += counts.loss;
  }
  if (const std::uint64_t all = found.totals().loss; said != all)
    problems.add(Check::manifest,
                 fmt::format("{} has the distances of {} losses, and the table has {} losses",
                             table::manifest_file(files.directory()).string(), said, all));
}

/// Whether a layer has the size and the files that it should have; what is wrong is a problem each.
bool has_its_files(const TableFiles& files, int layer, Problems& problems) {
  if (files.manifest().layers[static_cast<std::size_t>(layer)].bitmaps !=
      files.layout().occupancies(layer).size()) {
    problems.add({Check::manifest,
                  fmt::format("{} has another number of cubes in layer {} than the board has",
                              table::manifest_file(files.directory()).string(), layer),
                  {2 * layer, 0}});
    return false;
  }
  bool whole = true;
  for (const Part part : {Part::outcomes, Part::distances})
    if (const std::string& fault = files.fault(layer, part); !fault.empty()) {
      problems.add({Check::files, fault, {2 * layer, static_cast<std::uint64_t>(part)}});
      whole = false;
    }
  return whole;
}

LayerContent content_of(const PerWorker<Counter>& counters) {
  LayerContent content;
  for (const Counter& counter : counters) {
    for (std::size_t own = 0; own < content.by_own.size(); ++own) content.by_own[own] += counter.by_own[own];
    for (std::size_t distance = 0; distance < counter.won.size(); ++distance)
      if (counter.won[distance] > 0)
        content.distances[static_cast<int>(distance)].win += counter.won[distance];
    if (counter.lost > 0) content.distances[0].loss += counter.lost;
  }
  return content;
}

/// Adds what all peers have counted.
void add_up(Peers& peers, LayerContent& content) {
  if (peers.is_alone()) return;
  Message message;
  append(message, content.by_own);
  for (const auto& [distance, counts] : content.distances) {
    append(message, distance);
    append(message, counts);
  }
  content = {};
  for (const Message& each : said_by_all(peers, message)) {
    MessageReader reader(each);
    const auto by_own = reader.take<decltype(content.by_own)>();
    for (std::size_t own = 0; own < by_own.size(); ++own) content.by_own[own] += by_own[own];
    while (!reader.at_end()) {
      const int distance = reader.take<int>();
      content.distances[distance] += reader.take<OutcomeCounts>();
    }
  }
}

}  // namespace

std::optional<LayerContent> read_layer(TableFiles& files, int layer, Workers& workers, Peers& peers,
                                       Problems& problems, const ShowProgress& progress) {
  Problems of_files;  // which all peers know
  if (!has_its_files(files, layer, peers.is_first() ? problems : of_files)) return std::nullopt;
  files.share_digests(layer, peers);
  const LayerFiles opened = files.open_layer(layer);
  const Range blocks = share_of(opened.shape().blocks(), peers.self(), peers.size());
  PerWorker<Counter> counters(workers.size(),
                              [&] { return Counter(opened.wins ? table::distances_in(*opened.wins) : 0); });
  std::vector<std::uint64_t> outcome_hashes(blocks.size());
  std::vector<std::uint64_t> distance_hashes(files.has_distances() ? blocks.size() : 0);
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> damaged = false;
  workers.run(blocks.size(), [&](std::size_t item, int worker) {
    const std::size_t block = blocks.begin + item;
    Counter& counter = counters[worker];
    try {
      counter.reader.read(files.at_once(), opened, block);
    } catch (const Error& error) {
      problems.add({Check::files, error.what(), {2 * layer + 1, block}});
      damaged = true;
      return;
    }
    outcome_hashes[item] = counter.reader.outcomes_hash();
    if (files.has_distances()) distance_hashes[item] = counter.reader.distances_hash();
    counter.count_block(files.layout(), opened.shape(), block);
    show_share(progress, static_cast<double>(done.fetch_add(1) + 1) / static_cast<double>(blocks.size()));
  });
  files.unshare_digests(layer);
  if (peers.any(damaged)) return std::nullopt;

  LayerContent content = content_of(counters);
  add_up(peers, content);
  const auto hash_at_first = [&](const std::vector<std::uint64_t>& hashes) {
    Hasher hash;
    stream_to_first(peers, std::span<const std::uint64_t>(hashes),
                    [&](std::span<const std::uint64_t> values) { hash.add(values); });
    return hash.value();
  };
  content.outcomes_hash = hash_at_first(outcome_hashes);
  if (files.has_distances()) content.distances_hash = hash_at_first(distance_hashes);
  return content;
}

void compare_manifest(const TableFiles& files, const std::vector<LayerContent>& layers, bool losses_derived,
                      Problems& problems) {
  table::Manifest found = files.manifest();
  found.summary.census = {};
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    const LayerContent& content = layers[layer];
    found.layers[layer].outcomes.hash = content.outcomes_hash;
    if (files.has_distances()) found.layers[layer].distances.hash = content.distances_hash;
    for (std::size_t own = 0; own <= layer; ++own)
      found.summary.census.classes[own][layer - own] = content.by_own[own];
    if (files.has_distances())
      for (const auto& [distance, counts] : content.distances)
        found.summary.census.distances[distance] += counts;
  }
  const Summary& said = files.manifest().summary;
  if (files.has_distances() && !losses_derived) take_losses(files, found.summary.census, problems);
  found.summary.signature = table::signature_of(found.layers);
  const Table table = Table::open(files.directory());
  found.summary.empty_board = ask(table, {});
  if (found.summary.empty_board.distance == unknown_distance)  // a contradiction that is told elsewhere
    found.summary.empty_board.distance = said.empty_board.distance;
  found.summary.win =
      longest(files, found.summary.census.distances, &OutcomeCounts::win, said.win, table, problems);
  found.summary.loss =
      longest(files, found.summary.census.distances, &OutcomeCounts::loss, said.loss, table, problems);

  const std::filesystem::path path = table::manifest_file(files.directory());
  const std::string& text = files.manifest_text();
  const std::string expected_text = table::to_text(found);
  if (text == expected_text) return;
  const std::vector<std::string> lines = lines_of(text);
  const std::vector<std::string> expected = lines_of(expected_text);
  if (lines.size() != expected.size())
    return problems.add(Check::manifest, fmt::format("{} has {} lines and the manifest of this table has {}",
                                                     path.string(), lines.size(), expected.size()));
  bool same = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == expected[i]) continue;
    same = false;
    problems.add(Check::manifest, fmt::format("{} says in line {} {}, and the table has {}", path.string(),
                                              i + 1, quixo::quoted(lines[i]), quixo::quoted(expected[i])));
  }
  if (same) problems.add(Check::manifest, fmt::format("{} is not written as it should be", path.string()));
}

}  // namespace quixo::verify
