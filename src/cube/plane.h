// SPDX-License-Identifier: MIT
//
// Bitmaps of the same size, one after the other. Planes are gigabytes, so they are mapped and unmapped rather
// than allocated, in huge pages: the kernels stride through them.
#pragma once

#include <sys/mman.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "cube/axis_map.h"

namespace quixo::cube {

class Plane {
 public:
  Plane() = default;
  /// All zero.
  Plane(std::size_t bitmaps, int axes)
      : words_per_bitmap_(words_of(axes)), bytes_(mapped_bytes(bitmaps, axes)), words_(map(bytes_)) {}

  /// In the memory of an old plane, whatever it holds: fresh pages are cleared by the kernel, which costs
  /// more than all that is done with them in some layers.
  static Plane reuse(Plane old, std::size_t bitmaps, int axes) {
    const std::size_t bytes = mapped_bytes(bitmaps, axes);
    if (old.bytes_ < huge_page || bytes < huge_page) return {bitmaps, axes};
    void* memory = nullptr;
    if (bytes <= old.bytes_) {
      memory = mremap(old.words_, old.bytes_, bytes, 0);
    } else {
      // Huge pages stay whole only when they are moved to the place of a huge page.
      Word* place = map(bytes);
      memory = mremap(old.words_, old.bytes_, old.bytes_, MREMAP_MAYMOVE | MREMAP_FIXED, place);
      if (memory == MAP_FAILED) munmap(place, bytes);
    }
    if (memory == MAP_FAILED) throw std::bad_alloc();
    old.words_ = static_cast<Word*>(memory);
    old.bytes_ = bytes;
    old.words_per_bitmap_ = words_of(axes);
    return old;
  }
  ~Plane() {
    if (words_ != nullptr) munmap(words_, bytes_);
  }
  Plane(Plane&& other) noexcept { swap(other); }
  Plane& operator=(Plane&& other) noexcept {
    Plane(std::move(other)).swap(*this);
    return *this;
  }
  Plane(const Plane&) = delete;
  Plane& operator=(const Plane&) = delete;

  Word* operator[](std::size_t bitmap) {
    assert(bitmap * words_per_bitmap_ * sizeof(Word) <= bytes_);
    return words_ + bitmap * words_per_bitmap_;
  }
  const Word* operator[](std::size_t bitmap) const { return const_cast<Plane&>(*this)[bitmap]; }

  static std::size_t bytes_for(std::size_t bitmaps, int axes) {
    return bitmaps * words_of(axes) * sizeof(Word);
  }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  /// Whole huge pages, or less than one.
  static std::size_t mapped_bytes(std::size_t bitmaps, int axes) {
    const std::size_t bytes = bytes_for(bitmaps, axes);
    return bytes < huge_page ? bytes : (bytes + huge_page - 1) / huge_page * huge_page;
  }

  static Word* map(std::size_t bytes) {
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

  void swap(Plane& other) noexcept {
    std::swap(words_, other.words_);
    std::swap(words_per_bitmap_, other.words_per_bitmap_);
    std::swap(bytes_, other.bytes_);
  }

  std::size_t words_per_bitmap_ = 0;
  std::size_t bytes_ = 0;
  Word* words_ = nullptr;
};

}  // namespace quixo::cube
