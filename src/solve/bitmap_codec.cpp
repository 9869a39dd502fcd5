// SPDX-License-Identifier: MIT
#include "solve/bitmap_codec.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "cube/sparse_bytes.h"

namespace quixo::solve {
namespace {

static_assert(std::endian::native == std::endian::little, "bitmaps are stored as they are in memory");

constexpr std::uint8_t code_gaps = 0;
constexpr std::uint8_t code_words = 1;
constexpr std::uint8_t code_bytes = 2;

constexpr std::size_t most_varint_bytes = 5;

/// Returns where it ends.
std::uint8_t* write_varint(std::uint32_t value, std::uint8_t* out) {
  for (; value >= 0x80; value >>= 7) *out++ = static_cast<std::uint8_t>(value | 0x80);
  *out++ = static_cast<std::uint8_t>(value);
  return out;
}

}  // namespace

void append_varint(std::uint32_t value, Bytes& out) {
  std::uint8_t bytes[most_varint_bytes];
  out.insert(out.end(), bytes, write_varint(value, bytes));
}

std::uint32_t take_varint(std::span<const std::uint8_t>& in) {
  std::uint64_t value = 0;
  for (int shift = 0; shift <= 28; shift += 7) {
    if (in.empty()) break;
    const std::uint8_t byte = in.front();
    in = in.subspan(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if ((byte & 0x80) == 0 && value >> 32 == 0) return static_cast<std::uint32_t>(value);
  }
  throw NotACode();
}

// A gap takes a byte as a rule. Up to one position in 32 gaps are smaller than bytes, but above one in 64
// they take longer to read.
std::uint64_t BitmapCodec::most_gaps() const {
  return std::max<std::uint64_t>((std::uint64_t{1} << layer_) / 64, 2);
}

void BitmapCodec::encode(const States& states, Bytes& out) const {
  if (states.count() == 0) return;
  const std::size_t words = cube::words_of(layer_);
  const std::size_t begin = out.size();
  const bool gaps = states.count() <= most_gaps();
  out.resize(
      begin + 1 +
      (gaps ? static_cast<std::size_t>(states.count()) * most_varint_bytes : cube::most_sparse_bytes(words)));
  std::uint8_t* const code = out.data() + begin;
  std::uint8_t* end = code + 1;
  if (gaps) {
    *code = code_gaps;
    std::uint32_t next = 0;
    states.for_each([&](OwnIndex index) {
      assert(bit_of(index) >= next && bit_of(index) >> layer_ == 0);
      end = write_varint(bit_of(index) - next, end);
      next = bit_of(index) + 1;
    });
  } else {
    std::vector<Word> filled(states.listed() ? words : 0);
    if (states.listed()) states.copy_to(OwnBitmap(filled.data()));
    const Word* bitmap = states.listed() ? filled.data() : states.bitmap().words();
    *code = code_bytes;
    end = cube::write_sparse_bytes(bitmap, words, end);
    if (static_cast<std::size_t>(end - code) > words * sizeof(Word)) {
      *code = code_words;
      end = std::copy_n(reinterpret_cast<const std::uint8_t*>(bitmap), words * sizeof(Word), code + 1);
    }
  }
  out.resize(static_cast<std::size_t>(end - out.data()));
}

void BitmapCodec::decode(std::span<const std::uint8_t> code, States& states) const {
  assert(!code.empty());
  const std::size_t words = cube::words_of(layer_);
  const std::uint8_t kind = code.front();
  code = code.subspan(1);
  if (kind == code_words) {
    if (code.size() != words * sizeof(Word)) throw NotACode();
    states.set_bitmap([&](OwnBitmap bitmap) { std::memcpy(bitmap.words(), code.data(), code.size()); });
  } else if (kind == code_bytes) {
    states.set_bitmap([&](OwnBitmap bitmap) {
      if (!cube::read_sparse_bytes(code, bitmap.words(), words)) throw NotACode();
    });
  } else if (kind == code_gaps) {
    states.set_list([&](std::vector<OwnIndex>& list) {
      for (std::uint64_t next = 0; !code.empty(); ++next) {
        next += take_varint(code);
        if (next >> layer_ != 0) throw NotACode();
        list.push_back(OwnIndex{static_cast<std::uint32_t>(next)});
      }
    });
  } else {
    throw NotACode();
  }
}

}  // namespace quixo::solve
