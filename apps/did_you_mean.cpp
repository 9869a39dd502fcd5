// SPDX-License-Identifier: MIT
#include "apps/did_you_mean.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace quixo::apps {
namespace {

/// How many letters must be changed, left out, put in or exchanged with the next to make one word of the
/// other: probe and prboe are 1 apart.
std::size_t edit_distance(std::string_view one, std::string_view two) {
  std::vector<std::size_t> before(two.size() + 1);
  std::vector<std::size_t> last(two.size() + 1);
  std::vector<std::size_t> row(two.size() + 1);
  std::iota(last.begin(), last.end(), 0U);
  for (std::size_t i = 1; i <= one.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= two.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] == two[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && one[i - 1] == two[j - 2] && one[i - 2] == two[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[two.size()];
}

}  // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words) {
  constexpr std::size_t longest = 40;  // no word is nearly as long
  if (typed.size() > longest) return "";
  std::string nearest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string& word : words) {
    // The beginning of a word is as near as one wrong letter; otherwise a third of it may be wrong.
    const bool begun = typed.size() >= 2 && word.starts_with(typed);
    const std::size_t distance = begun ? 1 : edit_distance(typed, word);
    if (distance < least && (begun || 3 * distance <= std::max(typed.size(), word.size()))) {
      least = distance;
      nearest = word;
    }
  }
  return nearest.empty() ? "" : ": did you mean " + nearest + "?";
}

}  // namespace quixo::apps
