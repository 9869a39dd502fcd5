// SPDX-License-Identifier: MIT
#include "table/block.h"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <cstring>
#include <new>
#include <utility>

#include "cube/bitmap.h"
#include "quixo/error.h"

namespace quixo::table {
namespace {

static_assert(std::endian::native == std::endian::little, "packed words are stored as they are in memory");

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

// A shorter run pays more for its entropy code than it gains.
constexpr std::size_t least_run = 700;

/// Every other bit, together in the low half.
Word squeeze(Word bits) {
  bits &= 0x5555'5555'5555'5555;
  bits = (bits | bits >> 1) & 0x3333'3333'3333'3333;
  bits = (bits | bits >> 2) & 0x0f0f'0f0f'0f0f'0f0f;
  bits = (bits | bits >> 4) & 0x00ff'00ff'00ff'00ff;
  bits = (bits | bits >> 8) & 0x0000'ffff'0000'ffff;
  return (bits | bits >> 16) & 0xffff'ffff;
}

template <class Visit>
void for_each_bit(Word bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

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

void pack_outcomes(const Word* win, const Word* loss, std::size_t words, Bytes& packed) {
  assert(words <= block_words);
  packed.resize(words * outcome_bytes_per_word);
  cube::interleave(win, loss, words, packed.data());
}

void unpack_outcomes(std::span<const std::uint8_t> packed, Word* win, Word* loss) {
  for (std::size_t word = 0; word < packed.size() / outcome_bytes_per_word; ++word) {
    Word pair[2];
    std::memcpy(pair, packed.data() + word * outcome_bytes_per_word, sizeof pair);
    win[word] = squeeze(pair[0]) | squeeze(pair[1]) << 32;
    loss[word] = squeeze(pair[0] >> 1) | squeeze(pair[1] >> 1) << 32;
  }
}

void pack_distances(const LayerShape& shape, std::size_t block, const Word* listed, const Distance* distances,
                    bool wide, Bytes& packed, std::vector<std::size_t>& run_ends) {
  packed.clear();
  run_ends.clear();
  Bytes high;
  for_each_class(
      shape, block, listed,
      [&](std::size_t word, Word bits) {
        for_each_bit(bits, [&](std::size_t bit) {
          const Distance distance = distances[word * word_slots + bit];
          packed.push_back(static_cast<std::uint8_t>(distance));
          if (wide) high.push_back(static_cast<std::uint8_t>(distance >> 8));
        });
      },
      [&] {
        if (packed.size() >= (run_ends.empty() ? 0 : run_ends.back()) + least_run)
          run_ends.push_back(packed.size());
      });
  packed.insert(packed.end(), high.begin(), high.end());
}

ListPlaces::ListPlaces(const LayerShape& shape, std::size_t block, const Word* listed) {
  const std::size_t words = shape.words_in(block);
  for (std::size_t word = 0; word < words; ++word) {
    ones[word] = static_cast<std::uint8_t>(std::popcount(shape.word_in_bitmap(block, word)));
    std::size_t* count = next.data() + ones[word];
    for (std::uint64_t counts = count_by_ones(listed[word]); counts != 0; counts >>= 8)
      *count++ += counts & 255;
  }
  std::size_t begin = 0;
  for (std::size_t& place : next) begin += std::exchange(place, begin);
}

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
