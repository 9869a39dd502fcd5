// SPDX-License-Identifier: MIT
//
// The processes that this one was started with, by mpirun or the scheduler of a cluster, and works together
// with. Which of the two sources implements this depends on whether the program is built with MPI.
#pragma once

#include <exception>
#include <memory>

#include "base/launcher.h"
#include "base/peers.h"

namespace quixo::apps {

class Team {
 public:
  /// Throws Error when there are others, and this program cannot speak with them.
  Team();

  Peers& peers() { return *peers_; }
  /// How many of the processes are on this machine.
  int on_this_machine() const { return on_this_machine_; }
  /// How many threads each should have to use the machine.
  int threads() const;

  /// Does what each of them does alone before the work that they do together, such as looking at its
  /// arguments. When it fails at some, one of these says so, and all end.
  template <class Prepare>
  void prepare(const Prepare& prepare) {
    std::exception_ptr failure;
    try {
      prepare();
    } catch (...) {
      failure = std::current_exception();
    }
    const auto self = static_cast<std::uint64_t>(peers_->self());
    const auto size = static_cast<std::uint64_t>(peers_->size());
    const std::uint64_t speaker = peers_->least(failure ? self : size);
    if (speaker == size) return;
    if (speaker != self) leave();
    speaks_for_all() = true;
    std::rethrow_exception(failure);
  }

  /// Whether this process is the one of them that says what is wrong with its arguments: the first, unless
  /// another was found to.
  static bool says_what_is_wrong() { return launched_rank() == 0 || speaks_for_all(); }

  /// Does the work. When it fails at one, that one says so and all are ended: the others would wait for it.
  template <class Work>
  auto work(const Work& work) {
    if (peers_->is_alone()) return work();
    try {
      return work();
    } catch (const std::exception& failure) {
      end_all(failure);
    }
  }

 private:
  static bool& speaks_for_all() {
    static bool speaks = false;
    return speaks;
  }
  [[noreturn]] void end_all(const std::exception& failure);
  /// Ends this process, which has nothing to say.
  [[noreturn]] void leave();

  std::unique_ptr<Peers> peers_;
  int on_this_machine_ = 1;
};

}  // namespace quixo::apps
