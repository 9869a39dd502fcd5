// SPDX-License-Identifier: MIT
//
// Memory for planes, in whole pages of the system where there are pages: on Linux huge ones
// (pages_linux.cpp), in the browser from the heap (pages_wasm.cpp). A size is the one that the memory was
// made with.
#pragma once

#include <cstddef>

#include "cube/axis_map.h"

namespace quixo::cube {

/// Planes of at least this size are made of huge pages, and their sizes are multiples of it.
constexpr std::size_t huge_page = std::size_t{2} << 20;

/// All zero. Throws std::bad_alloc.
Word* new_pages(std::size_t bytes);
/// The same memory with another size, both at least a huge page, or fresh memory: whatever it holds. Throws
/// std::bad_alloc, and then the old one is still there.
Word* resize_pages(Word* pages, std::size_t old_bytes, std::size_t bytes);
void free_pages(Word* pages, std::size_t bytes);

}  // namespace quixo::cube
