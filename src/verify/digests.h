// SPDX-License-Identifier: MIT
//
// What the bytes of a file were when it was read from its beginning to its end. A check reads each file so
// before it does anything else with it; afterwards no block counts that has another digest, however often
// it is read again, so that all of a check speaks of the same bytes though others may write to the disk.
#pragma once

#include <filesystem>
#include <vector>

#include "quixo/error.h"
#include "table/block_file.h"
#include "verify/sha256.h"

namespace quixo::verify {

struct FileDigests {
  Digest file{};               ///< Of all its bytes, as sha256sum has it.
  std::vector<Digest> blocks;  ///< Of the code of each block.
};

/// Reads all of a file. Throws Error when it cannot be read, or is not the one that was opened.
FileDigests read_digests(const table::BlockFile& file);

/// What is said of a file that is not what was read of it.
Error changed(const std::filesystem::path& file);

/// One digest for all blocks.
Digest sum_of(const std::vector<Digest>& blocks);

/// Has the file throw Error when it reads a block that has another digest. The digests must outlive it; that
/// of its first block is the one numbered `first`.
void hold_to(const std::vector<Digest>& blocks, table::BlockFile& file, std::size_t first = 0);

}  // namespace quixo::verify
