// SPDX-License-Identifier: MIT
#include <sys/mman.h>

#include <cassert>
#include <cstdint>
#include <new>

#include "cube/pages.h"

namespace quixo::cube {
namespace {

PageSource* source = nullptr;

/// The source for planes of this size, if there is one.
PageSource* source_for(std::size_t bytes) { return bytes < huge_page ? nullptr : source; }

}  // namespace

PageSource::PageSource() {
  assert(source == nullptr);
  source = this;
}
PageSource::~PageSource() { source = nullptr; }

Word* new_pages(std::size_t bytes) {
  if (PageSource* const other = source_for(bytes)) return other->make(bytes);
  const std::size_t margin = bytes < huge_page ? 0 : huge_page;
  void* memory = mmap(nullptr, bytes + margin, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  if (margin == 0) return static_cast<Word*>(memory);
  auto* const begin = static_cast<std::byte*>(memory);
  const std::size_t before = huge_page - reinterpret_cast<std::uintptr_t>(memory) % huge_page;
  munmap(begin, before);
  if (before < margin) munmap(begin + before + bytes, margin - before);
  madvise(begin + before, bytes, MADV_HUGEPAGE);
  return reinterpret_cast<Word*>(begin + before);
}

Word* resize_pages(Word* pages, std::size_t old_bytes, std::size_t bytes) {
  if (source != nullptr) {
    Word* const fresh = new_pages(bytes);
    free_pages(pages, old_bytes);
    return fresh;
  }
  void* memory = nullptr;
  if (bytes <= old_bytes) {
    memory = mremap(pages, old_bytes, bytes, 0);
  } else {
    // Huge pages stay whole only when they are moved to the place of a huge page.
    Word* place = new_pages(bytes);
    memory = mremap(pages, old_bytes, old_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place);
    if (memory == MAP_FAILED) munmap(place, bytes);
  }
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return static_cast<Word*>(memory);
}

void free_pages(Word* pages, std::size_t bytes) {
  if (PageSource* const other = source_for(bytes))
    other->free(pages, bytes);
  else
    munmap(pages, bytes);
}

}  // namespace quixo::cube
