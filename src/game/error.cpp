// SPDX-License-Identifier: MIT
#include "game/error.h"

#include <fmt/format.h>

#include <cctype>

namespace quixo {

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string safe = "'";
  for (const char c : text.substr(0, longest))
    safe += std::isprint(static_cast<unsigned char>(c))
                ? std::string(1, c)
                : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return safe + (text.size() > longest ? "...'" : "'");
}

}  // namespace quixo
