// SPDX-License-Identifier: MIT
//
// One bit for every position of a layer: the cubes of all its U, one after the other. Planes are gigabytes,
// so they are mapped and unmapped rather than allocated, and ask for huge pages.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

#include "cube/axis_map.h"

namespace quixo::solve {

using cube::Word;

class Plane {
 public:
  Plane() = default;
  /// All zero.
  Plane(std::size_t cubes, int axes) : words_per_cube_(cube::words_of(axes)), bytes_(bytes_for(cubes, axes)) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes_, MADV_HUGEPAGE);
    words_ = static_cast<Word*>(memory);
  }
  /// In the memory of an old plane, whatever it holds: fresh pages are cleared by the kernel, which costs
  /// more than all that is done with them in some layers.
  static Plane reuse(Plane old, std::size_t cubes, int axes) {
    if (old.words_ == nullptr) return {cubes, axes};
    const std::size_t bytes = bytes_for(cubes, axes);
    void* memory = mremap(old.words_, old.bytes_, bytes, MREMAP_MAYMOVE);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);
    old.words_ = static_cast<Word*>(memory);
    old.bytes_ = bytes;
    old.words_per_cube_ = cube::words_of(axes);
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

  Word* operator[](std::size_t cube) { return words_ + cube * words_per_cube_; }
  const Word* operator[](std::size_t cube) const { return words_ + cube * words_per_cube_; }

  static std::size_t bytes_for(std::size_t cubes, int axes) {
    return cubes * cube::words_of(axes) * sizeof(Word);
  }

 private:
  void swap(Plane& other) noexcept {
    std::swap(words_, other.words_);
    std::swap(words_per_cube_, other.words_per_cube_);
    std::swap(bytes_, other.bytes_);
  }

  Word* words_ = nullptr;
  std::size_t words_per_cube_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace quixo::solve
