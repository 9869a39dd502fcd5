// SPDX-License-Identifier: MIT
#include "serve/server.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/status.hpp>
#include <cassert>
#include <chrono>
#include <ctime>
#include <iterator>
#include <list>
#include <new>
#include <optional>
#include <vector>

#include "base/text.h"
#include "quixo/error.h"
#include "serve/request_reader.h"

namespace quixo::serve {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Clock = std::chrono::steady_clock;

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

std::string http_date(std::time_t now) {
  std::tm utc{};
  std::array<char, 64> text{};
  return {text.data(),
          std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &utc))};
}

bool is_loopback(const asio::ip::address& address) {
  return address.is_loopback() ||
         (address.is_v6() && address.to_v6().is_v4_mapped() &&
          asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback());
}

asio::ip::address parse_address(const std::string& text) {
  ErrorCode error;
  asio::ip::address address = asio::ip::make_address(text, error);
  if (error) throw Error(fmt::format("{} is no IP address, such as 127.0.0.1 or ::1", quixo::quoted(text)));
  return address;
}

std::string text_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

class Server::State {
 public:
  State(const std::string& address, std::uint16_t port, const Limits& given);
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// Does what there is to do until all is done.
  void run();
  void stop();

  /// The connection that holds the most goes while all together hold too much.
  void relieve();
  /// Ends the connection that has waited for its client the longest. False when none waits.
  bool drop_longest_waiting();
  /// A connection has gone.
  void left() {
    if (stopping && all.empty()) io.stop();
  }
  const std::string& date();

  const Limits limits;
  std::size_t most_connections;
  Handler handler;
  bool running = false;
  bool stopping = false;
  std::size_t held = 0;  ///< Bytes, by all connections.
  asio::io_context io{1};
  Tcp::acceptor acceptor{io};
  asio::signal_set signals{io};
  asio::steady_timer timer{io};
  // Connections use `io`, so they go before it.
  std::list<std::shared_ptr<Connection>> all;
  std::list<Connection*> waiting;  ///< Those that wait for their client, the longest first.
  std::list<Connection*> busy;     ///< Those whose request is being answered.

 private:
  void accept();
  void admit(Tcp::socket socket);
  void watch();

  bool accepting_ = false;
  bool watching_ = false;
  Clock::time_point end_ = Clock::time_point::max();  ///< When the running requests have had their time.
  std::time_t date_of_ = 0;
  std::string date_;
};

/// One client: reads a request, has it answered, writes the answer, and so on until either side ends it.
/// Everything happens on the server's thread, which keeps the connection until close(); pending operations
/// keep it, too.
class Server::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(State& state, Tcp::socket socket)
      : state_(state), socket_(std::move(socket)), reader_(state.limits) {
    ErrorCode error;
    const auto peer = socket_.remote_endpoint(error);
    if (!error) {
      from_loopback_ = is_loopback(peer.address());
      client_ = peer.address().to_string(error);
    }
    socket_.set_option(Tcp::no_delay(true), error);
  }

  /// Enters the lists.
  void begin() {
    list_place_ = state_.busy.insert(state_.busy.end(), this);
    place_ = state_.all.insert(state_.all.end(), shared_from_this());
  }

  /// Waits for the next request: for its first byte with time to think, then for the rest.
  void wait() {
    if (state_.stopping) return close();
    enter(Phase::reading, state_.limits.idle);
    has_begun_ = false;
    parse();
  }

  void refuse(const Refusal& refusal) {
    keep_alive_ = false;
    write(to_response(refusal));
  }

  /// Ends the connection; what it asked for is told to stop.
  void close() {
    if (phase_ == Phase::closed) return;
    phase_ = Phase::closed;
    (is_waiting_ ? state_.waiting : state_.busy).erase(list_place_);
    stop_.request_stop();
    ErrorCode ignored;
    socket_.close(ignored);
    rest_ = nullptr;
    account(0);
    const std::shared_ptr<Connection> self = shared_from_this();  // until the end of this function
    state_.all.erase(place_);
    state_.left();
  }

  bool is_being_answered() const { return phase_ == Phase::answering || phase_ == Phase::writing; }
  std::size_t held() const { return held_; }

  /// Does what is due.
  void watch(Clock::time_point now) {
    if (phase_ == Phase::answering && reader_.is_full() && has_hung_up()) return close();
    if (now < deadline_) return;
    if (phase_ != Phase::answering || has_ended_ || rest_) return close();
    stop_.request_stop();
    refuse({503,
            fmt::format("this took longer than {} s: ask for less, or later",
                        state_.limits.answer.count() / 1000),
            "", retry_after_s});
  }

 private:
  enum class Phase {
    reading,    ///< A request, or waiting for one.
    answering,  ///< Somebody makes the answer, or a piece of it.
    writing,    ///< The answer, or a piece of it.
    lingering,  ///< All is said: see linger().
    closed,
  };

  void enter(Phase phase, std::chrono::milliseconds time) {
    phase_ = phase;
    deadline_ = Clock::now() + time;
    set_waiting(phase != Phase::answering);
  }

  void set_waiting(bool waiting) {
    std::list<Connection*>& to = waiting ? state_.waiting : state_.busy;
    to.splice(to.end(), is_waiting_ ? state_.waiting : state_.busy, list_place_);
    is_waiting_ = waiting;
  }

  /// Says how many bytes this connection holds.
  void account(std::size_t held) {
    state_.held += held - held_;
    held_ = held;
    state_.relieve();
  }

  /// An allocation that fails ends the connection, not the server.
  template <class Work>
  void guarded(Work&& work) {
    try {
      if (phase_ != Phase::closed) work();
    } catch (const std::bad_alloc&) {
      close();
    }
  }

  // Reading goes on while a request is answered, to see whether the client is still there: what comes then is
  // for later, and there is a limit to it.
  void read() {
    if (is_reading_ || has_ended_ || reader_.is_full()) return;
    socket_.async_read_some(asio::buffer(inbox_),
                            [self = shared_from_this()](const ErrorCode& error, std::size_t bytes) {
                              self->is_reading_ = false;
                              self->guarded([&] { self->on_read(error, bytes); });
                            });
    is_reading_ = true;
  }

  void on_read(const ErrorCode& error, std::size_t bytes) {
    if (error) return on_end(error);
    if (phase_ == Phase::lingering) return read();
    reader_.add({inbox_.data(), bytes});
    if (phase_ == Phase::reading) return parse();
    account(answer_bytes() + reader_.held());
    read();
  }

  /// The client sends no more. It may have ended just its side, so that what is nearly done is still
  /// welcome; but who waits for an answer has no reason to, so most are gone.
  void on_end(const ErrorCode& error) {
    if (!is_being_answered() || error != asio::error::eof) return close();
    has_ended_ = true;
    if (phase_ == Phase::answering) deadline_ = std::min(deadline_, Clock::now() + state_.limits.half_closed);
  }

  /// Whether the client has ended its side. For when it has sent so much ahead that nothing is read.
  bool has_hung_up() {
    pollfd descriptor{socket_.native_handle(), POLLRDHUP, 0};
    return poll(&descriptor, 1, 0) > 0;
  }

  void parse() {
    try {
      const RequestReader::Next next = reader_.next();
      account(reader_.held());
      if (phase_ == Phase::closed) return;
      if (next == RequestReader::Next::request) return handle();
      if (!has_begun_ && reader_.has_begun()) {
        has_begun_ = true;
        enter(Phase::reading, state_.limits.request);
      }
      if (next == RequestReader::Next::go_on) return go_on();
      has_ended_ ? close() : read();
    } catch (const Refusal& refusal) {
      refuse(refusal);
    }
  }

  void go_on() {
    static constexpr std::string_view text = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(socket_, asio::buffer(text),
                      [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                        self->guarded([&] { error ? self->close() : self->read(); });
                      });
  }

  void handle() {
    keep_alive_ = reader_.keep_alive();
    Request request = reader_.take();
    request.from_loopback = from_loopback_;
    request.client = client_;
    stop_ = std::stop_source();
    request.stop = stop_.get_token();
    request_bytes_ = request.body.capacity();
    await();
    state_.handler(std::move(request),
                   [weak = weak_from_this(), number = number_, &io = state_.io](Response response) {
                     // The reply may come, and its closure go, on another thread, where the connection must
                     // not end.
                     asio::post(io, [weak, number, response = std::move(response)]() mutable {
                       if (const auto self = weak.lock(); self && self->awaits(number))
                         self->guarded([&] { self->write(std::move(response)); });
                     });
                   });
  }

  /// From now on somebody makes an answer, or the next piece of it.
  void await() {
    ++number_;
    enter(Phase::answering, has_ended_ ? state_.limits.half_closed : state_.limits.answer);
    account(answer_bytes() + reader_.held());
    read();
  }

  bool awaits(std::uint64_t number) const { return phase_ == Phase::answering && number == number_; }

  void write(Response response) {
    const bool has_body = response.status != 304 && !reader_.is_head();
    rest_ = has_body ? std::move(response.ask_rest) : nullptr;
    is_chunked_ = rest_ && !reader_.is_old_http();
    if (state_.stopping || (rest_ && !is_chunked_)) keep_alive_ = false;
    request_bytes_ = 0;
    head_ = head_of(response);
    body_ = has_body ? std::move(response.body) : std::string();
    if (is_chunked_) frame_body();
    send();
  }

  std::string head_of(const Response& response) {
    std::string head =
        fmt::format("HTTP/1.{} {} {}\r\n", reader_.is_old_http() ? 0 : 1, response.status,
                    text_of(http::obsolete_reason(static_cast<http::status>(response.status))));
    const auto add = [&](std::string_view name, std::string_view value) {
      assert(value.find_first_of("\r\n") == std::string_view::npos);
      fmt::format_to(std::back_inserter(head), "{}: {}\r\n", name, value);
    };
    if (!keep_alive_)
      add("Connection", "close");
    else if (reader_.is_old_http())
      add("Connection", "keep-alive");
    add("Server", "quixo");
    add("Date", state_.date());
    add("Cache-Control", response.cache_control);
    add("Content-Security-Policy", response.policy);
    add("Cross-Origin-Resource-Policy", "same-origin");
    add("Referrer-Policy", "no-referrer");
    add("X-Content-Type-Options", "nosniff");
    add("X-Frame-Options", "DENY");
    if (!response.etag.empty()) add("ETag", '"' + response.etag + '"');
    for (const auto& [name, value] : response.more_headers) add(name, value);
    if (response.status != 304) {
      add("Content-Type", response.content_type);
      if (is_chunked_)
        add("Transfer-Encoding", "chunked");
      else if (!rest_)
        add("Content-Length", fmt::format("{}", response.body.size()));
    }
    return head + "\r\n";
  }

  /// Makes the body a chunk. An empty one would be the end.
  void frame_body() {
    if (body_.empty()) return;
    head_ += fmt::format("{:x}\r\n", body_.size());
    body_ += "\r\n";
  }

  void on_piece(std::optional<Piece> piece) {
    if (!piece) return close();  // without its end the answer is seen to be broken
    head_.clear();
    body_ = std::move(piece->bytes);
    if (is_chunked_) {
      frame_body();
      if (piece->is_last) body_ += "0\r\n\r\n";
    }
    if (piece->is_last) rest_ = nullptr;
    send();
  }

  void send() {
    enter(Phase::writing, state_.limits.response);
    account(answer_bytes() + reader_.held());
    if (phase_ == Phase::closed) return;
    asio::async_write(socket_, std::array{asio::buffer(head_), asio::buffer(body_)},
                      [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                        self->guarded([&] { error ? self->close() : self->on_written(); });
                      });
  }

  void on_written() {
    body_ = {};
    if (rest_) {
      await();
      return rest_([weak = weak_from_this(), number = number_, &io = state_.io](std::optional<Piece> piece) {
        asio::post(io, [weak, number, piece = std::move(piece)]() mutable {
          if (const auto self = weak.lock(); self && self->awaits(number))
            self->guarded([&] { self->on_piece(std::move(piece)); });
        });
      });
    }
    keep_alive_ ? wait() : linger();
  }

  /// Ends the connection. What the client is still sending is read and dropped for a moment: closing at once
  /// would make the system throw away the answer that is on its way.
  void linger() {
    ErrorCode ignored;
    socket_.shutdown(Tcp::socket::shutdown_send, ignored);
    if (state_.stopping || has_ended_) return close();
    enter(Phase::lingering, state_.limits.linger);
    reader_.clear();
    account(reader_.held());
    read();
  }

  std::size_t answer_bytes() const { return request_bytes_ + head_.capacity() + body_.capacity(); }

  State& state_;
  Tcp::socket socket_;
  RequestReader reader_;
  std::array<char, 8 << 10> inbox_;
  Phase phase_ = Phase::reading;
  Clock::time_point deadline_;
  std::list<std::shared_ptr<Connection>>::iterator place_;
  std::list<Connection*>::iterator list_place_;
  bool is_waiting_ = false;
  std::string client_;
  bool from_loopback_ = false;
  bool is_reading_ = false;
  bool has_begun_ = false;  ///< The request, to arrive.
  bool has_ended_ = false;  ///< The client, to send.
  bool keep_alive_ = false;
  bool is_chunked_ = false;
  std::stop_source stop_{std::nostopstate};  ///< Of the request that is being answered.
  std::uint64_t number_ = 0;                 ///< Of the answer, or piece, that is waited for.
  std::string head_;
  std::string body_;
  AskPiece rest_;
  std::size_t request_bytes_ = 0;
  std::size_t held_ = 0;
};

Server::State::State(const std::string& address, std::uint16_t port, const Limits& given)
    : limits(given), most_connections(files_for_connections(given.connections)) {
  ErrorCode error;
  const Tcp::endpoint endpoint(parse_address(address), port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  // What the system holds for a connection is memory, too; by itself it would take up to some megabytes for
  // each, until there is none for anybody.
  if (!error) acceptor.set_option(asio::socket_base::send_buffer_size(system_bytes), error);
  if (!error) acceptor.set_option(asio::socket_base::receive_buffer_size(system_bytes), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw Error(fmt::format("cannot listen on {} port {}: {}", address, port, error.message()));
}

void Server::State::run() {
  while (true) {
    try {
      accept();
      watch();
      io.run();
      return;
    } catch (const std::bad_alloc&) {  // not for a connection: whatever has ended by it begins again
    }
  }
}

void Server::State::accept() {
  if (accepting_ || stopping) return;
  acceptor.async_accept([this](const ErrorCode& error, Tcp::socket socket) {
    accepting_ = false;
    if (stopping) return;
    if (!error) {
      admit(std::move(socket));
    } else if (error != asio::error::no_descriptors || !drop_longest_waiting()) {
      return;  // for a moment: watch() goes on
    }
    accept();
  });
  accepting_ = true;
}

void Server::State::admit(Tcp::socket socket) {
  const bool full = all.size() >= most_connections && !drop_longest_waiting();
  const auto connection = std::make_shared<Connection>(*this, std::move(socket));
  connection->begin();
  if (full)
    connection->refuse({503, "too many connections: try again in a moment", "", retry_after_s});
  else
    connection->wait();
}

bool Server::State::drop_longest_waiting() {
  if (waiting.empty()) return false;
  waiting.front()->close();
  return true;
}

void Server::State::relieve() {
  while (held > limits.memory_bytes) {
    const auto greatest = std::ranges::max_element(all, {}, [](const auto& each) { return each->held(); });
    assert(greatest != all.end());
    const std::shared_ptr<Connection> connection = *greatest;
    connection->close();
  }
}

/// Looks after the deadlines of all connections: one timer is less work than one for each of them.
void Server::State::watch() {
  if (watching_) return;
  timer.expires_after(watch_every);
  timer.async_wait([this](const ErrorCode&) {
    watching_ = false;
    const Clock::time_point now = Clock::now();
    for (const auto& connection : std::vector(all.begin(), all.end()))
      now < end_ ? connection->watch(now) : connection->close();
    accept();
    watch();
  });
  watching_ = true;
}

void Server::State::stop() {
  if (stopping) return;
  stopping = true;
  signals.clear();  // the next signal kills
  acceptor.close();
  end_ = Clock::now() + limits.shutdown;
  for (const auto& connection : std::vector(all.begin(), all.end()))
    if (!connection->is_being_answered()) connection->close();
  left();
}

const std::string& Server::State::date() {
  const std::time_t now = std::time(nullptr);
  if (now != date_of_) date_ = http_date(now);
  date_of_ = now;
  return date_;
}

void check_address(const std::string& text) { parse_address(text); }

Server::Server(const std::string& address, std::uint16_t port, const Limits& limits)
    : state_(std::make_unique<State>(address, port, limits)) {}

Server::~Server() = default;

std::string Server::url() const {
  const Tcp::endpoint endpoint = state_->acceptor.local_endpoint();
  const std::string host = endpoint.address().to_string();
  return fmt::format("http://{}:{}/", endpoint.address().is_v6() ? '[' + host + ']' : host, endpoint.port());
}

void Server::run(Handler handler) {
  assert(handler && !state_->running);
  state_->handler = std::move(handler);
  state_->running = true;
  state_->run();
  state_->running = false;
}

void Server::stop() {
  asio::post(state_->io, [this] { state_->stop(); });
}

void Server::stop_on_signals() {
  state_->signals.add(SIGINT);
  state_->signals.add(SIGTERM);
  state_->signals.async_wait([this](const ErrorCode& error, int) {
    if (!error) state_->stop();
  });
}

}  // namespace quixo::serve
