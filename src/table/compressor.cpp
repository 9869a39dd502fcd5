// SPDX-License-Identifier: MIT
#include "table/compressor.h"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <new>
#include <utility>

#include "quixo/error.h"

namespace quixo::table {
namespace {

// Measured on 5x5 (docs/format.md). Outcomes: matches of 7 bytes, found fast, take a sixth more than level
// 6 and a fifth of its time. Distances look like noise to any search, so the fastest level is as good as
// another.
using Parameters = std::initializer_list<std::pair<ZSTD_cParameter, int>>;
constexpr Parameters for_outcomes = {{ZSTD_c_strategy, ZSTD_fast},
                                     {ZSTD_c_windowLog, 14},
                                     {ZSTD_c_hashLog, 14},
                                     {ZSTD_c_chainLog, 14},
                                     {ZSTD_c_minMatch, 7}};
constexpr Parameters for_distances = {{ZSTD_c_compressionLevel, 1}};

void check(std::size_t result) {
  if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (ZSTD_isError(result)) throw Error(fmt::format("zstd: {}", ZSTD_getErrorName(result)));
}

ZSTD_CCtx* compressor(const Parameters& parameters) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  if (context == nullptr) throw std::bad_alloc();
  for (const auto& [parameter, value] : parameters) check(ZSTD_CCtx_setParameter(context, parameter, value));
  return context;
}

}  // namespace

void Compressor::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
void Compressor::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

Compressor::Compressor()
    : outcomes_(compressor(for_outcomes)),
      distances_(compressor(for_distances)),
      decompressor_(ZSTD_createDCtx()) {
  if (!decompressor_) throw std::bad_alloc();
}
Compressor::~Compressor() = default;

void Compressor::compress_outcomes(std::span<const std::uint8_t> packed, Bytes& code) {
  code.resize(ZSTD_compressBound(packed.size()));
  const std::size_t size =
      ZSTD_compress2(outcomes_.get(), code.data(), code.size(), packed.data(), packed.size());
  check(size);
  code.resize(size);
}

void Compressor::compress_distances(std::span<const std::uint8_t> packed,
                                    std::span<const std::size_t> run_ends, Bytes& code) {
  constexpr std::size_t per_flush = 64;  // more than a zstd block's own overhead
  code.resize(ZSTD_compressBound(packed.size()) + (run_ends.size() + 1) * per_flush);
  check(ZSTD_CCtx_reset(distances_.get(), ZSTD_reset_session_only));
  check(ZSTD_CCtx_setPledgedSrcSize(distances_.get(), packed.size()));
  ZSTD_outBuffer out{code.data(), code.size(), 0};
  std::size_t begin = 0;
  const auto feed = [&](std::size_t end, ZSTD_EndDirective directive) {
    ZSTD_inBuffer in{packed.data() + begin, end - begin, 0};
    std::size_t left = 0;
    do check(left = ZSTD_compressStream2(distances_.get(), &out, &in, directive));
    while (left != 0);
    begin = end;
  };
  for (const std::size_t end : run_ends) feed(end, ZSTD_e_flush);
  feed(packed.size(), ZSTD_e_end);
  code.resize(out.pos);
}

std::optional<std::size_t> Compressor::packed_bytes(std::span<const std::uint8_t> code) {
  const unsigned long long size = ZSTD_getFrameContentSize(code.data(), code.size());
  if (size > 2 * block_slots) return std::nullopt;  // unknown and damaged are huge numbers
  return size;
}

bool Compressor::decompress(std::span<const std::uint8_t> code, Bytes& packed) {
  const std::optional<std::size_t> size = packed_bytes(code);
  if (!size) return false;
  packed.resize(*size);
  return ZSTD_decompressDCtx(decompressor_.get(), packed.data(), packed.size(), code.data(), code.size()) ==
         *size;
}

}  // namespace quixo::table
