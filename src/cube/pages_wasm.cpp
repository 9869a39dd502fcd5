// SPDX-License-Identifier: MIT
#include <algorithm>
#include <new>

#include "cube/pages.h"

namespace quixo::cube {
namespace {

constexpr std::align_val_t alignment{64};

}  // namespace

Word* new_pages(std::size_t bytes) {
  auto* const pages = static_cast<Word*>(operator new(bytes, alignment));
  std::fill_n(pages, bytes / sizeof(Word), 0);
  return pages;
}

Word* resize_pages(Word* pages, std::size_t old_bytes, std::size_t bytes) {
  if (bytes <= old_bytes) return pages;
  Word* const larger = new_pages(bytes);
  free_pages(pages, old_bytes);
  return larger;
}

void free_pages(Word* pages, std::size_t) { operator delete(pages, alignment); }

}  // namespace quixo::cube
