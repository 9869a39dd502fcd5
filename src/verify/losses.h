// SPDX-License-Identifier: MIT
//
// The working files of a full check: the distances of losses, which a table does not have. Of a layer each
// process writes a file, of the units that it has checked, and all processes read them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "quixo/value.h"
#include "verify/digests.h"
#include "verify/full_check.h"
#include "verify/integrity.h"
#include "verify/together.h"

namespace quixo::verify {

/// The losses of a layer that are not over.
struct LayerLosses {
  std::map<int, std::uint64_t> counts;  ///< By distance.
  int writers = 1;                      ///< The processes that have written the files.
  std::string sum;                      ///< The sum of the digests of the blocks of all files, in hex.
  std::vector<Digest> blocks;           ///< What they are held to when they are read, in the layer's order.
};

/// Where the distances of the losses of a layer are kept, by the number of who has written them.
std::filesystem::path losses_file(const std::filesystem::path& directory, int layer, int writer = 0);

/// Removes the files of these layers, also those that were never finished. Throws SystemError when it cannot.
void remove_losses(const std::filesystem::path& directory, Range layers);

/// Reads the digests of the files that an earlier run has written, each peer those of some. Whether they are
/// there and have the sum that was noted.
bool take_up_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                    LayerLosses& losses);

/// Throws Error when they are not there, or not what was written.
std::vector<table::PartFile> open_losses(const FullCheck& check, int layer,
                                         const std::vector<LayerContent>& contents);

/// The header that the file of some units of a layer must have.
table::BlockFileHeader losses_header(const FullCheck& check, int layer, Range units,
                                     const std::vector<LayerContent>& contents);

/// Adds the values of an outcome, win or loss, that the layer and the one above it hold.
void add_values(const std::vector<LayerContent>& contents, int layer, Outcome outcome,
                std::vector<Value>& values);

}  // namespace quixo::verify
