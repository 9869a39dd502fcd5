// SPDX-License-Identifier: MIT
//
// The bytes of a word that are not zero are moved together, and apart again, by one shuffle, which is looked
// up by the byte that says which they are. No branch depends on the words, since no processor could predict
// it. All that a word needs from those before it is where its bytes begin, a sum of their counts.
#include "cube/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cube/sparse_bytes.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>

#include <cstring>

#include "cube/sparse_bytes.h"

HWY_BEFORE_NAMESPACE();
namespace quixo::cube::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// For each set of bytes: which byte comes to each place, or none.
struct Shuffles {
  uint8_t place[256][sizeof(Word)];
};
constexpr uint8_t no_byte = 0x80;

constexpr Shuffles make_shuffles(bool together) {
  Shuffles shuffles{};
  for (unsigned present = 0; present < 256; ++present) {
    auto& place = shuffles.place[present];
    for (uint8_t& each : place) each = no_byte;
    uint8_t count = 0;
    for (unsigned byte = 0; byte < sizeof(Word); ++byte)
      if (present >> byte & 1) {
        if (together)
          place[count] = static_cast<uint8_t>(byte);
        else
          place[byte] = count;
        ++count;
      }
  }
  return shuffles;
}

HWY_INLINE Word shuffle(const uint8_t* bytes, const uint8_t* place) {
#if HWY_TARGET == HWY_SCALAR
  Word word = 0;
  for (size_t i = 0; i < sizeof(Word); ++i)
    if (place[i] != no_byte) word |= Word{bytes[place[i]]} << 8 * i;
  return word;
#else
  const hn::FixedTag<uint8_t, sizeof(Word)> d;
  const hn::FixedTag<Word, 1> one;
  return hn::GetLane(hn::BitCast(one, hn::TableLookupBytesOr0(hn::LoadU(d, bytes), hn::LoadU(d, place))));
#endif
}

/// A bit for each byte that is not zero.
HWY_INLINE unsigned present_bytes(Word word) {
  constexpr Word low_bits = 0x7f7f7f7f7f7f7f7f;
  const Word high_bit = (((word & low_bits) + low_bits) | word) & ~low_bits;
  return static_cast<unsigned>((high_bit >> 7) * 0x0102040810204080 >> 56);
}

uint8_t* write_words(const Word* bitmap, size_t words, uint8_t* out) {
  static constexpr Shuffles together = make_shuffles(true);
  uint8_t* bytes = out + words;
  for (size_t i = 0; i < words; ++i) {
    const unsigned present = present_bytes(bitmap[i]);
    const Word word = shuffle(reinterpret_cast<const uint8_t*>(bitmap + i), together.place[present]);
    out[i] = static_cast<uint8_t>(present);
    std::memcpy(bytes, &word, sizeof(Word));  // what is too much is overwritten or cut off
    bytes += __builtin_popcount(present);
  }
  return bytes;
}

bool read_words(std::span<const uint8_t> code, Word* bitmap, size_t words) {
  static constexpr Shuffles apart = make_shuffles(false);
  if (code.size() < words) return false;
  const uint8_t* bytes = code.data() + words;
  const uint8_t* const end = code.data() + code.size();
  for (size_t i = 0; i < words; ++i) {
    const unsigned present = code[i];
    const auto size = static_cast<size_t>(__builtin_popcount(present));
    const auto left = static_cast<size_t>(end - bytes);
    if (left >= sizeof(Word)) {
      bitmap[i] = shuffle(bytes, apart.place[present]);
    } else {
      if (size > left) return false;
      uint8_t last[sizeof(Word)] = {};
      std::memcpy(last, bytes, left);
      bitmap[i] = shuffle(last, apart.place[present]);
    }
    bytes += size;
  }
  return bytes == end;
}

}  // namespace quixo::cube::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quixo::cube {

HWY_EXPORT(write_words);
HWY_EXPORT(read_words);

std::uint8_t* write_sparse_bytes(const Word* bitmap, std::size_t words, std::uint8_t* out) {
  return HWY_DYNAMIC_DISPATCH(write_words)(bitmap, words, out);
}

bool read_sparse_bytes(std::span<const std::uint8_t> code, Word* bitmap, std::size_t words) {
  return HWY_DYNAMIC_DISPATCH(read_words)(code, bitmap, words);
}

}  // namespace quixo::cube
#endif
