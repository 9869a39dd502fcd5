// SPDX-License-Identifier: MIT
//
// Files of blocks whose checksums are right and whose contents are not. The files are put together here, from
// docs/format.md, so the bytes get behind every checksum. What is read is a value or an Error; a block that
// is read says the same of every slot, however it is asked.
//
//   input   layer of 3x3, what to do (Mode), size of the first part in two bytes, the first part, the second
//   part
#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "game/geometry.h"
#include "layout/at_once.h"
#include "layout/layout.h"
#include "quixo/error.h"
#include "table/block_reader.h"

namespace quixo::fuzz {
namespace {

using table::Bytes;

// Bits of the second byte.
constexpr unsigned frames_given = 1;  ///< The parts are zstd frames; else they are compressed first.
constexpr unsigned two_bytes = 2;     ///< A distance has two bytes.
constexpr unsigned of_outcomes = 4;   ///< There are no distances.
constexpr unsigned index_given = 8;   ///< The first part is an index of more blocks than one.
constexpr unsigned byte_changed =
    16;  ///< Two bytes say where, one says what, in the header, index or footer.

table::Compressor& compressor() {
  static table::Compressor compressor;
  return compressor;
}

Bytes frame_of(std::span<const std::uint8_t> packed) {
  Bytes code;
  compressor().compress_outcomes(packed, code);
  return code;
}

struct Change {
  std::size_t where = 0;
  std::uint8_t what = 0;
};

/// A whole file: the header, the blocks and an index with these begins, each with its checksum.
Bytes file_of(const table::BlockFileHeader& header, std::span<const std::uint8_t> blocks,
              const std::vector<std::uint64_t>& begins, const std::optional<Change>& change) {
  constexpr std::uint64_t magic = 0x656c'6261'746f'7871;
  const std::uint64_t first[] = {magic,
                                 2,
                                 static_cast<std::uint64_t>(header.part),
                                 static_cast<std::uint64_t>(header.shape.layer),
                                 header.shape.bitmaps,
                                 static_cast<std::uint64_t>(header.distance_bytes)};
  const std::uint64_t index_begin = sizeof first + blocks.size();
  std::vector<std::uint64_t> index;
  for (std::size_t block = 0; block < begins.size(); ++block) {
    const std::uint64_t begin = begins[block];
    const std::uint64_t end = block + 1 < begins.size() ? begins[block + 1] : index_begin;
    const bool inside = begin >= sizeof first && begin <= end && end <= index_begin;
    index.push_back(begin);
    index.push_back(inside ? hash_of(blocks.subspan(begin - sizeof first, end - begin)) : 0);
  }
  std::vector<std::uint64_t> checked(std::begin(first), std::end(first));
  checked.insert(checked.end(), index.begin(), index.end());
  const std::uint64_t footer[] = {0, begins.size(), index_begin, magic};
  checked.insert(checked.end(), std::begin(footer), std::end(footer));
  if (change)
    reinterpret_cast<std::uint8_t*>(checked.data())[change->where % (checked.size() * 8)] ^= change->what;
  const std::size_t footer_at = checked.size() - 4;
  if (!change || change->where % (checked.size() * 8) / 8 != footer_at)
    checked[footer_at] = hash_of(std::span<const std::uint64_t>(checked).first(footer_at));
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(checked.data());
  Bytes file(blocks.size() + checked.size() * 8);
  std::copy_n(bytes, sizeof first, file.begin());
  std::ranges::copy(blocks, file.begin() + sizeof first);
  std::copy(bytes + sizeof first, bytes + checked.size() * 8,
            file.begin() + static_cast<std::ptrdiff_t>(index_begin));
  return file;
}

/// Asks for all that a reader can be asked for.
void read_all(const AtOnce& at_once, const table::LayerFiles& files) {
  static table::BlockReader reader;
  const std::size_t distances = files.wins ? table::distances_in(*files.wins) : 1;
  std::vector<Value> wins(std::max<std::size_t>(distances, 2));
  for (std::size_t i = 0; i < wins.size(); ++i) wins[i] = {Outcome::win, static_cast<std::uint16_t>(i)};
  const table::Encoding<Value> encoding(files.wins ? Metric::distance : Metric::outcome, Value{},
                                        std::move(wins), {{Outcome::loss, 0}},
                                        Value{Outcome::loss, unknown_distance});
  reader.read(at_once, files, 0);
  std::vector<Value> values(files.shape().slots_in(0));
  reader.expand(encoding, values.data());
  const auto is_in = [](const table::Word* bitmap, std::size_t slot) {
    return (bitmap[slot / word_slots] >> slot % word_slots & 1) != 0;
  };
  for (std::size_t slot = 0; slot < values.size(); ++slot) {
    const Outcome outcome = values[slot].outcome;
    expect(is_in(reader.win(), slot) == (outcome == Outcome::win));
    expect(is_in(reader.loss(), slot) == (outcome == Outcome::loss));
  }
  if (!files.wins) return;
  reader.for_each_listed_win([&](std::size_t slot, std::size_t distance) {
    expect(values[slot] == Value{Outcome::win, static_cast<std::uint16_t>(distance)});
  });
}

/// Blocks of which the file says where they are. No board needs so many of such a size; the file does not
/// know.
void read_index(std::span<const std::uint8_t> places, std::span<const std::uint8_t> blocks,
                const std::optional<Change>& change) {
  static const MemoryFile file;
  const table::BlockFileHeader header = {table::Part::outcomes, {6, 3 * block_words}, 0};
  std::vector<std::uint64_t> begins(header.shape.blocks());
  for (std::size_t i = 0; i < begins.size(); ++i) {
    std::uint16_t place = 0;
    if (places.size() >= 2 * (i + 1)) std::memcpy(&place, places.data() + 2 * i, sizeof place);
    begins[i] = 48U + place;
  }
  file.write(file_of(header, blocks, begins, change));
  const table::BlockFile opened(file.path(), header);
  Bytes packed;
  for (std::size_t block = 0; block < opened.blocks(); ++block)
    opened.read_outcomes(block, compressor(), packed);
}

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  using namespace quixo::fuzz;
  static const Geometry geometry(parse_rules("3x3"));
  static const Layout layout(geometry);
  static const AtOnce at_once(layout);
  static const MemoryFile outcomes;
  static const MemoryFile distances;
  Source source(data, size);
  const int layer = static_cast<int>(source.byte() % 10);
  const unsigned mode = source.byte();
  std::optional<Change> change;
  if ((mode & byte_changed) != 0) {
    const std::size_t where = source.byte() | source.byte() << 8;
    change = Change{where, static_cast<std::uint8_t>(source.byte())};
  }
  const std::size_t first_size = source.byte() | source.byte() << 8;
  const std::span<const std::uint8_t> first = source.bytes(first_size);
  const std::span<const std::uint8_t> second = source.rest();
  try {
    if ((mode & index_given) != 0) {
      read_index(first, second, change);
      return 0;
    }
    const auto file = [&](const MemoryFile& memory, const table::BlockFileHeader& header,
                          std::span<const std::uint8_t> part) {
      const Bytes frame = (mode & frames_given) != 0 ? Bytes(part.begin(), part.end()) : frame_of(part);
      memory.write(file_of(header, frame, {48}, change));
      return table::BlockFile(memory.path(), header);
    };
    table::LayerFiles files{file(outcomes, {table::Part::outcomes, layout.shape(layer), 0}, first)};
    if ((mode & of_outcomes) == 0)
      files.wins.emplace(file(
          distances, {table::Part::distances, layout.shape(layer), (mode & two_bytes) != 0 ? 2 : 1}, second));
    read_all(at_once, files);
  } catch (const Error&) {
  }
  return 0;
}
