// SPDX-License-Identifier: MIT
//
// Writes the values that tests/search/values_5x5_test.cpp compares the search with:
//
//   make_5x5_values TABLES_DIRECTORY > tests/search/5x5_values.txt
//
// The directory holds a table of 5x5 with distances, as `quixo solve 5x5 --out` makes it. Half of the
// positions come from games in which both sides see a few moves ahead and err, the other half are random with
// any number of cubes. As far as chance allows there are as many of each distance, and as many draws.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "game/play.h"
#include "quixo/notation.h"
#include "quixo/open.h"
#include "quixo/search.h"

namespace quixo {
namespace {

constexpr std::size_t wanted = 2'400;
constexpr std::size_t most_of_a_kind = 120;  // of the same outcome and distance, from the same source

Position random_open_position(const Geometry& geometry, std::mt19937_64& random) {
  while (true) {
    const auto cubes = 1 + random() % 25;
    std::vector<Cell> cells(25);
    for (Cell cell = 0; cell < 25; ++cell) cells[static_cast<std::size_t>(cell)] = cell;
    std::shuffle(cells.begin(), cells.end(), random);
    Cells sides[2] = {0, 0};
    for (std::size_t i = 0; i < cubes; ++i) sides[random() % 16 == 0 ? 0 : i % 2] |= cell_bit(cells[i]);
    const Position position = make_position(sides[0], sides[1], random() % 2 == 0 ? Player::x : Player::o);
    if (!is_over(geometry, position)) return position;
  }
}

class Collection {
 public:
  Collection(const Table& table, std::size_t size) : table_(table), size_(size) {}

  bool is_full() const { return lines_.size() >= size_; }
  void offer(Position position) {
    if (is_full() || !seen_.insert(canonical(table_.rules(), position)).second) return;
    const Value value = table_.probe(position);
    if (++counts_[{value.outcome, value.distance}] > most_of_a_kind) return;
    lines_.push_back(fmt::format("{} {} {}", to_string(table_.rules(), position), outcome_name(value.outcome),
                                 value.distance));
  }
  void print() const {
    for (const std::string& line : lines_) fmt::print("{}\n", line);
  }

 private:
  const Table& table_;
  std::size_t size_;
  std::set<Position> seen_;
  std::map<std::pair<Outcome, int>, std::size_t> counts_;
  std::vector<std::string> lines_;
};

void play_games(const Geometry& geometry, Collection& collection, std::mt19937_64& random) {
  Search search(geometry.rules());
  while (!collection.is_full()) {
    Position position;
    const int horizons[2] = {static_cast<int>(1 + random() % 6), static_cast<int>(1 + random() % 6)};
    for (std::size_t move = 0; move < 80 && !is_over(geometry, position); ++move) {
      const std::vector<KnownMove> moves = search.moves(position, {.horizon = horizons[move % 2]});
      std::size_t best = 1;
      while (best < moves.size() && !is_better(moves[0].known, moves[best].known)) ++best;
      position = moves[random() % (random() % 8 == 0 ? moves.size() : best)].position;
      collection.offer(position);
    }
  }
}

void run(const char* directory) {
  const Rules rules = parse_rules("5x5");
  const Geometry geometry(rules);
  const Table table = open_table(rules, directory);
  if (table.metric() != Metric::distance) throw Error("the table of 5x5 has no distances");
  std::mt19937_64 random(55);
  Collection games(table, wanted / 2);
  play_games(geometry, games, random);
  Collection midgames(table, wanted / 2);
  while (!midgames.is_full()) midgames.offer(random_open_position(geometry, random));
  games.print();
  midgames.print();
}

}  // namespace
}  // namespace quixo

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: make_5x5_values TABLES_DIRECTORY\n");
    return 2;
  }
  try {
    quixo::run(argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "make_5x5_values: {}\n", error.what());
    return 1;
  }
}
