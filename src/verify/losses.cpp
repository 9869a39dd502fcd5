// SPDX-License-Identifier: MIT
#include "verify/losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "quixo/error.h"

namespace quixo::verify {
namespace {

/// The layer of a file of losses by its name, whether it was finished or not. Where earlier versions worked
/// there may be one without a writer.
std::optional<std::size_t> layer_of_losses(const std::string& name) {
  std::size_t layer = 0;
  int end = 0;
  std::sscanf(name.c_str(), "layer-%zu-%*d.losses%n", &layer, &end);
  if (end == 0) std::sscanf(name.c_str(), "layer-%zu.losses%n", &layer, &end);
  if (end == 0) return std::nullopt;
  const std::string whole = name.substr(0, static_cast<std::size_t>(end));
  return name == whole || name == partial_path(whole) ? std::optional(layer) : std::nullopt;
}

}  // namespace

std::filesystem::path losses_file(const std::filesystem::path& directory, int layer, int writer) {
  return directory / fmt::format("layer-{:02}-{}.losses", layer, writer);
}

void remove_losses(const std::filesystem::path& directory, Range layers) {
  std::error_code error;
  std::filesystem::directory_iterator entry(directory, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::filesystem::path& path = entry->path();
    const std::optional<std::size_t> layer = layer_of_losses(path.filename());
    if (layer && *layer >= layers.begin && *layer < layers.end) remove_file(path);
  }
  if (error)
    throw SystemError(fmt::format("cannot read {}: {}", directory.string(), error.message()),
                      error.message());
}

bool take_up_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                    LayerLosses& losses) {
  const std::size_t units = check.files.layout().shape(layer).units();
  const auto writers = static_cast<std::size_t>(losses.writers);
  const Range own = share_of(writers, check.peers.self(), check.peers.size());
  bool whole = true;
  std::vector<Digest> blocks;
  try {
    for (auto writer = static_cast<int>(own.begin); writer < static_cast<int>(own.end); ++writer) {
      const Range part = share_of(units, writer, losses.writers);
      if (part.size() == 0) continue;
      const FileDigests read =
          read_digests({losses_file(check.work, layer, writer), losses_header(check, layer, part, contents)});
      blocks.insert(blocks.end(), read.blocks.begin(), read.blocks.end());
    }
  } catch (const Error&) {
    whole = false;
  }
  losses.blocks = put_together(check.peers, std::move(blocks));
  return !check.peers.any(!whole) && hex(sum_of(losses.blocks)) == losses.sum;
}

std::vector<table::PartFile> open_losses(const FullCheck& check, int layer,
                                         const std::vector<LayerContent>& contents) {
  const LayerShape shape = check.files.layout().shape(layer);
  const LayerLosses& losses = check.losses.at(layer);
  std::vector<table::PartFile> files;
  for (int writer = 0; writer < losses.writers; ++writer) {
    const Range part = share_of(shape.units(), writer, losses.writers);
    if (part.size() == 0) continue;
    const std::size_t first = part.begin * shape.blocks_of_unit();
    table::BlockFile file(losses_file(check.work, layer, writer),
                          losses_header(check, layer, part, contents));
    hold_to(losses.blocks, file, first);
    files.push_back({first, std::move(file)});
  }
  return files;
}

table::BlockFileHeader losses_header(const FullCheck& check, int layer, Range units,
                                     const std::vector<LayerContent>& contents) {
  std::vector<Value> wins;
  add_values(contents, layer, Outcome::win, wins);
  const int farthest = wins.empty() ? 0 : std::ranges::max(wins, {}, &Value::distance).distance;
  LayerShape shape = check.files.layout().shape(layer);
  shape.bitmaps = std::min(shape.bitmaps, units.end * shape.bitmaps_of_unit()) -
                  std::min(shape.bitmaps, units.begin * shape.bitmaps_of_unit());
  return {table::Part::distances, shape, farthest + 1 > 255 ? 2 : 1};
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
