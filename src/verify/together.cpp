// SPDX-License-Identifier: MIT
#include "verify/together.h"

#include <utility>

namespace quixo::verify {

std::size_t size_of(const Ranges& ranges) {
  std::size_t size = 0;
  for (const Range& range : ranges) size += range.size();
  return size;
}

Ranges rest_of(std::size_t count, const Ranges& ranges) {
  Ranges rest;
  std::size_t next = 0;
  for (const Range& range : ranges) {
    if (range.begin > next) rest.push_back({next, range.begin});
    next = range.end;
  }
  if (count > next) rest.push_back({next, count});
  return rest;
}

Ranges part_of(const Ranges& ranges, Range part) {
  Ranges found;
  std::size_t before = 0;
  for (const Range& range : ranges) {
    const std::size_t begin = std::clamp(part.begin, before, before + range.size()) - before;
    const std::size_t end = std::clamp(part.end, before, before + range.size()) - before;
    if (begin < end) found.push_back({range.begin + begin, range.begin + end});
    before += range.size();
  }
  return found;
}

Ranges joined(Ranges one, const Ranges& other) {
  one.insert(one.end(), other.begin(), other.end());
  std::ranges::sort(one, {}, &Range::begin);
  Ranges all;
  for (const Range& range : one) {
    assert(all.empty() || range.begin >= all.back().end);
    if (!all.empty() && range.begin == all.back().end)
      all.back().end = range.end;
    else
      all.push_back(range);
  }
  return all;
}

std::size_t at(const Ranges& ranges, std::size_t place) {
  for (const Range& range : ranges) {
    if (place < range.size()) return range.begin + place;
    place -= range.size();
  }
  assert(false);
  return 0;
}

void give_to_all(Peers& peers, std::span<const std::uint8_t> bytes,
                 const std::function<void(std::size_t peer, std::span<const std::uint8_t> piece)>& take) {
  constexpr std::size_t most_copies = std::size_t{16} << 20;  // bytes
  constexpr std::size_t least_piece = std::size_t{16} << 10;
  const std::size_t piece = std::max(least_piece, most_copies / static_cast<std::size_t>(peers.size()));
  const std::size_t rounds = peers.greatest((bytes.size() + piece - 1) / piece);
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t begin = std::min(bytes.size(), round * piece);
    Message message;
    append(message, bytes.subspan(begin, std::min(piece, bytes.size() - begin)));
    const std::vector<Message> pieces = said_by_all(peers, message);
    for (std::size_t peer = 0; peer < pieces.size(); ++peer)
      if (!pieces[peer].empty()) take(peer, pieces[peer]);
  }
}

}  // namespace quixo::verify
