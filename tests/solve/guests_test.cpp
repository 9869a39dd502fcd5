// SPDX-License-Identifier: MIT
#include "solve/guests.h"

#include <gtest/gtest.h>

#include <random>
#include <stop_token>
#include <thread>

#include "game/notation.h"
#include "tests/base/thread_peers.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

constexpr int of_layer = 9;
constexpr std::size_t bitmap_bytes = (std::size_t{1} << of_layer) / 8;

/// What is in the first word of a bitmap of one of two planes.
Word mark(std::size_t plane, std::size_t bitmap) { return (Word{bitmap} << 8) + plane; }

/// Two planes of the layer, of this peer's range, each bitmap marked.
std::vector<OwnPlane> marked_planes(BitmapRange range) {
  std::vector<OwnPlane> planes;
  for (std::size_t plane = 0; plane < 2; ++plane) {
    planes.emplace_back(range, of_layer);
    for (std::size_t bitmap = range.begin; bitmap < range.end; ++bitmap)
      *planes.back()[bitmap].words() = mark(plane, bitmap);
  }
  return planes;
}

class GuestsOf4x4 : public testing::Test {
 protected:
  /// Runs with(sharing, planes) for each of so many peers.
  template <class With>
  void run(int count, const With& with) const {
    run_peers(count, [&](Peers& peers) {
      const Sharing sharing(layout_, peers);
      with(sharing, marked_planes(sharing.range(of_layer)));
    });
  }

  /// Some bitmaps that others have, about one of so many.
  std::vector<std::uint32_t> some_of_others(const Sharing& sharing, unsigned one_of,
                                            std::mt19937& random) const {
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t bitmap = 0; bitmap < shape_.bitmaps; ++bitmap)
      if (!sharing.range(of_layer).holds(bitmap) && random() % one_of == 0) wanted.push_back(bitmap);
    return wanted;
  }

  static void expect_marked(const Guests& guests, const std::vector<std::uint32_t>& bitmaps,
                            std::size_t planes) {
    for (const std::uint32_t bitmap : bitmaps)
      for (std::size_t plane = 0; plane < planes; ++plane)
        ASSERT_EQ(*guests.copy(plane, bitmap).words(), mark(plane, bitmap));
  }

  const Geometry geometry_{parse_rules("4x4")};
  const Layout layout_{geometry_};
  const LayerShape shape_ = layout_.shape(of_layer);
};

// Whether there is room for few copies or for all, and in segments of one place or of many.
TEST_F(GuestsOf4x4, AreThereForThisFetchAndTheNext) {
  for (const std::size_t room : std::initializer_list<std::size_t>{1, 40, 100'000})
    for (const std::size_t segment : std::initializer_list<std::size_t>{1, 7, 1000})
      run(3, [&](const Sharing& sharing, const std::vector<OwnPlane>& planes) {
        Guests guests(sharing, shape_, room * bitmap_bytes, segment * bitmap_bytes);
        std::mt19937 random(static_cast<unsigned>(sharing.peers().self()));
        for (const std::size_t count : std::initializer_list<std::size_t>{2, 1}) {
          std::vector<const OwnPlane*> open{&planes[0]};
          if (count == 2) open.push_back(&planes[1]);
          guests.open(open);
          std::vector<std::uint32_t> before;
          for (const unsigned one_of : {20U, 2U, 2U, 50U, 1U, 3U}) {
            const std::vector<std::uint32_t> wanted = some_of_others(sharing, one_of, random);
            guests.fetch(wanted);
            expect_marked(guests, wanted, count);
            expect_marked(guests, before, count);
            before = wanted;
          }
        }
      });
}

/// Counts the blocks that come to a peer.
class CountingPeers final : public Peers {
 public:
  explicit CountingPeers(Peers& peers) : peers_(peers) {}

  int size() const override { return peers_.size(); }
  int self() const override { return peers_.self(); }
  std::vector<Message> exchange(std::vector<Message> to_each) override {
    return peers_.exchange(std::move(to_each));
  }
  void exchange_blocks(std::size_t bytes, const BlocksOfEach<const void*>& to_each,
                       const BlocksOfEach<void*>& from_each) override {
    for (const std::vector<void*>& blocks : from_each) blocks_ += blocks.size();
    peers_.exchange_blocks(bytes, to_each, from_each);
  }
  void sum(std::span<std::uint64_t> numbers) override { peers_.sum(numbers); }

  std::size_t blocks() const { return blocks_; }

 private:
  Peers& peers_;
  std::size_t blocks_ = 0;
};

// Of each bitmap one copy of each plane is sent to a peer while the planes are open, as in a sweep.
TEST_F(GuestsOf4x4, WithRoomForAllEachComesOnce) {
  run_peers(3, [&](Peers& peers) {
    CountingPeers counting(peers);
    const Sharing sharing(layout_, counting);
    const std::vector<OwnPlane> planes = marked_planes(sharing.range(of_layer));
    const std::size_t others = shape_.bitmaps - sharing.range(of_layer).size();
    Guests guests(sharing, shape_, 2 * others * bitmap_bytes);
    std::mt19937 random(static_cast<unsigned>(peers.self()));
    for (std::size_t sweep = 1; sweep <= 2; ++sweep) {
      guests.open({&planes[0], &planes[1]});
      for (const unsigned one_of : {3U, 2U, 5U, 1U, 4U, 1U})
        guests.fetch(some_of_others(sharing, one_of, random));
      EXPECT_EQ(counting.blocks(), sweep * 2 * others);
    }
  });
}

// As batches have it: one thread works on what was brought while another brings more, for which memory grows.
TEST_F(GuestsOf4x4, CanBeReadWhileOthersAreBrought) {
  run(2, [&](const Sharing& sharing, const std::vector<OwnPlane>& planes) {
    Guests guests(sharing, shape_, 1, bitmap_bytes);
    std::mt19937 random(static_cast<unsigned>(sharing.peers().self()));
    guests.open({&planes[0], &planes[1]});
    std::vector<std::uint32_t> here = some_of_others(sharing, 8, random);
    guests.fetch(here);
    for (const unsigned one_of : {4U, 2U, 1U, 8U, 1U}) {
      std::jthread reader([&](const std::stop_token& stop) {
        do expect_marked(guests, here, 2);
        while (!stop.stop_requested());
      });
      std::vector<std::uint32_t> next = some_of_others(sharing, one_of, random);
      guests.fetch(next);
      reader.request_stop();
      reader.join();
      here = std::move(next);
    }
  });
}

TEST_F(GuestsOf4x4, WhatChangesIsBroughtAnewWhenItIsOpenedAgain) {
  run(2, [&](const Sharing& sharing, std::vector<OwnPlane> planes) {
    Guests guests(sharing, shape_, shape_.bitmaps * bitmap_bytes);
    std::mt19937 random(1);
    const std::vector<std::uint32_t> wanted = some_of_others(sharing, 2, random);
    guests.open({&planes[0]});
    guests.fetch(wanted);
    sharing.peers().meet();
    const BitmapRange range = sharing.range(of_layer);
    for (std::size_t bitmap = range.begin; bitmap < range.end; ++bitmap)
      *planes[0][bitmap].words() = mark(1, bitmap);
    guests.fetch(wanted);  // they are there
    expect_marked(guests, wanted, 1);
    sharing.peers().meet();
    guests.open({&planes[0]});
    guests.fetch(wanted);
    for (const std::uint32_t bitmap : wanted) ASSERT_EQ(*guests.copy(0, bitmap).words(), mark(1, bitmap));
  });
}

}  // namespace
}  // namespace quixo::solve
