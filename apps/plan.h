// SPDX-License-Identifier: MIT
//
// quixo solve --plan: what each layer of a solve would take of each process, on a machine or a cluster that
// need not be there.
#pragma once

#include <cstdint>
#include <optional>

#include "game/geometry.h"
#include "solve/needs.h"

namespace quixo::apps {

struct PlanOptions {
  solve::Options how;
  int processes = 1;
  solve::Network network;
  std::optional<std::uint64_t> memory;  ///< Of each process.
  bool json = false;
};

/// Throws Error, when it is printed, if a process has too little memory for it.
void print_plan(const Geometry& geometry, const PlanOptions& options);

}  // namespace quixo::apps
