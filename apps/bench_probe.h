// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "quixo/rules.h"

namespace quixo::apps {

struct ProbeTimes {
  double median = 0;  ///< Seconds.
  double most = 0;    ///< What 99 of 100 do not exceed.
  double slowest = 0;
};

struct ProbeBench {
  std::size_t positions = 0;
  ProbeTimes cold;
  ProbeTimes warm;
};

ProbeBench bench_probe(const std::filesystem::path& tables, const Rules& rules);
std::string as_text(const Rules& rules, const ProbeBench& bench);

}  // namespace quixo::apps
