// SPDX-License-Identifier: MIT
#include "verify/losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "quixo/error.h"

namespace quixo::verify {

std::filesystem::path losses_file(const std::filesystem::path& directory, int layer) {
  return directory / fmt::format("layer-{:02}.losses", layer);
}

bool take_up_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                    LayerLosses& losses) {
  try {
    losses.digests = read_digests({losses_file(check.work, layer), losses_header(check, layer, contents)});
    return hex(sum_of(losses.digests.blocks)) == losses.sum;
  } catch (const Error&) {
    return false;
  }
}

table::BlockFile open_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents) {
  table::BlockFile file(losses_file(check.work, layer), losses_header(check, layer, contents));
  hold_to(check.losses.at(layer).digests, file);
  return file;
}

table::BlockFileHeader losses_header(const FullCheck& check, int layer,
                                     const std::vector<LayerContent>& contents) {
  std::vector<Value> wins;
  add_values(contents, layer, Outcome::win, wins);
  const int farthest = wins.empty() ? 0 : std::ranges::max(wins, {}, &Value::distance).distance;
  return {table::Part::distances, check.files.layout().shape(layer), farthest + 1 > 255 ? 2 : 1};
}

void add_values(const std::vector<LayerContent>& contents, int layer, Outcome outcome,
                std::vector<Value>& values) {
  assert(outcome != Outcome::draw);
  const auto first = static_cast<std::size_t>(layer);
  for (std::size_t each = first; each < std::min(first + 2, contents.size()); ++each)
    for (const auto& [distance, counts] : contents[each].distances)
      if ((outcome == Outcome::win ? counts.win : counts.loss) > 0)
        values.push_back({outcome, static_cast<std::uint16_t>(distance)});
}

}  // namespace quixo::verify
