// SPDX-License-Identifier: MIT
//
// Puts back in order what many threads make in any order. Each thing stands for one number or several, the
// numbers are 0, 1, 2, ..., and a thing is delivered once all before it have been:
//
//   add(0, 2, a)   delivers a
//   add(5, 1, c)   c waits for 2, 3 and 4
//   add(2, 3, b)   delivers b, then c
//
// run_in_order (workers.h) numbers the items of its own loop; a search through a table numbers positions,
// and the table decides which of them come together.
#pragma once

#include <cassert>
#include <cstdint>
#include <map>
#include <utility>

namespace quixo {

/// Not safe from many threads at once: the caller holds a lock.
template <class Thing>
class InOrder {
 public:
  /// The first number that was not delivered.
  std::uint64_t next() const { return next_; }
  bool none_waits() const { return waiting_.empty(); }

  /// Takes the thing of the numbers first, first + 1, ... (`count` of them) and delivers, in order, all that
  /// can be. deliver(thing) returns whether to go on; after a false, or when it throws, this is of no more
  /// use.
  template <class Deliver>
  void add(std::uint64_t first, std::uint64_t count, Thing thing, const Deliver& deliver) {
    assert(count > 0 && first >= next_);
    [[maybe_unused]] const bool fresh = waiting_.emplace(first, Waiting{count, std::move(thing)}).second;
    assert(fresh);
    for (auto ready = waiting_.begin(); ready != waiting_.end() && ready->first == next_;) {
      if (!deliver(std::as_const(ready->second.thing))) return;
      next_ += ready->second.count;
      ready = waiting_.erase(ready);
    }
  }

 private:
  struct Waiting {
    std::uint64_t count;
    Thing thing;
  };

  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Waiting> waiting_;  ///< By first number.
};

}  // namespace quixo
