// SPDX-License-Identifier: MIT
#include "verify/table_files.h"

#include <fmt/format.h>

#include <map>

#include "quixo/error.h"

namespace quixo::verify {

using table::Part;

void TableFiles::read_digests(int layer, Part part) {
  Read& read = read_[static_cast<std::size_t>(layer)][static_cast<std::size_t>(part)];
  const table::BlockFile file = manifest_.open(directory_, layer, part);
  read.identity = identity_of(file.path());
  read.digests = verify::read_digests(file);
}

LayerFiles TableFiles::open_outcomes(int layer) const {
  LayerFiles files = table::open_outcomes(manifest_, directory_, layer);
  hold_to(read(layer, Part::outcomes).digests, files.outcomes);
  return files;
}

LayerFiles TableFiles::open_layer(int layer) const {
  LayerFiles files = table::open_layer(manifest_, directory_, layer);
  hold_to(read(layer, Part::outcomes).digests, files.outcomes);
  if (files.wins) hold_to(read(layer, Part::distances).digests, *files.wins);
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
      if (part == Part::distances && !has_distances()) continue;
      const std::filesystem::path path = directory_ / table::file_name(layer, part);
      if (identity_of(path) == read(layer, part).identity) continue;
      // Someone may have made a link to it, or changed who may read it.
      if (verify::read_digests(manifest_.open(directory_, layer, part)).file !=
          read(layer, part).digests.file)
        throw changed(path);
    }
}

}  // namespace quixo::verify
