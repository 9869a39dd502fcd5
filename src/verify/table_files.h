// SPDX-License-Identifier: MIT
//
// A table as its manifest describes it, with all that is needed to read it; the files of a layer are opened
// by whoever needs them. Once its digests were read, a file is held to them.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <utility>

#include "base/file.h"
#include "game/geometry.h"
#include "layout/at_once.h"
#include "layout/layout.h"
#include "table/block_reader.h"
#include "table/manifest.h"
#include "verify/digests.h"

namespace quixo::verify {

using cube::Word;
using table::LayerFiles;

class TableFiles {
 public:
  /// The text is that of the manifest.
  TableFiles(std::filesystem::path directory, table::Manifest manifest, std::string text)
      : directory_(std::move(directory)),
        manifest_(std::move(manifest)),
        manifest_text_(std::move(text)),
        geometry_(manifest_.rules),
        layout_(geometry_),
        at_once_(layout_) {}
  TableFiles(const TableFiles&) = delete;
  TableFiles& operator=(const TableFiles&) = delete;

  const std::filesystem::path& directory() const { return directory_; }
  const table::Manifest& manifest() const { return manifest_; }
  const std::string& manifest_text() const { return manifest_text_; }
  const Geometry& geometry() const { return geometry_; }
  const Layout& layout() const { return layout_; }
  const AtOnce& at_once() const { return at_once_; }
  bool has_distances() const { return manifest_.metric == Metric::distance; }

  /// Reads all bytes of a file. Safe from many threads, each with a file of its own. Throws Error when it is
  /// not the one that the manifest speaks of, as the others do.
  void read_digests(int layer, table::Part part);
  LayerFiles open_outcomes(int layer) const;
  /// With the distances of wins, if the table has distances.
  LayerFiles open_layer(int layer) const;

  /// Of the whole table, once all files were read: of what sha256sum prints of its files and the manifest, in
  /// the order of their names.
  Digest digest() const;
  /// Throws Error unless all files and the manifest still are what was read.
  void expect_unchanged() const;

 private:
  /// What a file was when it was read.
  struct Read {
    FileIdentity identity;
    FileDigests digests;
  };
  const Read& read(int layer, table::Part part) const {
    return read_[static_cast<std::size_t>(layer)][static_cast<std::size_t>(part)];
  }

  std::filesystem::path directory_;
  table::Manifest manifest_;
  std::string manifest_text_;
  std::array<std::array<Read, 2>, max_cells + 1> read_;  // by layer and part
  Geometry geometry_;
  Layout layout_;
  AtOnce at_once_;
};

}  // namespace quixo::verify
