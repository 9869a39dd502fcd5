// SPDX-License-Identifier: MIT
#include "agent/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <thread>

#include "base/file.h"
#include "quixo/error.h"

namespace quixo::agent {
namespace {

constexpr int signalled = 128;  // the guardian's exit code for signal n is this and n, as a shell has it

struct Pipe {
  Descriptor from;  ///< To read from.
  Descriptor to;    ///< To write to.
};

Error cannot_start() { return Error(fmt::format("cannot start a program: {}", reason_of(errno))); }

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw cannot_start();
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void never_block(const Descriptor& end) { fcntl(end.number(), F_SETFL, O_NONBLOCK); }

// The two children of a process that may have other threads: until they end, or become another program, they
// may call nothing that could wait for one of those, as whatever allocates memory does.

/// Becomes the command.
[[noreturn]] void run(const char* command, int input, int output) {
  setpgid(0, 0);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  close_range(STDERR_FILENO + 1, ~0U, 0);
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execl("/bin/sh", "sh", "-c", command, nullptr);
  _exit(127);
}

/// Is the guardian.
[[noreturn]] void guard(const char* command, int input, int output, int life) {
  setpgid(0, 0);  // Ctrl-C is for this program, and shall not end the guardian first
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  std::signal(SIGCHLD, [](int) {});  // one that does nothing still ends a wait
  const pid_t agent = fork();
  if (agent == 0) run(command, input, output);
  if (agent < 0) _exit(126);
  setpgid(agent, agent);  // whoever of the two comes first
  // It must hold no end of any pipe but this: neither of its agent nor of another one.
  dup2(life, STDIN_FILENO);
  close_range(STDIN_FILENO + 1, ~0U, 0);
  sigset_t all_but_child = all;
  sigdelset(&all_but_child, SIGCHLD);
  siginfo_t info{};
  while (true) {
    // It is left a zombie until all is killed, so that nobody else can get the number of its group.
    info.si_pid = 0;
    if (waitid(P_PID, static_cast<id_t>(agent), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0)
      break;
    pollfd closed{STDIN_FILENO, POLLIN, 0};
    if (ppoll(&closed, 1, nullptr, &all_but_child) > 0) break;
  }
  kill(-agent, SIGKILL);
  int status = 0;
  while (waitpid(agent, &status, 0) < 0 && errno == EINTR) {
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status));
}

/// Writing to a program that has ended is an error like any other as long as this lives, and no signal that
/// kills this one.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~NoSigpipe() {
    if (sigismember(&before_, SIGPIPE) == 1) return;  // then a signal that waits is somebody else's
    constexpr timespec at_once{0, 0};
    sigtimedwait(&sigpipe_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t sigpipe_{};
  sigset_t before_{};
};

/// Waits until a pipe is ready, a moment at the most, so that a stop is noticed soon. Whether the deadline
/// has not passed.
bool wait_for(int pipe, short event, Clock::time_point deadline) {
  using namespace std::chrono_literals;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  pollfd ready{pipe, event, 0};
  poll(&ready, 1, static_cast<int>(std::clamp<std::chrono::milliseconds>(left, 0ms, 50ms).count()));
  return ready.revents != 0 || left > 0ms;
}

bool would_block() { return errno == EAGAIN || errno == EINTR; }

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

Process::Process(const std::string& command) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe life = make_pipe();
  guardian_ = fork();
  if (guardian_ < 0) throw cannot_start();
  if (guardian_ == 0) guard(command.c_str(), input.from.number(), output.to.number(), life.from.number());
  input_ = std::move(input.to);
  output_ = std::move(output.from);
  life_ = std::move(life.to);
  never_block(input_);
  never_block(output_);
}

bool Process::write(std::string_view text, Clock::time_point deadline) const {
  const NoSigpipe no_signal;
  while (!text.empty()) {
    const ssize_t written = ::write(input_.number(), text.data(), text.size());
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (!would_block() || !wait_for(input_.number(), POLLOUT, deadline))
      return false;
  }
  return true;
}

Process::Read Process::read(std::string& output, Clock::time_point deadline,
                            const std::stop_token& stop) const {
  while (true) {
    char bytes[4096];
    const ssize_t count = ::read(output_.number(), bytes, sizeof bytes);
    if (count > 0) output.append(bytes, static_cast<std::size_t>(count));
    if (count > 0) return Read::some;
    if (count == 0 || !would_block()) return Read::ended;
    if (stop.stop_requested()) throw Interrupted();
    if (!wait_for(output_.number(), POLLIN, deadline)) return Read::late;
  }
}

std::string Process::end(std::chrono::milliseconds time) {
  if (guardian_ == 0) return "";
  input_.close();
  const Clock::time_point deadline = Clock::now() + time;
  int status = 0;
  bool by_itself = false;
  while (!(by_itself = waitpid(guardian_, &status, WNOHANG) == guardian_) && Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  life_.close();
  if (!by_itself)
    while (waitpid(guardian_, &status, 0) < 0 && errno == EINTR) {
    }
  guardian_ = 0;
  output_.close();
  if (!by_itself) return "";
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
  return code > signalled ? fmt::format("died of signal {}", code - signalled)
                          : fmt::format("ended with exit code {}", code);
}

}  // namespace quixo::agent
