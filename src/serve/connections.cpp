// SPDX-License-Identifier: MIT
#include "serve/connections.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <cassert>
#include <new>
#include <optional>
#include <stop_token>
#include <vector>

#include "serve/request_reader.h"
#include "serve/response_head.h"

namespace quixo::serve {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Clock = Connections::Clock;

bool is_loopback(const asio::ip::address& address) {
  return address.is_loopback() ||
         (address.is_v6() && address.to_v6().is_v4_mapped() &&
          asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback());
}

}  // namespace

/// One client. The others keep it until close(); pending operations keep it, too.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Connections& others, Tcp::socket socket)
      : others_(others), socket_(std::move(socket)), reader_(others.limits_) {
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
    list_place_ = others_.busy_.insert(others_.busy_.end(), this);
    place_ = others_.all_.insert(others_.all_.end(), shared_from_this());
  }

  /// Waits for the next request: for its first byte with time to think, then for the rest.
  void wait() {
    if (others_.is_stopping()) return close();
    enter(Phase::reading, others_.limits_.idle);
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
    (is_waiting_ ? others_.waiting_ : others_.busy_).erase(list_place_);
    stop_.request_stop();
    ErrorCode ignored;
    socket_.close(ignored);
    rest_ = nullptr;
    account(0);
    const std::shared_ptr<Connection> self = shared_from_this();  // until the end of this function
    others_.all_.erase(place_);
    others_.left();
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
                        others_.limits_.answer.count() / 1000),
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
    std::list<Connection*>& to = waiting ? others_.waiting_ : others_.busy_;
    to.splice(to.end(), is_waiting_ ? others_.waiting_ : others_.busy_, list_place_);
    is_waiting_ = waiting;
  }

  /// Says how many bytes this connection holds.
  void account(std::size_t held) {
    others_.held_ += held - held_;
    held_ = held;
    others_.relieve();
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
    if (phase_ == Phase::answering)
      deadline_ = std::min(deadline_, Clock::now() + others_.limits_.half_closed);
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
        enter(Phase::reading, others_.limits_.request);
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
    others_.handler_(std::move(request),
                     [weak = weak_from_this(), number = number_, &io = others_.io_](Response response) {
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
    enter(Phase::answering, has_ended_ ? others_.limits_.half_closed : others_.limits_.answer);
    account(answer_bytes() + reader_.held());
    read();
  }

  bool awaits(std::uint64_t number) const { return phase_ == Phase::answering && number == number_; }

  void write(Response response) {
    const bool has_body = response.status != 304 && !reader_.is_head();
    rest_ = has_body ? std::move(response.ask_rest) : nullptr;
    is_chunked_ = rest_ && !reader_.is_old_http();
    if (others_.is_stopping() || (rest_ && !is_chunked_)) keep_alive_ = false;
    request_bytes_ = 0;
    const Framing framing = is_chunked_ ? Framing::chunks : rest_ ? Framing::end : Framing::size;
    head_ = response_head(response, {reader_.is_old_http(), keep_alive_, framing}, others_.date());
    body_ = has_body ? std::move(response.body) : std::string();
    if (is_chunked_) frame_body();
    send();
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
    enter(Phase::writing, others_.limits_.response);
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
      return rest_(
          [weak = weak_from_this(), number = number_, &io = others_.io_](std::optional<Piece> piece) {
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
    if (others_.is_stopping() || has_ended_) return close();
    enter(Phase::lingering, others_.limits_.linger);
    reader_.clear();
    account(reader_.held());
    read();
  }

  std::size_t answer_bytes() const { return request_bytes_ + head_.capacity() + body_.capacity(); }

  Connections& others_;
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

Connections::Connections(asio::io_context& io, const Limits& limits, std::size_t most)
    : io_(io), limits_(limits), most_(most) {}

Connections::~Connections() = default;

void Connections::admit(Tcp::socket socket) {
  const bool full = all_.size() >= most_ && !drop_longest_waiting();
  const auto connection = std::make_shared<Connection>(*this, std::move(socket));
  connection->begin();
  if (full)
    connection->refuse({503, "too many connections: try again in a moment", "", retry_after_s});
  else
    connection->wait();
}

bool Connections::drop_longest_waiting() {
  if (waiting_.empty()) return false;
  waiting_.front()->close();
  return true;
}

void Connections::watch(Clock::time_point now) {
  for (const auto& connection : std::vector(all_.begin(), all_.end()))
    now < end_ ? connection->watch(now) : connection->close();
}

void Connections::stop(std::function<void()> when_gone) {
  when_gone_ = std::move(when_gone);
  end_ = Clock::now() + limits_.shutdown;
  for (const auto& connection : std::vector(all_.begin(), all_.end()))
    if (!connection->is_being_answered()) connection->close();
  left();
}

void Connections::relieve() {
  while (held_ > limits_.memory_bytes) {
    const auto greatest = std::ranges::max_element(all_, {}, [](const auto& each) { return each->held(); });
    assert(greatest != all_.end());
    const std::shared_ptr<Connection> connection = *greatest;
    connection->close();
  }
}

const std::string& Connections::date() {
  const std::time_t now = std::time(nullptr);
  if (now != date_of_) date_ = http_date(now);
  date_of_ = now;
  return date_;
}

}  // namespace quixo::serve
