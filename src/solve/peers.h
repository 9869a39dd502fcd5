// SPDX-License-Identifier: MIT
//
// The processes that solve a game together, each with its part of every layer (solve/partition.h). All of
// them run the same program on the same layers; what one needs of the others goes through this interface, and
// nothing else does. One process has itself as its only peer; those of MPI are in src/mpi.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quixo::solve {

using Message = std::vector<std::uint8_t>;

/// Everything here is done by all peers together: each must call it as often as the others, in the same
/// order, by one thread at a time. An exception of one peer is the end of them all.
class Peers {
 public:
  virtual ~Peers() = default;
  virtual int size() const = 0;
  /// The number of this one, from 0 to size() - 1. The first keeps the table.
  virtual int self() const = 0;

  /// Sends a message to each peer, itself included, and returns what each has sent here.
  virtual std::vector<Message> exchange(std::vector<Message> to_each) = 0;
  /// Adds the numbers of all peers, place by place.
  virtual void sum(std::span<std::uint64_t> numbers) = 0;
  /// The bytes of all messages that this one has sent to others so far.
  virtual std::uint64_t bytes_sent() const { return 0; }

  bool is_alone() const { return size() == 1; }
  bool is_first() const { return self() == 0; }
  /// Whether it holds for any peer.
  bool any(bool here) {
    std::uint64_t peers = here ? 1 : 0;
    sum({&peers, 1});
    return peers != 0;
  }
  /// The least of all peers' numbers.
  std::uint64_t least(std::uint64_t here);
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
  std::span<const std::uint8_t> take_bytes(std::size_t count) {
    assert(count <= rest_.size());
    return std::exchange(rest_, rest_.subspan(count)).first(count);
  }

 private:
  std::span<const std::uint8_t> rest_;
};

inline std::uint64_t Peers::least(std::uint64_t here) {
  Message message;
  append(message, here);
  for (const Message& each : exchange(std::vector<Message>(static_cast<std::size_t>(size()), message)))
    here = std::min(here, MessageReader(each).take<std::uint64_t>());
  return here;
}

}  // namespace quixo::solve
