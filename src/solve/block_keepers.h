// SPDX-License-Identifier: MIT
//
// From the blocks of a part of a layer to its file in a table. A process alone appends them to it. Peers each
// write their own to a file of their own first, since a block's place depends on the size of all before it;
// when the sizes are known, each copies its bytes to their place:
//
//   peer 0's own   AAAA                  header AAAA BBBBBB CC index footer
//   peer 1's own   BBBBBB        ->             ^    ^      ^
//   peer 2's own   CC                           0    1      2      and header, index and footer: 0
//
// So no peer holds or sends what others have packed: only 16 bytes a block go to the first, who writes them
// down as they come.
#pragma once

#include <filesystem>

#include "base/peers.h"
#include "solve/keeper.h"

namespace quixo::solve {

/// Blocks go to files of a table in this directory.
CreateBlocks blocks_in(std::filesystem::path directory);

/// The same for peers who all see the directory. They must outlive what is made by it, and finish together.
CreateBlocks blocks_shared_in(std::filesystem::path directory, Peers& peers);

}  // namespace quixo::solve
