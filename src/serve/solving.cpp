// SPDX-License-Identifier: MIT
#include "serve/solving.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "api/message.h"
#include "base/workers.h"
#include "catalog/catalog.h"
#include "quixo/error.h"

namespace quixo::serve {
namespace {

solve::Options options_for(const std::filesystem::path& tables, const Rules& rules, Metric metric) {
  solve::Options options;
  options.threads = all_threads();
  options.metric = metric;
  options.directory = table_directory(tables, rules, metric);
  return options;
}

}  // namespace

void Solving::start(const Rules& rules, Metric metric) {
  const std::optional<std::string> obstacle = why_not(rules, metric);
  const double seconds = needs(rules, metric).seconds;
  const std::lock_guard lock(mutex_);
  if (closed_) throw Refusal{503, "the server is stopping"};
  if (running_ && running_->rules == rules && running_->metric == metric) return;
  if (running_)
    throw Refusal{409, fmt::format("a table of {} with {}s is being made: stop it or wait, one at a time",
                                   to_string(running_->rules), metric_name(running_->metric))};
  if (obstacle) throw Refusal{507, *obstacle};
  Running next{runs_ + 1, rules, metric, {"start", 0, 0, rules.cells()}, Pace(seconds)};
  // The thread of an earlier solve has done its work: this waits for no more than its last breath.
  thread_ = std::jthread(
      [this, options = options_for(tables_, rules, metric), rules](const std::stop_token& stop) mutable {
        options.stop = stop;
        run(Geometry(rules), std::move(options));
      });
  // Only now that there is a thread, which may have failed; it waits for the mutex before it looks.
  running_ = std::move(next);
  ++runs_;
  failures_.erase(to_string(rules));
}

void Solving::stop(const Rules& rules) {
  std::unique_lock lock(mutex_);
  if (!running_ || running_->rules != rules) return;
  const std::uint64_t number = running_->number;
  thread_.request_stop();
  ended_.wait(lock, [&] { return !running_ || running_->number != number; });
}

void Solving::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  thread_.request_stop();
}

void Solving::run(const Geometry& geometry, solve::Options options) {
  options.progress = [&](const Progress& progress) {
    const std::lock_guard lock(mutex_);
    assert(running_ && running_->rules == geometry.rules());
    running_->progress = progress;
    running_->pace.see(progress.share);
  };
  std::string failure;
  try {
    solve::solve(geometry, options);
  } catch (const Interrupted&) {  // somebody wanted it
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const std::lock_guard lock(mutex_);
  running_.reset();
  if (!failure.empty()) failures_[to_string(geometry.rules())] = {options.metric, failure};
  ended_.notify_all();
}

std::optional<Making> Solving::making(const Rules& rules) const {
  const std::lock_guard lock(mutex_);
  if (!running_ || running_->rules != rules) return std::nullopt;
  return Making{running_->metric, running_->progress, running_->pace.seconds_left()};
}

std::optional<Failure> Solving::failure(const Rules& rules) const {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(to_string(rules));
  return found == failures_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Metric> Solving::unfinished(const Rules& rules) const {
  if (tables_.empty()) return std::nullopt;
  std::error_code ignored;  // what cannot be read is not there
  for (const Metric metric : {Metric::distance, Metric::outcome})
    if (std::filesystem::is_directory(table_directory(tables_, rules, metric), ignored) &&
        !find_table(tables_, rules, metric))
      return metric;
  return std::nullopt;
}

solve::Needs Solving::needs(const Rules& rules, Metric metric) {
  const auto name = std::pair(to_string(rules), metric);
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = needs_.find(name); known != needs_.end()) return known->second;
  }
  const solve::Needs needs = solve::needs(Geometry(rules), options_for(tables_, rules, metric));
  const std::lock_guard lock(mutex_);
  return needs_[name] = needs;
}

std::optional<std::string> Solving::why_not(const Rules& rules, Metric metric) {
  if (tables_.empty()) return "there is no place for tables on this server";
  try {
    check_needs_(needs(rules, metric), table_directory(tables_, rules, metric));
    return std::nullopt;
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace quixo::serve
