// SPDX-License-Identifier: MIT
//
// What is known of boards where requests are answered: which have a table, which is being made, what it takes
// to make one. The server looks on disk and makes tables in the background (serve/server_boards.h); a program
// without either has those that it was given (answers.cpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/message.h"
#include "base/job.h"
#include "catalog/catalog.h"
#include "quixo/rules.h"
#include "quixo/value.h"
#include "solve/needs.h"

namespace quixo::api {

/// A table that is being made.
struct Making {
  Metric metric = Metric::distance;
  Progress progress;
  std::optional<double> seconds_left;
};

/// The last attempt to make one.
struct Failure {
  Metric metric = Metric::distance;
  std::string why;
};

/// Safe from many threads.
class Boards {
 public:
  virtual ~Boards() = default;

  /// The table that requests about these rules are answered from; nothing when there is none.
  virtual std::optional<BestTable> find(const Rules& rules) const = 0;
  /// The rules that have a table.
  virtual std::vector<Rules> with_table() const = 0;

  virtual std::optional<Making> making(const Rules& rules) const = 0;
  virtual std::optional<Failure> failure(const Rules& rules) const = 0;
  /// The table that somebody has begun to make, now or earlier, and not finished.
  virtual std::optional<Metric> unfinished(const Rules& rules) const = 0;

  /// What a table of these rules needs. May take a moment when they are asked for the first time.
  virtual solve::Needs needs(const Rules& rules, Metric metric) const = 0;
  /// Why it cannot be made at this time, in one line. Nothing when it can.
  virtual std::optional<std::string> why_not(const Rules& rules, Metric metric) const = 0;

  /// Why this client cannot have tables made, in one line. Nothing when it can.
  virtual std::optional<std::string> why_not(const Request& request) const = 0;
  /// Nobody can.
  virtual bool is_read_only() const = 0;
};

}  // namespace quixo::api
