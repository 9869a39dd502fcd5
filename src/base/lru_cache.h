// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace quixo {

/// The items asked for last, in bounded memory, for many threads. An item says how many bytes it takes.
template <class Item>
class LruCache {
 public:
  explicit LruCache(std::size_t bytes) : most_bytes_(bytes) {}

  std::shared_ptr<const Item> find(std::uint64_t key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->item;
  }

  /// Replaces what is there under this key.
  void insert(std::uint64_t key, std::shared_ptr<const Item> item) {
    const std::lock_guard lock(mutex_);
    bytes_ += item->bytes();
    if (const auto found = places_.find(key); found != places_.end()) {
      bytes_ -= found->second->item->bytes();
      entries_.erase(found->second);
    }
    entries_.push_front({key, std::move(item)});
    places_[key] = entries_.begin();
    while (bytes_ > most_bytes_ && entries_.size() > 1) {
      bytes_ -= entries_.back().item->bytes();
      places_.erase(entries_.back().key);
      entries_.pop_back();
    }
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
