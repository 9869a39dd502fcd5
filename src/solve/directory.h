// SPDX-License-Identifier: MIT
//
// The directory of a solve that is not finished. A solved layer has its summary, layer-NN.json; when
// distances are solved, also its frames, layer-NN.frames, until the layer below is finished, or those of each
// peer that solved it, layer-NN.0.frames, layer-NN.1.frames and so on; and the files of the table themselves
// as soon as it is packed. Every file appears whole, by renaming, and the summary last. So a layer is there
// or it is not, whatever happened to the process. When all are there, the manifest of the table takes the
// place of the summaries.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/directory_lock.h"
#include "game/geometry.h"
#include "quixo/value.h"
#include "solve/keeper.h"
#include "table/manifest.h"

namespace quixo::solve {

class Directory : public Keeper {
 public:
  /// Creates the directory, or opens it when it is of the same rules and metric, and locks it against others.
  /// Of peers that solve together, who all see the directory, the first writes what there is once; frames and
  /// blocks each writes itself.
  Directory(std::filesystem::path path, const Geometry& geometry, Metric metric, Peers& peers);

  const std::filesystem::path& path() const { return path_; }

  std::optional<LayerSummary> load(int layer) const override;
  void save(int layer, const LayerSummary& summary) const override;

  /// A new, empty file for the frames of a layer; it gets its name when they are kept.
  std::unique_ptr<Spool> create_frames(int layer) const override;
  void keep_frames(int layer) const override;
  std::unique_ptr<Spool> open_frames(int layer, std::size_t part, std::size_t parts) const override;
  void remove_frames(int layer) const override;

  CreateBlocks create_blocks() const override;
  void check_blocks(const LayerShape& shape, table::Part part, const table::LayerEntry& files) const override;
  OutcomePlanes load_outcomes(const LayerShape& shape, const table::LayerEntry& files, BitmapRange bitmaps,
                              Workers& workers) const override;

  void finish(const Summary& summary, const std::vector<table::LayerEntry>& layers) const override;
  std::string where() const override { return " in " + path_.string(); }

 private:
  std::filesystem::path file(int layer, const char* extension) const;
  std::filesystem::path frames_file(int layer, std::size_t part, std::size_t parts) const;
  std::filesystem::path own_frames_file(int layer) const {
    return frames_file(layer, static_cast<std::size_t>(peers_.self()),
                       static_cast<std::size_t>(peers_.size()));
  }
  LayerSummary parse_summary(int layer, const std::string& text) const;
  /// Throws Error when frames that are there have not the size that the summary says.
  void check_frames(int layer, const LayerSummary& summary) const;
  Error damaged_summary(int layer, const char* how) const;
  table::BlockFile open_blocks(const LayerShape& shape, table::Part part,
                               const table::LayerEntry& files) const;

  std::filesystem::path path_;
  const Geometry& geometry_;
  Metric metric_;
  Peers& peers_;
  std::optional<DirectoryLock> lock_;
};

/// Throws Error unless all files of a table are there, with the sizes and indexes that its manifest speaks
/// of. Their blocks are not read.
void check_files(const std::filesystem::path& directory, const table::Manifest& manifest);

/// Removes what only an unfinished solve needs, once the manifest is there; what cannot be removed stays.
void remove_working_files(const std::filesystem::path& directory);

}  // namespace quixo::solve
