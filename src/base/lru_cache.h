// SPDX-License-Identifier: MIT
//
// A cache that lets go of what was used longest ago (LRU). A table on disk keeps its decompressed blocks in
// one, since questions about a position are followed by questions about its neighbours.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace quixo {

/// Safe from many threads. An item says how many bytes() it takes. The item inserted last is kept even when
/// it is larger than the whole cache.
template <class Item>
class LruCache {
 public:
  explicit LruCache(std::size_t bytes) : most_bytes_(bytes) {}

  /// Null when it is not there.
  std::shared_ptr<const Item> find(std::uint64_t key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->item;
  }

  /// Replaces what is there under this key. Where there is no memory for it, all stays as it is.
  void insert(std::uint64_t key, std::shared_ptr<const Item> item) {
    assert(item != nullptr);
    const std::lock_guard lock(mutex_);
    std::list<Entry> entry;
    entry.push_front({key, std::move(item)});
    const auto [place, is_new] = places_.try_emplace(key);  // from here on nothing is allocated
    if (!is_new) {
      bytes_ -= place->second->item->bytes();
      entries_.erase(place->second);
    }
    bytes_ += entry.front().item->bytes();
    entries_.splice(entries_.begin(), entry);
    place->second = entries_.begin();
    while (bytes_ > most_bytes_ && entries_.size() > 1) {
      bytes_ -= entries_.back().item->bytes();
      places_.erase(entries_.back().key);
      entries_.pop_back();
    }
    assert(entries_.size() == places_.size());
  }

 private:
  struct Entry {
    std::uint64_t key;
    std::shared_ptr<const Item> item;
  };
  std::mutex mutex_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  // the latest first
  std::unordered_map<std::uint64_t, typename std::list<Entry>::iterator> places_;
};

}  // namespace quixo
