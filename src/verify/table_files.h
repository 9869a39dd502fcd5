// SPDX-License-Identifier: MIT
//
// A table as its manifest describes it, with all that is needed to read it; the files of a layer are opened
// by whoever needs them.
#pragma once

#include <filesystem>
#include <utility>

#include "game/geometry.h"
#include "layout/at_once.h"
#include "layout/layout.h"
#include "table/block_reader.h"
#include "table/manifest.h"

namespace quixo::verify {

using cube::Word;
using table::LayerFiles;

class TableFiles {
 public:
  TableFiles(std::filesystem::path directory, table::Manifest manifest)
      : directory_(std::move(directory)),
        manifest_(std::move(manifest)),
        geometry_(manifest_.rules),
        layout_(geometry_),
        at_once_(layout_) {}
  TableFiles(const TableFiles&) = delete;
  TableFiles& operator=(const TableFiles&) = delete;

  const std::filesystem::path& directory() const { return directory_; }
  const table::Manifest& manifest() const { return manifest_; }
  const Geometry& geometry() const { return geometry_; }
  const Layout& layout() const { return layout_; }
  const AtOnce& at_once() const { return at_once_; }
  bool has_distances() const { return manifest_.metric == Metric::distance; }

  /// All three throw Error when a file is not the one that the manifest speaks of.
  table::BlockFile open(int layer, table::Part part) const { return manifest_.open(directory_, layer, part); }
  LayerFiles open_outcomes(int layer) const { return table::open_outcomes(manifest_, directory_, layer); }
  /// With the distances of wins, if the table has distances.
  LayerFiles open_layer(int layer) const { return table::open_layer(manifest_, directory_, layer); }

 private:
  std::filesystem::path directory_;
  table::Manifest manifest_;
  Geometry geometry_;
  Layout layout_;
  AtOnce at_once_;
};

}  // namespace quixo::verify
