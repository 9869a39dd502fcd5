// SPDX-License-Identifier: MIT
#include "serve/server.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cassert>
#include <chrono>
#include <new>

#include "base/text.h"
#include "quixo/error.h"
#include "serve/connections.h"

namespace quixo::serve {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

constexpr std::chrono::milliseconds watch_every{50};
constexpr int system_bytes = 64 << 10;

/// How many files there are for connections, of which each is one, at most as many as wanted. Asks for more:
/// the usual limit of 1,024 is for programs that use select(). Some are left for tables.
std::size_t files_for_connections(std::size_t wanted) {
  constexpr rlim_t for_tables = 1024;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  limit.rlim_cur = std::min(limit.rlim_max, std::max(limit.rlim_cur, wanted + for_tables));
  setrlimit(RLIMIT_NOFILE, &limit);
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t left = limit.rlim_cur - std::min(for_tables, limit.rlim_cur / 2);
  return std::min(wanted, static_cast<std::size_t>(left));
}

asio::ip::address parse_address(const std::string& text) {
  ErrorCode error;
  asio::ip::address address = asio::ip::make_address(text, error);
  if (error) throw Error(fmt::format("{} is no IP address, such as 127.0.0.1 or ::1", quixo::quoted(text)));
  return address;
}

}  // namespace

class Server::State {
 public:
  State(const std::string& address, std::uint16_t port, const Limits& limits);
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// Does what there is to do until all is done.
  void run(Handler handler);
  void stop();
  void post_stop() {
    asio::post(io_, [this] { stop(); });
  }
  void stop_on_signals();
  Tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }

 private:
  void accept();
  void watch();

  const Limits limits_;
  asio::io_context io_{1};
  Tcp::acceptor acceptor_{io_};
  asio::signal_set signals_{io_};
  asio::steady_timer timer_{io_};
  Connections connections_;  // They use `io_`, so they go before it.
  bool running_ = false;
  bool stopping_ = false;
  bool accepting_ = false;
  bool watching_ = false;
};

Server::State::State(const std::string& address, std::uint16_t port, const Limits& limits)
    : limits_(limits), connections_(io_, limits_, files_for_connections(limits.connections)) {
  ErrorCode error;
  const Tcp::endpoint endpoint(parse_address(address), port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  // What the system holds for a connection is memory, too; by itself it would take up to some megabytes for
  // each, until there is none for anybody.
  if (!error) acceptor_.set_option(asio::socket_base::send_buffer_size(system_bytes), error);
  if (!error) acceptor_.set_option(asio::socket_base::receive_buffer_size(system_bytes), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw Error(fmt::format("cannot listen on {} port {}: {}", address, port, error.message()));
}

void Server::State::run(Handler handler) {
  assert(handler && !running_);
  running_ = true;
  connections_.set_handler(std::move(handler));
  while (running_) {
    try {
      accept();
      watch();
      io_.run();
      running_ = false;
    } catch (const std::bad_alloc&) {  // not for a connection: whatever has ended by it begins again
    }
  }
}

void Server::State::accept() {
  if (accepting_ || stopping_) return;
  acceptor_.async_accept([this](const ErrorCode& error, Tcp::socket socket) {
    accepting_ = false;
    if (stopping_) return;
    if (!error) {
      connections_.admit(std::move(socket));
    } else if (error != asio::error::no_descriptors || !connections_.drop_longest_waiting()) {
      return;  // for a moment: watch() goes on
    }
    accept();
  });
  accepting_ = true;
}

/// One timer for all connections is less work than one for each of them.
void Server::State::watch() {
  if (watching_) return;
  timer_.expires_after(watch_every);
  timer_.async_wait([this](const ErrorCode&) {
    watching_ = false;
    connections_.watch(Connections::Clock::now());
    accept();
    watch();
  });
  watching_ = true;
}

void Server::State::stop() {
  if (stopping_) return;
  stopping_ = true;
  signals_.clear();  // the next signal kills
  acceptor_.close();
  connections_.stop([this] { io_.stop(); });
}

void Server::State::stop_on_signals() {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.async_wait([this](const ErrorCode& error, int) {
    if (!error) stop();
  });
}

void check_address(const std::string& text) { parse_address(text); }

Server::Server(const std::string& address, std::uint16_t port, const Limits& limits)
    : state_(std::make_unique<State>(address, port, limits)) {}

Server::~Server() = default;

std::string Server::url() const {
  const Tcp::endpoint endpoint = state_->endpoint();
  const std::string host = endpoint.address().to_string();
  return fmt::format("http://{}:{}/", endpoint.address().is_v6() ? '[' + host + ']' : host, endpoint.port());
}

void Server::run(Handler handler) { state_->run(std::move(handler)); }

void Server::stop() { state_->post_stop(); }

void Server::stop_on_signals() { state_->stop_on_signals(); }

}  // namespace quixo::serve
