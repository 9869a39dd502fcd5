// SPDX-License-Identifier: MIT
#include "serve/writers.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "quixo/error.h"

namespace quixo::serve {

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
