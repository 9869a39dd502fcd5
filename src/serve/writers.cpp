// SPDX-License-Identifier: MIT
#include "serve/writers.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "quixo/error.h"

namespace quixo::serve {

bool is_local(const Request& request) {
  const std::string_view host = request.host;
  const std::string_view name = host.substr(0, host.starts_with('[') ? host.find(']') + 1 : host.find(':'));
  const std::string_view port = host.substr(name.size());
  return request.from_loopback && !request.forwarded &&
         (name == "localhost" || name == "127.0.0.1" || name == "[::1]") &&
         (port.empty() ||
          (port.front() == ':' && port.find_first_not_of("0123456789", 1) == std::string_view::npos)) &&
         (request.origin.empty() || request.origin == "http://" + request.host);
}

bool is_same_secret(std::string_view one, std::string_view two) {
  if (one.size() != two.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    different |=
        static_cast<unsigned>(static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(two[i]));
  return different == 0;
}

std::string new_key() {
  std::array<unsigned char, 16> bits{};
  if (getrandom(bits.data(), bits.size(), 0) != static_cast<ssize_t>(bits.size()))
    throw Error(fmt::format("the system has no random numbers: {}", std::strerror(errno)));
  std::string key;
  for (const unsigned char byte : bits) key += fmt::format("{:02x}", byte);
  return key;
}

std::optional<std::string> Writers::why_not(const Request& request, std::string_view what) const {
  if (is_read_only()) return fmt::format("this server is read-only: nobody can {}", what);
  if (!is_local(request))
    return fmt::format("only a browser or program on the server's own machine can {}", what);
  if (!is_same_secret(request.key, key_))
    return fmt::format(
        "to {}, open the address that quixo serve printed, which has a key, or send that key as X-Quixo-Key",
        what);
  return std::nullopt;
}

}  // namespace quixo::serve
