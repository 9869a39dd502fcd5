// SPDX-License-Identifier: MIT
//
// Makes tables in the background, one at a time, tells how far it is, and stops when it is told to. What is
// done stays on disk, and the next start goes on with it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "api/boards.h"
#include "base/pace.h"
#include "quixo/rules.h"
#include "quixo/value.h"
#include "serve/names.h"
#include "solve/needs.h"
#include "solve/solver.h"

namespace quixo::serve {

/// Throws Error when a table that needs so much does not fit into this directory or this machine.
using CheckNeeds = std::function<void(const solve::Needs&, const std::filesystem::path&)>;

class Solving {
 public:
  /// Tables go to directories of their own under `tables`, where quixo solve has them too.
  Solving(std::filesystem::path tables, CheckNeeds check_needs)
      : tables_(std::move(tables)), check_needs_(std::move(check_needs)) {}

  /// Starts, unless that table is being made already. Throws Refusal when another one is, or when it does not
  /// fit. What an earlier start has finished is kept.
  void start(const Rules& rules, Metric metric);

  /// Stops making a table of these rules, if that is what is being done, and waits for its end; not for that
  /// of another one, which somebody may start at once.
  void stop(const Rules& rules);

  /// Stops what is being made, without waiting, and refuses every start from now on.
  void close();

  /// The table that is being made now.
  std::optional<Making> making(const Rules& rules) const;
  /// Of the last attempt.
  std::optional<Failure> failure(const Rules& rules) const;

  /// The table that somebody has begun to make, now or before the server was started, and not finished: of
  /// distances before one of outcomes.
  std::optional<Metric> unfinished(const Rules& rules) const;

  /// What a table of these rules needs. Takes a moment when they are asked for the first time.
  solve::Needs needs(const Rules& rules, Metric metric);
  /// Why there is no room for it at this time, in one line. Nothing when there is.
  std::optional<std::string> why_not(const Rules& rules, Metric metric);

 private:
  struct Running {
    std::uint64_t number = 0;  ///< No two runs have the same.
    Rules rules;
    Metric metric = Metric::distance;
    Progress progress;
    Pace pace;
  };

  void run(const Geometry& geometry, solve::Options options);

  std::filesystem::path tables_;
  CheckNeeds check_needs_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  std::optional<Running> running_;
  std::uint64_t runs_ = 0;  ///< That were started.
  bool closed_ = false;
  std::map<std::string, Failure> failures_;  ///< By the name of the rules.
  std::map<std::pair<std::string, Metric>, solve::Needs> needs_;
  std::jthread thread_;  ///< Its end stops the solve.
};

}  // namespace quixo::serve
