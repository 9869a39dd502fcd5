// SPDX-License-Identifier: MIT
//
// Makes tables in the background, one at a time, and tells how far it is.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "quixo/rules.h"
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
  void start(const Rules& rules);

  /// Of the table that is being made now.
  std::optional<Progress> progress(const Rules& rules) const;
  bool is_solving(const Rules& rules) const { return progress(rules).has_value(); }
  /// Why the last attempt failed.
  std::optional<std::string> failure(const Rules& rules) const;

  /// What a table of these rules needs. Takes a moment when they are asked for the first time.
  solve::Needs needs(const Rules& rules);

 private:
  struct Running {
    Rules rules;
    Progress progress;
  };

  void run(const Geometry& geometry, solve::Options options);

  std::filesystem::path tables_;
  CheckNeeds check_needs_;
  mutable std::mutex mutex_;
  std::optional<Running> running_;
  // By the name of the rules.
  std::map<std::string, std::string> failures_;
  std::map<std::string, solve::Needs> needs_;
  std::jthread thread_;  ///< Its end stops the solve.
};

}  // namespace quixo::serve
