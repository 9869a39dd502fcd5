// SPDX-License-Identifier: MIT
//
// Arrays of ranks in bounded memory. A pass over a layer knows beforehand which arrays it will want and when,
// so it can follow Belady's rule, the best there is: let go of the one whose next use is farthest away. Half
// as many arrays have to be read again as with LRU, which goes by the last use (docs/bench.md).
//
//   Room for two arrays, wanted in the order a b c a b: when c comes, a is wanted at time 3 and b at time 4,
//   so b goes. LRU would let go of a, and at time 3 of b.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace quixo::verify {

/// When arrays are wanted. Both arrays and times are small numbers.
class Schedule {
 public:
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

  /// keys[time]: what is wanted then, each key once.
  explicit Schedule(const std::vector<std::vector<std::uint32_t>>& keys) {
    for (const auto& wanted : keys)
      for (const std::uint32_t key : wanted) {
        if (key >= place_.size()) place_.resize(key + 1);
        ++place_[key];
      }
    std::inclusive_scan(place_.begin(), place_.end(), place_.begin());
    end_ = place_;
    times_.resize(place_.empty() ? 0 : place_.back());
    for (std::size_t time = keys.size(); time-- > 0;)
      for (const std::uint32_t key : keys[time]) times_[--place_[key]] = static_cast<std::uint32_t>(time);
  }

  /// The first time from this one on at which the key is wanted. Earlier ones are forgotten, so the times
  /// asked for may only rise.
  std::uint32_t next(std::uint32_t key, std::uint32_t time) {
    assert(key < place_.size());
    std::uint32_t& place = place_[key];
    while (place < end_[key] && times_[place] < time) ++place;
    return place < end_[key] ? times_[place] : never;
  }

 private:
  std::vector<std::uint32_t> place_, end_;  // of a key's times; those before its place are over
  std::vector<std::uint32_t> times_;
};

/// Safe from many threads: what several ask for at once is made by one of them.
template <class Rank>
class RankCache {
 public:
  using Ranks = std::unique_ptr<Rank[]>;

  /// Without a schedule nothing is let go.
  RankCache(std::size_t bytes, int threads, std::optional<Schedule> schedule)
      : most_bytes_(bytes), threads_(static_cast<std::uint32_t>(threads)), schedule_(std::move(schedule)) {}

  /// The ranks of this key, which take `bytes`; make() makes them if they are not there.
  template <class Make>
  std::shared_ptr<const Rank[]> get(std::uint32_t key, std::uint32_t time, std::size_t bytes,
                                    const Make& make) {
    const std::shared_ptr<Entry> entry = find_or_add(key, time, bytes);
    const std::lock_guard lock(entry->mutex);
    if (!entry->ranks) entry->ranks = make();
    return {entry, entry->ranks.get()};
  }

 private:
  struct Entry {
    std::uint32_t wanted = 0;
    std::size_t bytes = 0;
    std::mutex mutex;
    Ranks ranks;
  };

  std::shared_ptr<Entry> find_or_add(std::uint32_t key, std::uint32_t time, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Entry>& entry = entries_[key];
    if (entry) {
      if (schedule_) want(key, *entry, time);
      return entry;
    }
    entry = std::make_shared<Entry>();
    entry->wanted = time;
    entry->bytes = bytes;
    std::shared_ptr<Entry> added = entry;
    if (!schedule_) return added;
    by_time_.emplace(time, key);
    bytes_ += bytes;
    if (bytes_ > most_bytes_) make_room(time);
    return added;
  }

  void want(std::uint32_t key, Entry& entry, std::uint32_t time) {
    if (entry.wanted == time) return;
    by_time_.erase({entry.wanted, key});
    entry.wanted = time;
    by_time_.emplace(time, key);
  }

  void make_room(std::uint32_t time) {
    // Entries whose time is past get the time at which they are wanted next. Threads are at different times,
    // so only what is past for all of them is.
    while (by_time_.begin()->first + threads_ < time) {
      const std::uint32_t key = by_time_.begin()->second;
      want(key, *entries_[key], schedule_->next(key, time));
    }
    while (bytes_ > most_bytes_ && by_time_.size() > 1) {
      const auto last = std::prev(by_time_.end());
      const auto found = entries_.find(last->second);
      assert(found != entries_.end() && bytes_ >= found->second->bytes);
      bytes_ -= found->second->bytes;
      entries_.erase(found);
      by_time_.erase(last);
    }
  }

  std::mutex mutex_;
  std::size_t most_bytes_;
  std::uint32_t threads_;
  std::optional<Schedule> schedule_;
  std::size_t bytes_ = 0;
  std::unordered_map<std::uint32_t, std::shared_ptr<Entry>> entries_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> by_time_;  // when it is wanted, key
};

}  // namespace quixo::verify
