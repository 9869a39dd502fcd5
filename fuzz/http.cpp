// SPDX-License-Identifier: MIT
//
// The bytes of a connection, sent to the real server over a socket: a byte that says how they are cut in two,
// then the bytes. The server answers in HTTP or ends the connection, holds its limits, and lives.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <thread>

#include "fuzz/target.h"
#include "serve/server.h"

namespace quixo::fuzz {
namespace {

/// Small, so that they are reached.
serve::Limits limits() {
  serve::Limits limits;
  limits.header_bytes = 512;
  limits.target_bytes = 64;
  limits.body_bytes = 256;
  return limits;
}

class Serving {
 public:
  Serving()
      : server_("127.0.0.1", 0, limits()), thread_([this] {
          server_.run([](const serve::Request& request, const serve::Reply& reply) {
            expect(request.target.size() <= limits().target_bytes);
            expect(request.body.size() <= limits().body_bytes);
            reply(serve::json_response("{}"));
          });
        }) {
    const std::string url = server_.url();
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  ~Serving() {
    server_.stop();
    thread_.join();
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  int connect() const {
    const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    expect(client >= 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    expect(::connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    const int on = 1;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const timeval patience{10, 0};
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return client;
  }

 private:
  serve::Server server_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  static const fuzz::Serving serving;
  fuzz::Source source(data, size);
  const std::size_t cut = source.byte();
  const int client = serving.connect();
  const std::string_view text = source.text();
  for (const std::string_view part : {text.substr(0, cut), text.substr(std::min(cut, text.size()))})
    if (!part.empty() && send(client, part.data(), part.size(), MSG_NOSIGNAL) < 0) break;  // it was ended
  shutdown(client, SHUT_WR);
  std::string answer;
  char block[4096];
  ssize_t count = 0;
  while ((count = recv(client, block, sizeof block, 0)) > 0)
    answer.append(block, static_cast<std::size_t>(count));
  fuzz::expect(count == 0 || errno == ECONNRESET);  // and no waiting
  fuzz::expect(answer.empty() || answer.starts_with("HTTP/1."));
  fuzz::expect(answer.find("HTTP/1.1 500") == std::string::npos);  // 501 is for an unknown Transfer-Encoding
  close(client);
  return 0;
}
