// SPDX-License-Identifier: MIT
#include "verify/table_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "quixo/error.h"

namespace quixo::verify {

using table::Part;

void TableFiles::read_digests(Range layers, Workers& workers, Peers& peers) {
  struct File {
    int layer;
    Part part;
    std::uint64_t bytes;
  };
  std::vector<File> files;
  for (std::size_t number = layers.begin; number < layers.end; ++number) {
    const table::LayerEntry& entry = manifest_.layers[number];
    const auto layer = static_cast<int>(number);
    files.push_back({layer, Part::outcomes, entry.outcomes.bytes});
    if (has_distances()) files.push_back({layer, Part::distances, entry.distances.bytes});
  }
  // The largest first, each to whoever has least by then.
  std::ranges::stable_sort(files, std::ranges::greater(), &File::bytes);
  std::vector<std::uint64_t> bytes_of(static_cast<std::size_t>(peers.size()));
  std::vector<File> own;
  for (const File& file : files) {
    const auto least = std::ranges::min_element(bytes_of);
    *least += file.bytes;
    if (least - bytes_of.begin() == peers.self()) own.push_back(file);
  }
  workers.run(own.size(), [&](std::size_t i, int) { read_here(own[i].layer, own[i].part); });
  if (peers.is_alone()) return;
  Message message;
  for (const File& file : own) {
    append(message, file.layer);
    append(message, file.part);
    const Read& found = read(file.layer, file.part);
    append(message, found.digests.file);
    append(message, found.fault.size());
    append(message, std::span<const char>(found.fault));
  }
  for (const Message& each : said_by_all(peers, message))
    for (MessageReader reader(each); !reader.at_end();) {
      const int layer = reader.take<int>();
      Read& found = read(layer, reader.take<Part>());
      found.digests.file = reader.take<Digest>();
      found.fault.resize(reader.take<std::size_t>());
      reader.take(std::span<char>(found.fault));
    }
}

void TableFiles::read_here(int layer, Part part) {
  Read& read = this->read(layer, part);
  read.here = true;
  try {
    const table::BlockFile file = manifest_.open(directory_, layer, part);
    read.identity = identity_of(file.path());
    read.digests = verify::read_digests(file);
  } catch (const Error& error) {
    read.fault = error.what();
  }
}

void TableFiles::share_digests(int layer, Peers& peers) {
  for (const Part part : {Part::outcomes, Part::distances}) {
    std::vector<Digest>& blocks = read(layer, part).digests.blocks;
    blocks = put_together(peers, read(layer, part).here ? std::move(blocks) : std::vector<Digest>());
  }
}

void TableFiles::unshare_digests(int layer) {
  for (const Part part : {Part::outcomes, Part::distances})
    if (Read& read = this->read(layer, part); !read.here) read.digests.blocks = {};
}

LayerFiles TableFiles::open_outcomes(int layer) const {
  LayerFiles files = table::open_outcomes(manifest_, directory_, layer);
  hold_to(read(layer, Part::outcomes).digests.blocks, files.outcomes);
  return files;
}

LayerFiles TableFiles::open_layer(int layer) const {
  LayerFiles files = table::open_layer(manifest_, directory_, layer);
  hold_to(read(layer, Part::outcomes).digests.blocks, files.outcomes);
  if (files.wins) hold_to(read(layer, Part::distances).digests.blocks, *files.wins);
  return files;
}

Digest TableFiles::digest() const {
  std::map<std::string, Digest> files = {
      {table::manifest_file(directory_).filename(), sha256_of(manifest_text_)}};
  for (int layer = 0; layer <= geometry_.cells(); ++layer)
    for (const Part part : {Part::outcomes, Part::distances})
      if (part == Part::outcomes || has_distances())
        files[table::file_name(layer, part)] = read(layer, part).digests.file;
  std::string lines;
  for (const auto& [name, digest] : files) lines += fmt::format("{}  {}\n", hex(digest), name);
  return sha256_of(lines);
}

void TableFiles::expect_unchanged() const {
  if (bytes_in(table::manifest_file(directory_)) != manifest_text_)
    throw changed(table::manifest_file(directory_));
  for (int layer = 0; layer <= geometry_.cells(); ++layer)
    for (const Part part : {Part::outcomes, Part::distances}) {
      if (!read(layer, part).here) continue;
      const std::filesystem::path path = directory_ / table::file_name(layer, part);
      if (identity_of(path) == read(layer, part).identity) continue;
      // Someone may have made a link to it, or changed who may read it.
      if (verify::read_digests(manifest_.open(directory_, layer, part)).file !=
          read(layer, part).digests.file)
        throw changed(path);
    }
}

}  // namespace quixo::verify
