// SPDX-License-Identifier: MIT
//
// A client of the server that can misbehave: it sends whatever bytes a test wants, when it wants, and reads
// answers strictly.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quixo::serve {

struct Answer {
  int status = 0;
  std::map<std::string, std::string> headers;  ///< Names in lower case.
  std::string body;

  std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
  nlohmann::json json() const {
    EXPECT_EQ(header("content-type"), "application/json") << body;
    return nlohmann::json::parse(body);
  }
  /// The message of an error; the whole of its form is checked.
  std::string message() const {
    const nlohmann::json error = json();
    EXPECT_EQ(error.size(), 1U) << body;
    EXPECT_EQ(error.at("error").size(), 2U) << body;
    EXPECT_EQ(error.at("error").at("status"), status);
    EXPECT_EQ(header("cache-control"), "no-store");
    return error.at("error").at("message");
  }
};

/// Of those who may write, on the servers of the tests.
inline const std::string test_key = "0123456789abcdef";

using Headers = std::vector<std::pair<std::string, std::string>>;

/// A request that is answered at once.
inline const std::string health = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// A connection. Whatever the server does not do within a minute fails the test.
class Client {
 public:
  explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    check(socket_ >= 0, "socket");
#ifdef QUIXO_SLOW_BUILD
    const timeval patience{600, 0};
#else
    const timeval patience{60, 0};
#endif
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the interface of sockets
    check(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0, "connect");
  }
  ~Client() {
    if (socket_ >= 0) close(socket_);
  }
  Client(Client&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  Client& operator=(Client&&) = delete;

  int descriptor() const { return socket_; }

  /// Returns false when the server has closed the connection.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  void request(const std::string& method, const std::string& target, const Headers& headers = {},
               const std::string& body = "") const {
    std::string text = method + ' ' + target + " HTTP/1.1\r\n";
    const auto has = [&](std::string_view name) {
      return std::ranges::any_of(headers, [&](const auto& header) { return header.first == name; });
    };
    if (!has("Host")) text += "Host: localhost\r\n";
    if (!has("X-Quixo-Key")) text += "X-Quixo-Key: " + test_key + "\r\n";
    for (const auto& [name, value] : headers) text.append(name).append(": ").append(value).append("\r\n");
    if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    send(text + "\r\n" + body);
  }

  /// The next answer; to a HEAD request it has no body.
  Answer read(bool head = false) {
    Answer answer;
    std::size_t end = 0;
    while ((end = received_.find("\r\n\r\n")) == std::string::npos) check(receive(), "the answer ends early");
    std::string header = received_.substr(0, end + 2);
    received_.erase(0, end + 4);
    check(header.starts_with("HTTP/1.1 ") || header.starts_with("HTTP/1.0 "), "no status line");
    answer.status = std::stoi(header.substr(9, 3));
    for (std::size_t at = header.find("\r\n") + 2; at < header.size();) {
      const std::size_t line_end = header.find("\r\n", at);
      const std::string line = header.substr(at, line_end - at);
      const std::size_t colon = line.find(": ");
      check(colon != std::string::npos, "a header without a value");
      std::string name = line.substr(0, colon);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      check(answer.headers.emplace(name, line.substr(colon + 2)).second, "a header comes twice");
      at = line_end + 2;
    }
    if (head || answer.status == 304 || answer.status == 100) return answer;
    if (answer.header("transfer-encoding") == "chunked") {
      while (read_chunk(answer.body)) {
      }
      return answer;
    }
    answer.body = read_bytes(std::stoul(answer.header("content-length")));
    return answer;
  }

  /// Reads what is there, at most so much, without a look at what it means.
  std::string read_bytes(std::size_t length) {
    while (received_.size() < length) check(receive(), "the answer ends early");
    std::string bytes = received_.substr(0, length);
    received_.erase(0, length);
    return bytes;
  }

  /// Sends no more, but reads on.
  void end_sending() const { shutdown(socket_, SHUT_WR); }

  /// Whether the server ends the connection, with nothing more to say.
  bool is_closed() { return received_.empty() && !receive(); }

 private:
  /// Adds a chunk to the body. False at the last.
  bool read_chunk(std::string& body) {
    std::size_t end = 0;
    while ((end = received_.find("\r\n")) == std::string::npos) check(receive(), "the answer ends early");
    const std::size_t size = std::stoul(received_.substr(0, end), nullptr, 16);
    received_.erase(0, end + 2);
    body += read_bytes(size);
    check(read_bytes(2) == "\r\n", "a chunk does not end");
    return size > 0;
  }

  static void check(bool fine, const char* what) {
    if (!fine) throw std::runtime_error(what);
  }

  bool receive() {
    char bytes[16384];
    const ssize_t count = recv(socket_, bytes, sizeof bytes, 0);
    check(count >= 0 || errno == ECONNRESET, "the server does not answer");
    if (count > 0) received_.append(bytes, static_cast<std::size_t>(count));
    return count > 0;
  }

  int socket_;
  std::string received_;
};

/// One request on a connection of its own.
inline Answer ask(int port, const std::string& method, const std::string& target, const Headers& headers = {},
                  const std::string& body = "") {
  Client client(port);
  client.request(method, target, headers, body);
  return client.read(method == "HEAD");
}

inline Answer get(int port, const std::string& target, const Headers& headers = {}) {
  return ask(port, "GET", target, headers);
}

inline Answer post(int port, const std::string& target, const nlohmann::json& body, Headers headers = {}) {
  headers.emplace_back("Content-Type", "application/json");
  return ask(port, "POST", target, headers, body.dump());
}

/// A text as it is written in a query.
inline std::string encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string plain;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0)
      plain += c;
    else
      plain += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return plain;
}

/// /api/v1/position?rules=...&position=...
inline std::string about(const std::string& endpoint, const std::string& rules, const std::string& position) {
  return "/api/v1/" + endpoint + "?rules=" + rules + "&position=" + encoded(position);
}

}  // namespace quixo::serve
