// SPDX-License-Identifier: MIT
//
// The directory of a solve that is not finished. A solved layer has its summary, layer-NN.json; when
// distances are solved, also its frames, layer-NN.frames, until the layer below is finished; and the files of
// the table themselves as soon as it is packed. Every file appears whole, by renaming, and the summary last.
// So a layer is there or it is not, whatever happened to the process. When all are there, the manifest of the
// table takes the place of the summaries.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/directory_lock.h"
#include "game/geometry.h"
#include "quixo/value.h"
#include "solve/frames.h"
#include "table/manifest.h"

namespace quixo::solve {

struct LayerSummary {
  Census census;  ///< of this layer alone
  std::optional<Longest> win;
  std::optional<Longest> loss;
  std::vector<FrameInfo> frames;
  std::uint64_t frame_bytes = 0;
  table::LayerEntry files;
  bool packed = false;  ///< whether all files of the table are there, not only the outcomes
};

class Directory {
 public:
  /// Creates the directory, or opens it when it is of the same rules and metric, and locks it against others.
  Directory(std::filesystem::path path, const Geometry& geometry, Metric metric);

  const std::filesystem::path& path() const { return path_; }

  /// The summary of a solved layer.
  std::optional<LayerSummary> load(int layer) const;
  void save(int layer, const LayerSummary& summary) const;

  /// A new, empty file for the frames of a layer; it gets its name when they are kept.
  std::unique_ptr<Spool> create_frames(int layer) const;
  void keep_frames(int layer) const;
  /// Null when they are not there any more.
  std::unique_ptr<Spool> open_frames(int layer) const;
  void remove_frames(int layer) const;

 private:
  std::filesystem::path file(int layer, const char* extension) const;

  std::filesystem::path path_;
  const Geometry& geometry_;
  Metric metric_;
  std::optional<DirectoryLock> lock_;
};

/// Removes what only an unfinished solve needs, once the manifest is there; what cannot be removed stays.
void remove_working_files(const std::filesystem::path& directory);

}  // namespace quixo::solve
