// SPDX-License-Identifier: MIT
#include "verify/digests.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"

namespace quixo::verify {

Error changed(const std::filesystem::path& file) {
  return Error(fmt::format("{} has changed while it was checked: let nobody write there and check again",
                           file.string()));
}

FileDigests read_digests(const table::BlockFile& file) {
  FileDigests digests;
  digests.blocks.reserve(file.blocks());
  Sha256 whole;
  Sha256 block;
  std::uint64_t at = 0;  // where the piece begins
  read_pieces(file.path(), [&](std::span<const std::uint8_t> piece) {
    whole.add(piece);
    const std::uint64_t piece_end = at + piece.size();
    while (digests.blocks.size() < file.blocks()) {
      const auto [begin, end] = file.extent(digests.blocks.size());
      const std::uint64_t from = std::clamp(begin, at, piece_end);
      const std::uint64_t to = std::clamp(end, at, piece_end);
      block.add(piece.subspan(from - at, to - from));
      if (end > piece_end) break;
      digests.blocks.push_back(block.finish());
    }
    at = piece_end;
  });
  if (at != file.size()) throw changed(file.path());
  digests.file = whole.finish();
  return digests;
}

Digest sum_of(const std::vector<Digest>& blocks) {
  Sha256 sum;
  for (const Digest& block : blocks) sum.add(block);
  return sum.finish();
}

void hold_to(const std::vector<Digest>& blocks, table::BlockFile& file, std::size_t first) {
  file.watch([&blocks, first, path = file.path()](std::size_t block, std::span<const std::uint8_t> code) {
    if (sha256_of(code) != blocks.at(first + block)) throw changed(path);
  });
}

}  // namespace quixo::verify
