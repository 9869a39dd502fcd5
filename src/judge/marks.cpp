// SPDX-License-Identifier: MIT
#include "judge/marks.h"

#include <algorithm>
#include <cmath>

namespace quixo::judge {

Interval wilson(std::uint64_t yes, std::uint64_t all) {
  assert(yes <= all);
  if (all == 0) return {};
  constexpr double z = 1.959963984540054;  // of a normal distribution, 95 % lie within so many deviations
  const double n = static_cast<double>(all);
  const double share = static_cast<double>(yes) / n;
  const double centre = share + z * z / (2 * n);
  const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  const double scale = 1 + z * z / n;
  // At its ends the formula is exact but for rounding.
  return {yes == 0 ? 0 : std::max(0.0, (centre - half) / scale),
          yes == all ? 1 : std::min(1.0, (centre + half) / scale)};
}

}  // namespace quixo::judge
