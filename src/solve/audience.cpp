// SPDX-License-Identifier: MIT
#include "solve/audience.h"

namespace quixo::solve {
namespace {

/// Before the news of a bitmap.
struct Heading {
  std::uint32_t bitmap = 0;
  std::uint32_t count = 0;  // of positions that follow, or...
};
constexpr std::uint32_t too_many = ~std::uint32_t{0};  // ... this: they are not listed

}  // namespace

Audience::Audience(const Partition& partition, Peers& peers, const std::vector<std::uint32_t>& children)
    : peers_(peers), wanted_by_(static_cast<std::size_t>(peers.size())) {
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
  std::vector<Message> messages(wanted_by_.size());
  for (std::size_t peer = 0; peer < messages.size(); ++peer)
    for (const std::uint32_t bitmap : wanted_by_[peer]) {
      if (!news.any(bitmap)) continue;
      const std::span<const Cells> list = news.many(bitmap) ? std::span<const Cells>() : news.list(bitmap);
      const auto count = static_cast<std::uint32_t>(list.size());
      append(messages[peer], Heading{bitmap, news.many(bitmap) ? too_many : count});
      append(messages[peer], list);
    }
  messages = peers_.exchange(std::move(messages));
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
