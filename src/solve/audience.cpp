// SPDX-License-Identifier: MIT
#include "solve/audience.h"

#include <algorithm>
#include <cassert>

namespace quixo::solve {
namespace {

/// Before the news of a bitmap.
struct Heading {
  std::uint32_t bitmap = 0;
  std::uint32_t count = 0;  // of positions that follow, or...
};
constexpr std::uint32_t too_many = ~std::uint32_t{0};  // ... this: they are not listed

/// What is listed of the news of a bitmap that has any.
std::span<const Cells> list_of(const StateLists& news, std::uint32_t bitmap) {
  return news.many(bitmap) ? std::span<const Cells>() : news.list(bitmap);
}

}  // namespace

Audience::Audience(const Partition& partition, Peers& peers, const std::vector<std::uint32_t>& children,
                   std::size_t window)
    : peers_(peers), window_(window), wanted_by_(static_cast<std::size_t>(peers.size())) {
  if (peers.is_alone()) return;
  std::vector<Message> messages(wanted_by_.size());
  for (const std::uint32_t child : children) {
    const int owner = partition.owner(child);
    if (owner != peers.self()) append(messages[static_cast<std::size_t>(owner)], child);
  }
  messages = peers.exchange(std::move(messages));
  for (std::size_t peer = 0; peer < messages.size(); ++peer) {
    wanted_by_[peer].resize(messages[peer].size() / sizeof(std::uint32_t));
    MessageReader(messages[peer]).take(std::span(wanted_by_[peer]));
  }
}

void Audience::share(StateLists& news) const {
  if (peers_.is_alone()) return;
  // As often as the one that has most to say to another: each message but the last of a peer is full.
  std::uint64_t most = 0;
  for (const std::vector<std::uint32_t>& wanted : wanted_by_) {
    std::uint64_t bytes = 0;
    for (const std::uint32_t bitmap : wanted)
      if (news.any(bitmap)) bytes += sizeof(Heading) + list_of(news, bitmap).size_bytes();
    most = std::max(most, bytes);
  }
  std::vector<std::size_t> said(wanted_by_.size());  // to each peer, of the bitmaps that it wants
  for (std::uint64_t rounds = peers_.greatest((most + window_ - 1) / window_); rounds > 0; --rounds) {
    std::vector<Message> messages(wanted_by_.size());
    for (std::size_t peer = 0; peer < messages.size(); ++peer)
      while (said[peer] < wanted_by_[peer].size() && messages[peer].size() < window_) {
        const std::uint32_t bitmap = wanted_by_[peer][said[peer]++];
        if (!news.any(bitmap)) continue;
        const std::span<const Cells> list = list_of(news, bitmap);
        const auto count = static_cast<std::uint32_t>(list.size());
        append(messages[peer], Heading{bitmap, news.many(bitmap) ? too_many : count});
        append(messages[peer], list);
      }
    take(peers_.exchange(std::move(messages)), news);
  }
  for (std::size_t peer = 0; peer < said.size(); ++peer)
    assert(std::all_of(wanted_by_[peer].begin() + static_cast<std::ptrdiff_t>(said[peer]),
                       wanted_by_[peer].end(), [&](std::uint32_t bitmap) { return !news.any(bitmap); }));
}

void Audience::take(const std::vector<Message>& messages, StateLists& news) {
  std::vector<Cells> list;
  for (const Message& message : messages)
    for (MessageReader reader(message); !reader.at_end();) {
      const auto heading = reader.take<Heading>();
      if (heading.count == too_many) {
        news.set_many(heading.bitmap);
        continue;
      }
      list.resize(heading.count);
      reader.take(std::span(list));
      news.add_cells(heading.bitmap, list);
    }
}

}  // namespace quixo::solve
