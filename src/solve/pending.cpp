// SPDX-License-Identifier: MIT
#include "solve/pending.h"

#include "solve/finished_bitmaps.h"

namespace quixo::solve {
namespace {

/// Calls visit(bitmap, worker, win, loss) with what is won and lost in each bitmap and not over.
template <class Visit>
void for_each_pending(const Layout& layout, int layer, BitmapRange bitmaps, const OutcomePlanes& outcomes,
                      Workers& workers, const Visit& visit) {
  const std::vector<Cells>& occupancies = layout.occupancies(layer);
  PerWorker<FinishedBitmaps> finished_of(workers.size(), [&] { return FinishedBitmaps(layer); });
  workers.run(bitmaps.size(), [&](std::size_t number, int worker) {
    const std::size_t bitmap = bitmaps.begin + number;
    FinishedBitmaps& finished = finished_of[worker];
    finished.fill(layout, occupancies[bitmap]);
    Word* win = finished.win.words();
    Word* loss = finished.loss.words();
    for (std::size_t i = 0; i < cube::words_of(layer); ++i) {
      win[i] = ~(outcomes.not_win[bitmap].words()[i] | win[i]) & cube::valid_bits(layer);
      loss[i] = outcomes.loss[bitmap].words()[i] & ~loss[i];
    }
    visit(bitmap, worker, finished.win, finished.loss);
  });
}

}  // namespace

CountedPlane<OwnIndex> find_pending_wins(const Layout& layout, int layer, BitmapRange bitmaps,
                                         const OutcomePlanes& outcomes, Workers& workers) {
  CountedPlane<OwnIndex> pending(bitmaps, layer);
  for_each_pending(layout, layer, bitmaps, outcomes, workers,
                   [&](std::size_t bitmap, int, OwnBitmap win, OwnBitmap) { pending.assign(bitmap, win); });
  return pending;
}

Pending find_pending(const Layout& layout, int layer, BitmapRange bitmaps, const OutcomePlanes& outcomes,
                     Workers& workers) {
  Pending pending{{bitmaps, layer}, {bitmaps, layer}};
  PerWorker<OpponentPlane> flipped_of(workers.size(), [&] { return OpponentPlane(1, layer); });
  for_each_pending(layout, layer, bitmaps, outcomes, workers,
                   [&](std::size_t bitmap, int worker, OwnBitmap win, OwnBitmap loss) {
                     const OpponentBitmap losses = flipped_of[worker][0];
                     flip(loss, losses, layer);
                     pending.wins.assign(bitmap, win);
                     pending.losses.assign(bitmap, losses);
                   });
  return pending;
}

}  // namespace quixo::solve
