// SPDX-License-Identifier: MIT
//
// quixo solve --plan: what each layer of a solve would take of each process, on a machine or a cluster that
// need not be there.
#pragma once

#include "game/geometry.h"
#include "solve/needs.h"

namespace quixo::apps {

struct PlanOptions {
  solve::Options how;
  int processes = 1;
  solve::Network network;
  bool json = false;
};

void print_plan(const Geometry& geometry, const PlanOptions& options);

}  // namespace quixo::apps
