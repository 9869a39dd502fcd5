// SPDX-License-Identifier: MIT
//
// The working files of a full check: the distances of losses, which a table does not have.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "quixo/value.h"
#include "verify/full_check.h"
#include "verify/integrity.h"

namespace quixo::verify {

/// Where the distances of the losses of a layer are kept.
std::filesystem::path losses_file(const std::filesystem::path& directory, int layer);

/// Whether they are there, as the check that found these contents has written them.
bool has_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents);

/// Throws Error when they are not, or damaged.
table::BlockFile open_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents);

/// The header that the file of a layer must have.
table::BlockFileHeader losses_header(const FullCheck& check, int layer,
                                     const std::vector<LayerContent>& contents);

/// Adds the values of an outcome, win or loss, that the layer and the one above it hold.
void add_values(const std::vector<LayerContent>& contents, int layer, Outcome outcome,
                std::vector<Value>& values);

}  // namespace quixo::verify
