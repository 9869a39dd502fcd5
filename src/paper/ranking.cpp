// SPDX-License-Identifier: MIT
#include "paper/ranking.h"

namespace quixo::paper {
namespace {

constexpr int chunk = 5;
constexpr Cells patterns = 1 << chunk;

struct GapTables {
  /// [gaps][cells] within one chunk.
  std::array<std::array<std::uint8_t, patterns>, patterns> close{};
  std::array<std::array<std::uint8_t, patterns>, patterns> open{};
};

constexpr GapTables gap_tables = [] {
  GapTables tables;
  for (Cells gaps = 0; gaps < patterns; ++gaps)
    for (Cells cells = 0; cells < patterns; ++cells) {
      Cells closed = 0;
      Cells opened = 0;
      int place = 0;
      for (Cell cell = 0; cell < chunk; ++cell) {
        if (gaps >> cell & 1) continue;
        closed |= (cells >> cell & 1) << place;
        opened |= (cells >> place & 1) << cell;
        ++place;
      }
      tables.close[gaps][cells] = static_cast<std::uint8_t>(closed);
      tables.open[gaps][cells] = static_cast<std::uint8_t>(opened);
    }
  return tables;
}();

/// How many cells of a chunk the gaps leave.
constexpr std::array<std::uint8_t, patterns> cells_left = [] {
  std::array<std::uint8_t, patterns> left{};
  for (Cells gaps = 0; gaps < patterns; ++gaps)
    left[gaps] = static_cast<std::uint8_t>(chunk - std::popcount(gaps));
  return left;
}();

}  // namespace

Cells close_gaps(Cells cells, Cells gaps) {
  assert((cells & gaps) == 0);
  Cells closed = 0;
  int place = 0;
  for (; cells != 0; cells >>= chunk, gaps >>= chunk) {
    const Cells here = gaps % patterns;
    closed |= Cells{gap_tables.close[here][cells % patterns]} << place;
    place += cells_left[here];
  }
  return closed;
}

Cells open_gaps(Cells cells, Cells gaps) {
  Cells opened = 0;
  for (int place = 0; cells != 0; place += chunk, gaps >>= chunk) {
    const Cells here = gaps % patterns;
    opened |= Cells{gap_tables.open[here][cells % patterns]} << place;
    cells >>= cells_left[here];
  }
  return opened;
}

Ranking::Ranking(int cells) : cells_(cells) {
  const auto side = static_cast<std::size_t>(cells) + 1;
  binomial_.assign(side, std::vector<std::size_t>(side, 0));
  for (std::size_t n = 0; n < side; ++n) {
    binomial_[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) binomial_[n][k] = binomial_[n - 1][k - 1] + binomial_[n - 1][k];
  }

  first_.assign(side, 0);
  for (std::size_t k = 1; k < side; ++k) first_[k] = first_[k - 1] + binomial_[side - 1][k - 1];

  const Cells sets = Cells{1} << cells;
  pop_.resize(sets);
  ord_.resize(sets);
  inverse_.resize(sets);
  std::vector<std::uint32_t> seen(side, 0);
  for (Cells set = 0; set < sets; ++set) {
    const auto pop = static_cast<std::size_t>(std::popcount(set));
    pop_[set] = static_cast<std::uint8_t>(pop);
    ord_[set] = seen[pop]++;
    inverse_[first_[pop] + ord_[set]] = set;
  }
}

std::size_t Ranking::index(Position state) const {
  const Cells s_x = state.cubes(Player::x);
  const Cells s_o = close_gaps(state.cubes(Player::o), s_x);
  return ord(s_x) * binomial(cells_ - pop(s_x), pop(s_o)) + ord(s_o);
}

Position Ranking::state(int x, int o, std::size_t index) const {
  assert(index < size(x, o));
  const std::size_t places_of_o = binomial(cells_ - x, o);
  const Cells s_x = inverse(x, index / places_of_o);
  const Cells s_o = inverse(o, index % places_of_o);
  return make_position(s_x, open_gaps(s_o, s_x), Player::x);
}

}  // namespace quixo::paper
