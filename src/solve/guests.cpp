// SPDX-License-Identifier: MIT
#include "solve/guests.h"

#include <algorithm>

#include "solve/lists.h"

namespace quixo::solve {

Guests::Guests(const Sharing& sharing, const LayerShape& shape, std::size_t most_bytes,
               std::size_t segment_bytes)
    : sharing_(sharing),
      partition_(sharing.partition(shape.layer)),
      shape_(shape),
      peers_(sharing.peers()),
      most_bytes_(most_bytes),
      per_segment_(std::max<std::size_t>(segment_bytes / (shape.bitmap_words() * sizeof(Word)), 1)) {
  if (!peers_.is_alone()) place_of_.assign(shape.bitmaps, nowhere);
}

Guests::~Guests() {
  for (OwnPlane& segment : memory_) sharing_.spare_memory().push_back(segment.release());
}

void Guests::open(std::vector<const OwnPlane*> planes) {
  for (const std::uint32_t guest : guest_at_) place_of_[guest] = nowhere;
  guest_at_.clear();
  last_fetch_.clear();
  next_ = 0;
  planes_ = std::move(planes);
  // Room for the segments of all bitmaps: others read some while fetch() adds more, so none may move.
  if (!peers_.is_alone()) memory_.reserve((shape_.bitmaps * planes_.size()) / per_segment_ + 1);
  const std::size_t place_bytes = planes_.size() * shape_.bitmap_words() * sizeof(Word);
  most_places_ = std::max<std::size_t>(most_bytes_ / place_bytes, 1);
}

std::size_t Guests::find_place() {
  // Places are taken in turn: that of the copy which has been there longest, unless it is still read. One
  // that is read now is read until the next fetch, so each is looked at once.
  if (guest_at_.size() >= most_places_)
    for (; looked_at_ < guest_at_.size(); ++looked_at_) {
      const std::size_t place = next_;
      next_ = (next_ + 1) % guest_at_.size();
      if (last_fetch_[place] + 1 >= fetches_) continue;
      place_of_[guest_at_[place]] = nowhere;
      return place;
    }
  guest_at_.push_back(nowhere);
  last_fetch_.push_back(0);
  while (guest_at_.size() * planes_.size() > memory_.size() * per_segment_) {
    assert(memory_.size() < memory_.capacity());
    memory_.push_back(new_segment());
  }
  return guest_at_.size() - 1;
}

OwnPlane Guests::new_segment() {
  std::vector<Plane>& spare = sharing_.spare_memory();
  if (spare.empty()) return {per_segment_, shape_.layer};
  Plane old = std::move(spare.back());
  spare.pop_back();
  return OwnPlane(Plane::reuse(std::move(old), per_segment_, shape_.layer));
}

void Guests::fetch(std::vector<std::uint32_t> wanted) {
  ++fetches_;
  looked_at_ = 0;
  const BitmapRange own = partition_.range(peers_.self());
  sort_unique(wanted);
  std::erase_if(wanted, [&](std::uint32_t bitmap) { return own.holds(bitmap); });
  for (const std::uint32_t bitmap : wanted)
    if (place_of_[bitmap] != nowhere) last_fetch_[place_of_[bitmap]] = fetches_;
  std::erase_if(wanted, [&](std::uint32_t bitmap) { return place_of_[bitmap] != nowhere; });

  const auto peers = static_cast<std::size_t>(peers_.size());
  std::vector<Message> requests(peers);
  BlocksOfEach<void*> copies(peers);
  for (const std::uint32_t bitmap : wanted) {
    const std::size_t place = find_place();
    place_of_[bitmap] = static_cast<std::uint32_t>(place);
    guest_at_[place] = bitmap;
    last_fetch_[place] = fetches_;
    const auto owner = static_cast<std::size_t>(partition_.owner(bitmap));
    append(requests[owner], bitmap);
    for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
      const std::size_t slot = slot_of(place, plane);
      copies[owner].push_back(memory_[slot / per_segment_][slot % per_segment_].words());
    }
  }
  requests = peers_.exchange(std::move(requests));
  BlocksOfEach<const void*> originals(peers);
  for (std::size_t peer = 0; peer < peers; ++peer)
    for (MessageReader request(requests[peer]); !request.at_end();) {
      const auto bitmap = request.take<std::uint32_t>();
      for (const OwnPlane* plane : planes_) originals[peer].push_back((*plane)[bitmap].words());
    }
  peers_.exchange_blocks(shape_.bitmap_words() * sizeof(Word), originals, copies);
}

}  // namespace quixo::solve
