// SPDX-License-Identifier: MIT
//
// The processes that solve or check a game together, each with its part of every layer. All of them run the
// same program on the same layers; what one needs of the others goes through this interface, and nothing else
// does. One process has itself as its only peer; those of MPI are in src/mpi.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace quixo {

using Message = std::vector<std::uint8_t>;

/// Where the blocks of each peer are in memory.
template <class Pointer>
using BlocksOfEach = std::vector<std::vector<Pointer>>;

/// What a peer has sent to others, and how often it stopped until what they sent was there: as often as each
/// of them, since all do the same in the same order.
struct Traffic {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  std::uint64_t waits = 0;
};

/// Everything here is done by all peers together: each must call it as often as the others, in the same
/// order, by one thread at a time. An exception of one peer is the end of them all.
class Peers {
 public:
  /// Blocks of so many bytes are messages by themselves; smaller ones go many in a message, since each takes
  /// some microseconds.
  static constexpr std::size_t least_alone = 8 << 10;

  virtual ~Peers() = default;
  virtual int size() const = 0;
  /// The number of this one, from 0 to size() - 1. The first keeps notes, and speaks for all.
  virtual int self() const = 0;

  /// Sends a message to each peer, itself included, and returns what each has sent here.
  virtual std::vector<Message> exchange(std::vector<Message> to_each) = 0;
  /// Copies blocks of memory, all of one size, from peer to peer: those of to_each to their peers, and theirs
  /// to the blocks of from_each, which must be as many as each of them sends here. No message is made of
  /// them.
  virtual void exchange_blocks(std::size_t bytes, const BlocksOfEach<const void*>& to_each,
                               const BlocksOfEach<void*>& from_each) = 0;
  /// Adds the numbers of all peers, place by place.
  virtual void sum(std::span<std::uint64_t> numbers) = 0;
  /// Of this one, so far.
  virtual Traffic traffic() const { return {}; }

  bool is_alone() const { return size() == 1; }
  bool is_first() const { return self() == 0; }
  /// Whether it holds for any peer.
  bool any(bool here) {
    std::uint64_t peers = here ? 1 : 0;
    sum({&peers, 1});
    return peers != 0;
  }
  /// Waits until all have come here.
  void meet() { any(false); }
  /// The least, and the greatest, of all peers' numbers.
  virtual std::uint64_t least(std::uint64_t here);
  std::uint64_t greatest(std::uint64_t here) { return ~least(~here); }
  /// What the first peer has there.
  void take_from_first(std::span<std::uint64_t> numbers) {
    if (!is_first())
      for (std::uint64_t& number : numbers) number = 0;
    sum(numbers);
  }
};

/// A process that has no others.
class Alone final : public Peers {
 public:
  int size() const override { return 1; }
  int self() const override { return 0; }
  std::vector<Message> exchange(std::vector<Message> to_each) override {
    assert(to_each.size() == 1);
    return to_each;
  }
  void exchange_blocks(std::size_t, const BlocksOfEach<const void*>&, const BlocksOfEach<void*>&) override {}
  void sum(std::span<std::uint64_t>) override {}
};

/// Messages are made of values, one after the other: all peers are the same program.
template <class T>
requires std::is_trivially_copyable_v<T>
void append(Message& message, std::span<const T> values) {
  const std::size_t size = message.size();
  message.resize(size + values.size_bytes());
  if (!values.empty()) std::memcpy(message.data() + size, values.data(), values.size_bytes());
}
template <class T>
requires std::is_trivially_copyable_v<T>
void append(Message& message, const T& value) { append(message, std::span<const T>(&value, 1)); }

/// Takes the values from the front of a message.
class MessageReader {
 public:
  explicit MessageReader(std::span<const std::uint8_t> message) : rest_(message) {}

  bool at_end() const { return rest_.empty(); }
  template <class T>
  void take(std::span<T> values) {
    assert(values.size_bytes() <= rest_.size());
    if (!values.empty()) std::memcpy(values.data(), rest_.data(), values.size_bytes());
    rest_ = rest_.subspan(values.size_bytes());
  }
  template <class T>
  T take() {
    T value{};
    take(std::span<T>(&value, 1));
    return value;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

/// What each peer says, when that is little, at all of them.
inline std::vector<Message> said_by_all(Peers& peers, const Message& message) {
  return peers.exchange(std::vector<Message>(static_cast<std::size_t>(peers.size()), message));
}

/// One value of each peer, at all of them.
template <class T>
std::vector<T> told_by_all(Peers& peers, const T& here) {
  Message message;
  append(message, here);
  std::vector<T> values;
  for (const Message& each : said_by_all(peers, message)) values.push_back(MessageReader(each).take<T>());
  return values;
}

/// What the first peer says, at all of them, of whom none has to hold more than that.
inline std::string said_by_first(Peers& peers, const std::string& text) {
  std::uint64_t told = text.size();
  peers.take_from_first({&told, 1});
  const auto size = static_cast<std::size_t>(told);
  std::vector<std::uint64_t> words((size + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
  if (peers.is_first() && size > 0) std::memcpy(words.data(), text.data(), size);
  if (size > 0) peers.take_from_first(words);
  return {reinterpret_cast<const char*>(words.data()), size};
}

/// Has take(values) called at the first peer with the values of all, in the order of the peers: a window of
/// what they make one behind the other at a time, so nobody has to have room for all. With windows of four:
///
///   peer 0: a b c    peer 1: d e f g h      take(a b c) take(d)  take(e f g h)
template <class T, class Take>
void stream_to_first(Peers& peers, std::span<const T> here, const Take& take,
                     std::size_t window = (std::size_t{16} << 20) / sizeof(T)) {
  if (peers.is_alone()) return take(here);
  std::size_t begin = 0;  // of this peer's values among all
  std::size_t all = 0;
  const std::vector<std::size_t> counts = told_by_all(peers, here.size());
  for (std::size_t peer = 0; peer < counts.size(); ++peer) {
    if (static_cast<int>(peer) < peers.self()) begin += counts[peer];
    all += counts[peer];
  }
  for (std::size_t first = 0; first < all; first += window) {
    const auto in_window = [&](std::size_t place) {
      return std::clamp(place, begin, begin + here.size()) - begin;
    };
    std::vector<Message> messages(counts.size());
    append(messages[0], here.subspan(in_window(first), in_window(first + window) - in_window(first)));
    messages = peers.exchange(std::move(messages));
    if (!peers.is_first()) continue;
    for (const Message& message : messages) {
      if (message.empty()) continue;
      std::vector<T> values(message.size() / sizeof(T));
      MessageReader(message).take(std::span(values));
      take(std::span<const T>(values));
    }
  }
}

/// What Peers::exchange_blocks() does, with the blocks of two peers in one message.
inline void exchange_blocks_in_messages(Peers& peers, std::size_t bytes,
                                        const BlocksOfEach<const void*>& to_each,
                                        const BlocksOfEach<void*>& from_each) {
  std::vector<Message> messages(to_each.size());
  for (std::size_t peer = 0; peer < messages.size(); ++peer) {
    messages[peer].reserve(to_each[peer].size() * bytes);
    for (const void* block : to_each[peer])
      append(messages[peer], std::span(static_cast<const std::uint8_t*>(block), bytes));
  }
  messages = peers.exchange(std::move(messages));
  for (std::size_t peer = 0; peer < messages.size(); ++peer) {
    MessageReader reader(messages[peer]);
    for (void* block : from_each[peer]) reader.take(std::span(static_cast<std::uint8_t*>(block), bytes));
    assert(reader.at_end());
  }
}

/// What all peers together have sent, at all of them.
inline Traffic traffic_of_all(Peers& peers) {
  const Traffic own = peers.traffic();
  std::uint64_t sent[] = {own.bytes, own.messages};
  peers.sum(sent);
  return {sent[0], sent[1], own.waits};
}

inline std::uint64_t Peers::least(std::uint64_t here) { return std::ranges::min(told_by_all(*this, here)); }

}  // namespace quixo
