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

/// Another place where planes of huge pages can be, as long as it lives: there may be one at a time, on Linux
/// alone. It comes before and goes after all planes that are made meanwhile.
class PageSource {
 public:
  PageSource();
  virtual ~PageSource();
  PageSource(const PageSource&) = delete;
  PageSource& operator=(const PageSource&) = delete;

  /// As new_pages and free_pages.
  virtual Word* make(std::size_t bytes) = 0;
  virtual void free(Word* pages, std::size_t bytes) = 0;
};

}  // namespace quixo::cube
