// SPDX-License-Identifier: MIT
#include "solve/guests.h"

#include <algorithm>

#include "solve/lists.h"

namespace quixo::solve {

Guests::Guests(const Partition& partition, const LayerShape& shape, Peers& peers, std::size_t most_bytes)
    : partition_(partition), shape_(shape), peers_(peers), most_bytes_(most_bytes) {
  if (!peers.is_alone()) place_of_.assign(shape.bitmaps, nowhere);
}

void Guests::open(std::vector<const OwnPlane*> planes) {
  for (const std::uint32_t guest : guest_at_) place_of_[guest] = nowhere;
  guest_at_.clear();
  last_fetch_.clear();
  next_ = 0;
  if (planes.size() != planes_.size()) memory_.clear();
  planes_ = std::move(planes);
  constexpr std::size_t segment_bytes = 16 << 20;
  const std::size_t place_bytes = planes_.size() * shape_.bitmap_words() * sizeof(Word);
  per_segment_ = std::max<std::size_t>(segment_bytes / place_bytes, 1);
  most_places_ = std::max<std::size_t>(most_bytes_ / place_bytes, 1);
}

std::size_t Guests::find_place() {
  // Places are taken in turn: that of the copy which has been there longest, unless it is still read.
  if (guest_at_.size() >= most_places_)
    for (std::size_t tries = 0; tries < guest_at_.size(); ++tries) {
      const std::size_t place = next_;
      next_ = (next_ + 1) % guest_at_.size();
      if (last_fetch_[place] + 1 >= fetches_) continue;
      place_of_[guest_at_[place]] = nowhere;
      return place;
    }
  guest_at_.push_back(nowhere);
  last_fetch_.push_back(0);
  if (guest_at_.size() > memory_.size() * per_segment_)
    memory_.emplace_back(per_segment_ * planes_.size(), shape_.layer);
  return guest_at_.size() - 1;
}

void Guests::fetch(std::vector<std::uint32_t> wanted) {
  ++fetches_;
  const BitmapRange own = partition_.range(peers_.self());
  sort_unique(wanted);
  std::erase_if(wanted, [&](std::uint32_t bitmap) { return own.holds(bitmap); });
  for (const std::uint32_t bitmap : wanted)
    if (place_of_[bitmap] != nowhere) last_fetch_[place_of_[bitmap]] = fetches_;
  std::erase_if(wanted, [&](std::uint32_t bitmap) { return place_of_[bitmap] != nowhere; });

  const auto peers = static_cast<std::size_t>(peers_.size());
  std::vector<Message> messages(peers);
  for (const std::uint32_t bitmap : wanted) {
    const std::size_t place = find_place();
    place_of_[bitmap] = static_cast<std::uint32_t>(place);
    guest_at_[place] = bitmap;
    last_fetch_[place] = fetches_;
    append(messages[static_cast<std::size_t>(partition_.owner(bitmap))], bitmap);
  }
  const std::size_t words = shape_.bitmap_words();
  messages = peers_.exchange(std::move(messages));
  for (Message& message : messages) {
    std::vector<std::uint32_t> bitmaps(message.size() / sizeof(std::uint32_t));
    MessageReader(message).take(std::span(bitmaps));
    message.clear();
    message.reserve(bitmaps.size() * planes_.size() * words * sizeof(Word));
    for (const std::uint32_t bitmap : bitmaps)
      for (const OwnPlane* plane : planes_)
        append(message, std::span<const Word>((*plane)[bitmap].words(), words));
  }
  messages = peers_.exchange(std::move(messages));
  std::vector<MessageReader> answers(messages.begin(), messages.end());
  for (const std::uint32_t bitmap : wanted) {
    MessageReader& answer = answers[static_cast<std::size_t>(partition_.owner(bitmap))];
    for (std::size_t plane = 0; plane < planes_.size(); ++plane)
      answer.take(std::span(at(place_of_[bitmap], plane).words(), words));
  }
}

}  // namespace quixo::solve
