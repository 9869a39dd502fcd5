// SPDX-License-Identifier: MIT
//
// The clients of a server: each connection reads a request, has it answered, writes the answer, and so on
// until either side ends it. Limits and time-outs hold for every connection and for all together.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "serve/limits.h"
#include "serve/names.h"

namespace quixo::serve {

class Connection;

/// All connections and what they share. Everything happens on the thread that runs `io`.
class Connections {
 public:
  using Clock = std::chrono::steady_clock;

  /// At most `most` at a time.
  Connections(boost::asio::io_context& io, const Limits& limits, std::size_t most);
  ~Connections();
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  void set_handler(Handler handler) { handler_ = std::move(handler); }

  /// Serves a client. When there are too many, the one that has waited for its client the longest goes.
  void admit(boost::asio::ip::tcp::socket socket);
  /// Ends the connection that has waited for its client the longest. False when none waits.
  bool drop_longest_waiting();

  /// Does what is due: looks after all deadlines and after clients that are gone.
  void watch(Clock::time_point now);

  /// Takes no more requests, and calls `when_gone` when the last one is answered: after a while at most.
  void stop(std::function<void()> when_gone);

 private:
  friend class Connection;

  /// While all hold too much the one that holds the most goes.
  void relieve();
  /// A connection has gone.
  void left() const {
    if (when_gone_ && all_.empty()) when_gone_();
  }
  bool is_stopping() const { return when_gone_ != nullptr; }
  const std::string& date();

  boost::asio::io_context& io_;
  const Limits& limits_;
  const std::size_t most_;
  Handler handler_;
  std::function<void()> when_gone_;
  Clock::time_point end_ = Clock::time_point::max();  ///< When the running requests have had their time.
  std::size_t held_ = 0;                              ///< Bytes, by all connections.
  std::list<std::shared_ptr<Connection>> all_;
  std::list<Connection*> waiting_;  ///< Those that wait for their client, the longest first.
  std::list<Connection*> busy_;     ///< Those whose request is being answered.
  std::time_t date_of_ = 0;
  std::string date_;
};

}  // namespace quixo::serve
