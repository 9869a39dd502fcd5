// SPDX-License-Identifier: MIT
//
// Some positions that match a filter, at random. There are two ways: a fair sample of all matches, which
// walks through the whole table, and a quick pick, which looks at random boards. Positions come with X to
// move and no two are symmetric; a sample gives those that are stored, a pick any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/job.h"
#include "quixo/table.h"
#include "study/filter.h"

namespace quixo::study {

/// `count` matches, or all when there are not as many, each as likely as any other. Walks through the table
/// once; the same seed gives the same positions in the same order for any number of threads.
std::vector<Position> sample(const Table& table, const Filter& filter, std::size_t count, std::uint64_t seed,
                             const Job& job);

/// Looks at up to `tries` random positions with the wanted numbers of cubes, all as likely, and returns those
/// that match, at most `count`: quick when matches are not rare, and perhaps empty when they are. The filter
/// may not ask whether they are reachable. It works in the calling thread.
std::vector<Position> pick(const Table& table, const Filter& filter, std::size_t count, std::uint64_t seed,
                           std::size_t tries, const Job& job = {});

}  // namespace quixo::study
