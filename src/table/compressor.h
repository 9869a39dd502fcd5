// SPDX-License-Identifier: MIT
//
// Blocks (table/block.h) as they are on disk: compressed by zstd. Nothing else knows of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "table/block.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace quixo::table {

/// Compresses and decompresses blocks; one per thread.
class Compressor {
 public:
  Compressor();
  ~Compressor();
  Compressor(Compressor&&) noexcept = default;

  /// A part of a block as one zstd frame; distances start a new entropy code at the ends of runs.
  void compress_outcomes(std::span<const std::uint8_t> packed, Bytes& code);
  void compress_distances(std::span<const std::uint8_t> packed, std::span<const std::size_t> run_ends,
                          Bytes& code);

  /// How many bytes a code says it has; nothing when it is damaged or says more than a block can have.
  static std::optional<std::size_t> packed_bytes(std::span<const std::uint8_t> code);
  /// Returns false when the code is damaged.
  bool decompress(std::span<const std::uint8_t> code, Bytes& packed);

  /// Room for the code of a block that is read, kept from one block to the next.
  Bytes& code() { return code_; }

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> outcomes_;
  std::unique_ptr<ZSTD_CCtx_s, Free> distances_;
  std::unique_ptr<ZSTD_DCtx_s, Free> decompressor_;
  Bytes code_;
};

}  // namespace quixo::table
