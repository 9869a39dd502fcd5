// SPDX-License-Identifier: MIT
//
// HTTP/1.1 over TCP: one thread reads requests and writes answers for all connections, and hands the requests
// to a handler that must not block. Limits and time-outs hold for every connection and for all together: when
// there are too many the one that has waited for its client the longest goes, and when they hold too much the
// one that holds the most, so no client can keep the others out. While a request is being answered its client
// is watched, and when it is gone the request is told to stop.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "serve/limits.h"
#include "serve/names.h"

namespace quixo::serve {

/// Throws Error unless the text is an IP address.
void check_address(const std::string& text);

class Server {
 public:
  /// Listens. Port 0 is any that is free. Throws Error when the address is not one of this machine or the
  /// port is taken.
  Server(const std::string& address, std::uint16_t port, const Limits& limits = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// http://127.0.0.1:8080/
  std::string url() const;

  /// Serves until stop(). The handler is called from this thread.
  void run(Handler handler);

  /// Takes no more requests, lets the running ones end, tells those that take too long to stop, and makes
  /// run() return. From any thread.
  void stop();

  /// The first interrupt or termination signal calls stop(), the next one kills.
  void stop_on_signals();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace quixo::serve
