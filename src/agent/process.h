// SPDX-License-Identifier: MIT
//
// A program that somebody else wrote, started by the shell and spoken to through its standard input and
// output. It may hang, flood its output, start programs of its own or refuse to end; none of that may hold up
// or outlive this one.
//
// So a guardian stands between the two, a process that does nothing but wait:
//
//   this program  ->  guardian  ->  /bin/sh -c COMMAND, in a process group of its own
//
// The guardian waits for the command to end, or for a pipe to be closed that only this program holds open:
// the system closes it however this program ends, by SIGKILL too. Either way the guardian kills all that is
// left of the group and ends like the command did.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace quixo::agent {

using Clock = std::chrono::steady_clock;

/// One end of a pipe, closed with it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  void close();

 private:
  int number_ = -1;
};

class Process {
 public:
  /// Starts it, on the calling thread. Throws Error when the system has no more processes or pipes; that
  /// there is no such command shows in how it ends.
  explicit Process(const std::string& command);
  /// Kills what is left of it.
  ~Process() { end({}); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Whether all of it was taken by the deadline.
  bool write(std::string_view text, Clock::time_point deadline) const;

  enum class Read { some, ended, late };
  /// Waits for output and appends what there is, a few kilobytes at the most. Throws Interrupted.
  Read read(std::string& output, Clock::time_point deadline, const std::stop_token& stop) const;

  /// Closes its input, waits as long as said for it to end by itself and then kills it. In words how it
  /// ended: "ended with exit code 1", "died of signal 11"; empty when it had to be killed.
  std::string end(std::chrono::milliseconds time);

 private:
  Descriptor input_;   ///< What it reads.
  Descriptor output_;  ///< What it writes.
  Descriptor life_;    ///< The guardian kills it when this is closed.
  pid_t guardian_ = 0;
};

}  // namespace quixo::agent
