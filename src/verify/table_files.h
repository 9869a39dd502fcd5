// SPDX-License-Identifier: MIT
//
// A table as its manifest describes it, with all that is needed to read it; the files of a layer are opened
// by whoever needs them. Once its digests were read, a file is held to them. Of several processes one reads
// all of a file, and the others hold it to what that one says.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <utility>

#include "base/file.h"
#include "base/workers.h"
#include "game/geometry.h"
#include "layout/at_once.h"
#include "layout/layout.h"
#include "table/block_reader.h"
#include "table/manifest.h"
#include "verify/digests.h"
#include "verify/together.h"

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

  /// Reads all bytes of the files of some layers, each file by one of the peers, so that all have much the
  /// same to read.
  void read_digests(Range layers, Workers& workers, Peers& peers);
  /// What was wrong with a file when it was read, such as not to be the one that the manifest speaks of;
  /// empty when nothing was.
  const std::string& fault(int layer, table::Part part) const { return read(layer, part).fault; }
  /// Has the digests of the blocks of a layer at all peers, which must be before they open it, or at the one
  /// alone that has read the file.
  void share_digests(int layer, Peers& peers);
  void unshare_digests(int layer);
  /// Throws Error when it is not the one that the manifest speaks of.
  LayerFiles open_outcomes(int layer) const;
  /// With the distances of wins, if the table has distances.
  LayerFiles open_layer(int layer) const;

  /// Of the whole table, once all files were read: of what sha256sum prints of its files and the manifest, in
  /// the order of their names.
  Digest digest() const;
  /// Throws Error unless the manifest and all files that were read here still are what they were.
  void expect_unchanged() const;

 private:
  /// What a file was when it was read.
  struct Read {
    bool here = false;  // not by another peer
    std::string fault;
    FileIdentity identity;
    FileDigests digests;
  };
  const Read& read(int layer, table::Part part) const {
    return read_[static_cast<std::size_t>(layer)][static_cast<std::size_t>(part)];
  }
  Read& read(int layer, table::Part part) {
    return read_[static_cast<std::size_t>(layer)][static_cast<std::size_t>(part)];
  }
  void read_here(int layer, table::Part part);

  std::filesystem::path directory_;
  table::Manifest manifest_;
  std::string manifest_text_;
  std::array<std::array<Read, 2>, max_cells + 1> read_;  // by layer and part
  Geometry geometry_;
  Layout layout_;
  AtOnce at_once_;
};

}  // namespace quixo::verify
