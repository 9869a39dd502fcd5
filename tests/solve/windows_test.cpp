// SPDX-License-Identifier: MIT
//
// What peers say to each other in the sparse phases is the same in one exchange and in many small ones.
#include "solve/windows.h"

#include <gtest/gtest.h>

#include <map>

#include "game/notation.h"
#include "solve/audience.h"
#include "solve/planned_moves.h"
#include "solve/questions.h"
#include "tests/base/thread_peers.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

constexpr int of_layer = 9;
constexpr int workers_of_each = 2;

std::uint32_t mixed(std::uint32_t a, std::uint32_t b = 0) {
  const std::uint32_t x = (a * 2654435761U) ^ (b * 2246822519U + 374761393U);
  return (x ^ x >> 15) * 2246822519U >> 8;
}

class Windows : public testing::TestWithParam<std::size_t> {
 protected:
  const Geometry geometry_{parse_rules("4x4")};
  const Layout layout_{geometry_};
  const LayerShape shape_ = layout_.shape(of_layer);
};

/// The news of a bitmap: none, some or many.
std::vector<OwnIndex> news_of(std::size_t bitmap) {
  std::vector<OwnIndex> news;
  const std::uint32_t kind = mixed(static_cast<std::uint32_t>(bitmap)) % 8;
  for (std::uint32_t i = 0; i < (kind == 7 ? most_listed(of_layer) + 1 : kind); ++i)
    news.push_back(OwnIndex{i});
  return news;
}

TEST_P(Windows, AllNewsAreToldToWhoWantsThem) {
  for (const int count : {2, 3})
    run_peers(count, [&](Peers& peers) {
      const Sharing sharing(layout_, peers);
      const BitmapRange own = sharing.range(of_layer);
      std::vector<std::uint32_t> children;
      for (std::uint32_t bitmap = 0; bitmap < shape_.bitmaps; ++bitmap)
        if (mixed(bitmap, 1) % 3 != 0 && !own.holds(bitmap)) children.push_back(bitmap);
      const Audience audience(sharing.partition(of_layer), peers, children, GetParam());
      for (const bool quiet : {false, true, false}) {
        StateLists news(layout_, of_layer, workers_of_each);
        for (std::size_t bitmap = own.begin; bitmap < own.end && !quiet; ++bitmap)
          news.add(bitmap, static_cast<int>(bitmap % workers_of_each), news_of(bitmap));
        audience.share(news);
        for (const std::uint32_t bitmap : children) {
          const std::vector<OwnIndex> told = quiet ? std::vector<OwnIndex>() : news_of(bitmap);
          ASSERT_EQ(news.any(bitmap), !told.empty());
          ASSERT_EQ(news.many(bitmap), told.size() > most_listed(of_layer));
          if (told.empty() || news.many(bitmap)) continue;
          ASSERT_EQ(news.list(bitmap).size(), told.size());
          for (std::size_t i = 0; i < told.size(); ++i)
            ASSERT_EQ(news.list(bitmap)[i], scatter(layout_.occupancies(of_layer)[bitmap], bit_of(told[i])));
        }
      }
    });
}

TEST_P(Windows, AllQuestionsAreAnswered) {
  const auto is_set = [](std::size_t bitmap, OwnIndex index) {
    return mixed(static_cast<std::uint32_t>(bitmap), bit_of(index)) % 16 == 0;
  };
  for (const int count : {2, 3})
    run_peers(count, [&](Peers& peers) {
      const Sharing sharing(layout_, peers);
      const BitmapRange own = sharing.range(of_layer);
      Workers workers(workers_of_each, {});
      const LayerMoves moves(layout_, of_layer, own, workers);
      const Partition& partition = sharing.partition(of_layer);
      Questions questions({&partition}, peers, workers_of_each, GetParam());
      ParentScratch scratch(of_layer);
      for (int time = 0; time < 2; ++time) {
        std::map<std::size_t, std::vector<std::uint32_t>> expected;
        for (std::size_t bitmap = own.begin; bitmap < own.end; bitmap += 1 + bitmap % 3) {
          const PlannedMoves own_moves = moves[bitmap].own_moves();
          Parents parents(layout_, of_layer, layout_.occupancies(of_layer)[bitmap], own_moves, scratch);
          std::vector<OpponentIndex> candidates;
          for (std::uint32_t bit = 0; bit < 6; ++bit) candidates.push_back(OpponentIndex{80 * bit});
          for (const OpponentIndex candidate : candidates) {
            bool dropped = false;
            for (std::size_t move = 0; move < own_moves.size(); ++move)
              if (const std::uint32_t to = own_moves.edge(move).child; !own.holds(to))
                if (const auto child = parents.child(move, candidate)) dropped |= is_set(to, *child);
            if (!dropped) expected[bitmap].push_back(bit_of(candidate));
          }
          questions.ask(static_cast<int>(bitmap % workers_of_each), bitmap, candidates, own_moves, parents,
                        [&](std::size_t move) {
                          return own.holds(own_moves.edge(move).child) ? std::nullopt
                                                                       : std::optional<std::size_t>(0);
                        });
        }
        std::map<std::size_t, std::vector<std::uint32_t>> kept;
        std::mutex mutex;
        questions.answer(
            workers, [&](std::size_t, std::size_t bitmap, OwnIndex index) { return is_set(bitmap, index); },
            [&](int, std::size_t bitmap, const std::vector<OpponentIndex>& list) {
              const std::lock_guard lock(mutex);
              for (const OpponentIndex index : list) kept[bitmap].push_back(bit_of(index));
            });
        ASSERT_TRUE(kept == expected);
        EXPECT_GT(kept.size(), 10U);
      }
    });
}

// Some questions, many, and more than there are.
INSTANTIATE_TEST_SUITE_P(Bytes, Windows, testing::Values(400, 10'000, std::size_t{16} << 20));

TEST(WindowsOfMany, AreBounded) {
  for (const int peers : {2, 64, 512, 4096})
    EXPECT_LE(window_for_each(peers) * static_cast<std::size_t>(peers), std::size_t{128} << 20);
}

}  // namespace
}  // namespace quixo::solve
