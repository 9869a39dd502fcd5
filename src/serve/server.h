// SPDX-License-Identifier: MIT
//
// HTTP/1.1 over TCP: one thread reads requests and writes answers for all connections, and hands the requests
// to a handler that must not block. Limits and time-outs hold for every connection, and when there are too
// many the one that has been idle the longest goes, so no client can keep the others out.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "serve/message.h"

namespace quixo::serve {

struct Limits {
  std::size_t header_bytes = 8 << 10;
  std::size_t target_bytes = 2 << 10;
  std::size_t body_bytes = 1 << 20;
  std::size_t connections = 4096;
  std::chrono::milliseconds idle{60'000};      ///< from one request to the next
  std::chrono::milliseconds request{10'000};   ///< for a request to arrive, once it has begun
  std::chrono::milliseconds response{30'000};  ///< for an answer to be taken
  std::chrono::milliseconds linger{2'000};     ///< for a client to take the last answer
  std::chrono::milliseconds shutdown{5'000};   ///< for the running requests to end
};

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

  /// Takes no more requests, lets the running ones end and makes run() return. From any thread.
  void stop();

  /// The first interrupt or termination signal calls stop(), the next one kills.
  void stop_on_signals();

 private:
  class Connection;
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace quixo::serve
