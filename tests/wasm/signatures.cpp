// SPDX-License-Identifier: MIT
//
// Solves the boards that its arguments name, in one thread, and prints their signatures: of outcomes, then of
// distances. It is built for this machine and for WebAssembly, and both must print the same.
#include <cinttypes>
#include <cstdio>
#include <exception>

#include "game/geometry.h"
#include "quixo/rules.h"
#include "solve/solver.h"

int main(int count, char** arguments) {
  try {
    for (int i = 1; i < count; ++i) {
      const quixo::Geometry geometry(quixo::parse_rules(arguments[i]));
      std::printf("%s", arguments[i]);
      for (const quixo::Metric metric : {quixo::Metric::outcome, quixo::Metric::distance}) {
        quixo::solve::Options options;
        options.metric = metric;
        std::printf(" %016" PRIx64, quixo::solve::solve_layers(geometry, options, nullptr).signature);
      }
      std::printf("\n");
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
