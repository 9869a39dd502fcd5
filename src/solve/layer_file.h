// SPDX-License-Identifier: MIT
//
// The directory of a solve. A finished layer is two files, layer-NN.frames with the data and layer-NN.json
// with its summary and index; the second appears, by renaming, only when the first is safely on disk. So a
// layer is there or it is not, whatever happened to the process.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "game/geometry.h"
#include "game/value.h"
#include "solve/frames.h"
#include "solve/solver.h"

namespace quixo::solve {

struct LayerSummary {
  Census census;  ///< of this layer alone
  std::optional<Longest> win;
  std::optional<Longest> loss;
  std::vector<FrameInfo> frames;
  std::uint64_t bytes = 0;
};

class Directory {
 public:
  /// Creates the directory, or opens it when it is of the same rules and metric, and locks it against others.
  Directory(std::filesystem::path path, const Geometry& geometry, Metric metric);
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  /// The summary of a finished layer.
  std::optional<LayerSummary> load(int layer) const;
  std::unique_ptr<Spool> open_layer(int layer) const;

  /// A new, empty data file for the layer.
  std::unique_ptr<Spool> create_layer(int layer) const;
  /// Makes the layer a finished one.
  void finish(int layer, const LayerSummary& summary) const;

 private:
  std::filesystem::path file(int layer, const char* extension) const;

  std::filesystem::path path_;
  const Geometry& geometry_;
  std::string identity_;
  int lock_ = -1;
};

}  // namespace quixo::solve
