// SPDX-License-Identifier: MIT
#include "serve/solving.h"

#include <fmt/format.h>

#include <cassert>

#include "base/workers.h"
#include "catalog/catalog.h"
#include "quixo/error.h"
#include "serve/message.h"

namespace quixo::serve {
namespace {

solve::Options options_for(const std::filesystem::path& tables, const Rules& rules) {
  solve::Options options;
  options.threads = all_threads();
  options.directory = table_directory(tables, rules, Metric::distance);
  return options;
}

}  // namespace

void Solving::start(const Rules& rules) {
  if (tables_.empty()) throw Refusal{507, "there is no place for tables on this server"};
  solve::Options options = options_for(tables_, rules);
  const solve::Needs needed = needs(rules);
  const std::lock_guard lock(mutex_);
  if (running_ && running_->rules == rules) return;
  if (running_)
    throw Refusal{409,
                  fmt::format("{} is being solved: wait for it, one at a time", to_string(running_->rules))};
  try {
    check_needs_(needed, *options.directory);
  } catch (const Error& error) {
    throw Refusal{507, error.what()};
  }
  running_ = Running{rules, {"start", 0, 0, rules.cells()}};
  failures_.erase(to_string(rules));
  // The thread of an earlier solve has done its work: this waits for no more than its last breath.
  thread_ = std::jthread([this, rules, options](const std::stop_token& stop) mutable {
    options.stop = stop;
    run(Geometry(rules), options);
  });
}

void Solving::run(const Geometry& geometry, solve::Options options) {
  options.progress = [&](const Progress& progress) {
    const std::lock_guard lock(mutex_);
    assert(running_ && running_->rules == geometry.rules());
    running_->progress = progress;
  };
  std::string failure;
  try {
    solve::solve(geometry, options);
  } catch (const Interrupted&) {
    failure = "stopped: start it again to go on";
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const std::lock_guard lock(mutex_);
  running_.reset();
  if (!failure.empty()) failures_[to_string(geometry.rules())] = failure;
}

std::optional<Progress> Solving::progress(const Rules& rules) const {
  const std::lock_guard lock(mutex_);
  return running_ && running_->rules == rules ? std::optional(running_->progress) : std::nullopt;
}

std::optional<std::string> Solving::failure(const Rules& rules) const {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(to_string(rules));
  return found == failures_.end() ? std::nullopt : std::optional(found->second);
}

solve::Needs Solving::needs(const Rules& rules) {
  const std::string name = to_string(rules);
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = needs_.find(name); known != needs_.end()) return known->second;
  }
  const solve::Needs needs = solve::needs(Geometry(rules), options_for(tables_, rules));
  const std::lock_guard lock(mutex_);
  return needs_[name] = needs;
}

}  // namespace quixo::serve
