// SPDX-License-Identifier: MIT
//
// Bitmaps of the same size, one after the other. Planes are gigabytes, so they are mapped and unmapped rather
// than allocated, in huge pages: the kernels stride through them.
#pragma once

#include <cassert>
#include <cstddef>
#include <utility>

#include "cube/axis_map.h"
#include "cube/pages.h"

namespace quixo::cube {

class Plane {
 public:
  Plane() = default;
  /// All zero. It may have no bitmaps.
  Plane(std::size_t bitmaps, int axes)
      : words_per_bitmap_(words_of(axes)),
        bytes_(mapped_bytes(bitmaps, axes)),
        words_(bytes_ != 0 ? new_pages(bytes_) : nullptr) {}

  /// In the memory of an old plane, whatever it holds: fresh pages are cleared by the kernel, which costs
  /// more than all that is done with them in some layers.
  static Plane reuse(Plane old, std::size_t bitmaps, int axes) {
    const std::size_t bytes = mapped_bytes(bitmaps, axes);
    if (old.bytes_ < huge_page || bytes < huge_page) return {bitmaps, axes};
    old.words_ = resize_pages(old.words_, old.bytes_, bytes);
    old.bytes_ = bytes;
    old.words_per_bitmap_ = words_of(axes);
    return old;
  }
  ~Plane() {
    if (words_ != nullptr) free_pages(words_, bytes_);
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
  /// Whole huge pages, or less than one.
  static std::size_t mapped_bytes(std::size_t bitmaps, int axes) {
    const std::size_t bytes = bytes_for(bitmaps, axes);
    return bytes < huge_page ? bytes : (bytes + huge_page - 1) / huge_page * huge_page;
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
