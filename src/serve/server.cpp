// SPDX-License-Identifier: MIT
#include "serve/server.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <cassert>
#include <ctime>
#include <list>
#include <optional>

#include "base/text.h"
#include "quixo/error.h"

namespace quixo::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

/// Each connection is a file; the usual limit of 1,024 is for programs that use select().
void allow_open_files(std::size_t files) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_max, std::max(limit.rlim_cur, rlim_t{files}));
  setrlimit(RLIMIT_NOFILE, &limit);
}

std::string http_date() {
  const std::time_t now = std::time(nullptr);
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
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void accept();
  void stop();
  /// A connection has gone.
  void left() {
    ErrorCode ignored;
    if (stopping && running && waiting.empty() && busy.empty()) timer.cancel(ignored);
  }

  Limits limits;
  Handler handler;
  bool running = false;
  bool stopping = false;
  // Pending operations own the connections, so these lists must outlive `io`.
  std::list<Connection*> waiting;  ///< Those the client keeps waiting, the longest first.
  std::list<Connection*> busy;     ///< Those whose request is being answered.
  asio::io_context io{1};
  Tcp::acceptor acceptor{io};
  asio::signal_set signals{io};
  asio::steady_timer timer{io};  ///< for a pause after a failed accept, and for the last answers
};

/// One client: reads a request, has it answered, writes the answer, and so on until either side ends it.
/// Everything but the reply happens on the server's thread, and the pending operation owns the connection.
class Server::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(State& state, Tcp::socket socket)
      : state_(state), stream_(std::move(socket)), place_(state.busy.insert(state.busy.end(), this)) {
    ErrorCode error;
    const auto peer = stream_.socket().remote_endpoint(error);
    if (!error) from_loopback_ = is_loopback(peer.address());
    stream_.socket().set_option(Tcp::no_delay(true), error);
  }
  ~Connection() {
    (waiting_ ? state_.waiting : state_.busy).erase(place_);
    state_.left();
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Waits for the next request: first for a byte of it, with time to think, then for the rest.
  void wait() {
    if (state_.stopping) return;
    set_waiting(true);
    if (buffer_.size() > 0) return read_header();
    stream_.expires_after(state_.limits.idle);
    stream_.async_read_some(buffer_.prepare(4096),
                            [self = shared_from_this()](const ErrorCode& error, std::size_t bytes) {
                              if (error) return;
                              self->buffer_.commit(bytes);
                              self->read_header();
                            });
  }

  void refuse(int status, const std::string& message) {
    keep_alive_ = false;
    write(to_response({status, message}));
  }

  /// Ends the pending operation, and with it the connection.
  void close() {
    set_waiting(false);
    ErrorCode ignored;
    stream_.socket().close(ignored);
  }

  /// Waits for no answer any more.
  void abandon() { const std::shared_ptr<Connection> gone = std::move(answering_); }

 private:
  void set_waiting(bool waiting) {
    std::list<Connection*>& to = waiting ? state_.waiting : state_.busy;
    to.splice(to.end(), waiting_ ? state_.waiting : state_.busy, place_);
    waiting_ = waiting;
  }

  void read_header() {
    parser_.emplace();
    header_bytes_ = 0;
    parser_->header_limit(static_cast<std::uint32_t>(state_.limits.header_bytes));
    parser_->body_limit(state_.limits.body_bytes);
    stream_.expires_after(state_.limits.request);
    read_header_part();
  }

  /// The parser's limit is for what comes at once: many short lines pass it.
  void read_header_part() {
    http::async_read_some(stream_, buffer_, *parser_,
                          [self = shared_from_this()](const ErrorCode& error, std::size_t bytes) {
                            self->header_bytes_ += bytes;
                            if (error) return self->on_bad_request(error);
                            if (self->header_bytes_ > self->state_.limits.header_bytes)
                              return self->on_bad_request(http::error::header_limit);
                            self->parser_->is_header_done() ? self->on_header() : self->read_header_part();
                          });
  }

  void on_header() {
    const auto& request = parser_->get();
    if (request.target().size() > state_.limits.target_bytes)
      return refuse(414, fmt::format("the address has {} characters, at most {} are read",
                                     request.target().size(), state_.limits.target_bytes));
    const bool wants_go = beast::iequals(request[http::field::expect], "100-continue");
    if (!wants_go || parser_->is_done()) return read_body();
    go_on_ = {http::status::continue_, request.version()};
    http::async_write(stream_, go_on_, [self = shared_from_this()](const ErrorCode& failed, std::size_t) {
      if (!failed) self->read_body();
    });
  }

  void read_body() {
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                       if (error) return self->on_bad_request(error);
                       self->handle();
                     });
  }

  void on_bad_request(const ErrorCode& error) {
    if (error == http::error::header_limit)
      return refuse(431, fmt::format("the header has more than {} bytes", state_.limits.header_bytes));
    if (error == http::error::body_limit)
      return refuse(413, fmt::format("the body has more than {} bytes", state_.limits.body_bytes));
    const bool from_parser = error.category() == http::make_error_code(http::error::bad_version).category();
    if (from_parser && error != http::error::end_of_stream && error != http::error::partial_message)
      refuse(400, fmt::format("this is not HTTP: {}", error.message()));
  }

  void handle() {
    set_waiting(false);
    auto& message = parser_->get();
    keep_alive_ = message.keep_alive();
    Request request;
    request.method = text_of(message.method_string());
    request.target = text_of(message.target());
    request.host = text_of(message[http::field::host]);
    request.origin = text_of(message[http::field::origin]);
    request.content_type = text_of(message[http::field::content_type]);
    request.accept_encoding = text_of(message[http::field::accept_encoding]);
    request.if_none_match = text_of(message[http::field::if_none_match]);
    request.forwarded = message.count(http::field::forwarded) + message.count("X-Forwarded-For") > 0;
    request.from_loopback = from_loopback_;
    request.body = std::move(message.body());
    stream_.expires_never();
    assert(!answering_);  // one request at a time, also when more are piped
    answering_ = shared_from_this();
    // The reply may come, and its closure go, on another thread, where the connection must not end.
    state_.handler(std::move(request), [weak = weak_from_this(), &io = state_.io](Response response) {
      asio::post(io, [weak, response = std::move(response)]() mutable {
        if (const auto self = weak.lock(); self && self->answering_) self->write(std::move(response));
      });
    });
  }

  void write(Response response) {
    const auto& request = parser_->get();
    answer_ = {};
    answer_.result(static_cast<unsigned>(response.status));
    answer_.version(request.version());
    answer_.keep_alive(keep_alive_ && !state_.stopping);
    answer_.set(http::field::server, "quixo");
    answer_.set(http::field::date, http_date());
    answer_.set(http::field::cache_control, response.cache_control);
    answer_.set("X-Content-Type-Options", "nosniff");
    if (!response.etag.empty()) answer_.set(http::field::etag, '"' + response.etag + '"');
    for (const auto& [name, value] : response.more_headers) answer_.set(name, value);
    if (response.status != 304) {
      answer_.set(http::field::content_type, response.content_type);
      answer_.content_length(response.body.size());
    }
    if (request.method() != http::verb::head) answer_.body() = std::move(response.body);
    stream_.expires_after(state_.limits.response);
    http::async_write(stream_, answer_, [self = shared_from_this()](const ErrorCode& error, std::size_t) {
      if (error) return;
      if (self->answer_.keep_alive())
        self->wait();
      else
        self->linger();
    });
    answering_.reset();
  }

  /// Ends the connection. What the client is still sending is read and dropped for a moment: closing at once
  /// would make the system throw away the answer that is on its way.
  void linger() {
    ErrorCode ignored;
    stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
    if (state_.stopping) return;
    set_waiting(true);
    stream_.expires_after(state_.limits.linger);
    drain();
  }

  void drain() {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(64 << 10),
                            [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                              if (!error) self->drain();
                            });
  }

  State& state_;
  beast::tcp_stream stream_;
  std::list<Connection*>::iterator place_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_{std::in_place};
  http::response<http::empty_body> go_on_;
  http::response<http::string_body> answer_;
  std::shared_ptr<Connection> answering_;  ///< Owns itself while there is no pending operation.
  bool from_loopback_ = false;
  bool waiting_ = false;
  bool keep_alive_ = false;
  std::size_t header_bytes_ = 0;  ///< of the request that is being read
};

Server::State::State(const std::string& address, std::uint16_t port, const Limits& given) : limits(given) {
  ErrorCode error;
  const Tcp::endpoint endpoint(parse_address(address), port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw Error(fmt::format("cannot listen on {} port {}: {}", address, port, error.message()));
  allow_open_files(limits.connections + 256);
}

void Server::State::accept() {
  acceptor.async_accept([this](const ErrorCode& error, Tcp::socket socket) {
    if (stopping) return;
    if (error) {  // out of files, most likely: wait for some to be closed
      timer.expires_after(std::chrono::milliseconds(100));
      timer.async_wait([this](const ErrorCode&) {
        if (!stopping) accept();
      });
      return;
    }
    const bool full = waiting.size() + busy.size() >= limits.connections;
    const auto connection = std::make_shared<Connection>(*this, std::move(socket));
    if (full && waiting.empty())
      connection->refuse(503, "too many connections: try again in a moment");
    else
      connection->wait();
    if (full && !waiting.empty()) waiting.front()->close();
    accept();
  });
}

void Server::State::stop() {
  if (stopping) return;
  stopping = true;
  signals.clear();  // the next signal kills
  acceptor.close();
  while (!waiting.empty()) waiting.front()->close();
  timer.expires_after(busy.empty() ? std::chrono::milliseconds(0) : limits.shutdown);
  timer.async_wait([this](const ErrorCode&) { io.stop(); });
}

Server::State::~State() {
  for (auto connection = busy.begin(); connection != busy.end();) (*connection++)->abandon();
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
  state_->accept();
  state_->io.run();
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
