// SPDX-License-Identifier: MIT
//
// The working files of a full check: the distances of losses, which a table does not have.
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

namespace quixo::verify {

/// The losses of a layer that are not over.
struct LayerLosses {
  std::map<int, std::uint64_t> counts;  ///< By distance.
  std::string sum;                      ///< The sum of the digests of the blocks of the file, in hex.
  FileDigests digests;                  ///< What the file is held to when it is read.
};

/// Where the distances of the losses of a layer are kept.
std::filesystem::path losses_file(const std::filesystem::path& directory, int layer);

/// Reads the digests of the file that an earlier run has written. Whether it is there and has the sum that
/// was noted.
bool take_up_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents,
                    LayerLosses& losses);

/// Throws Error when they are not there, or not what was written.
table::BlockFile open_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents);

/// The header that the file of a layer must have.
table::BlockFileHeader losses_header(const FullCheck& check, int layer,
                                     const std::vector<LayerContent>& contents);

/// Adds the values of an outcome, win or loss, that the layer and the one above it hold.
void add_values(const std::vector<LayerContent>& contents, int layer, Outcome outcome,
                std::vector<Value>& values);

}  // namespace quixo::verify
