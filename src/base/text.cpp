// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace quixo {

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string safe = "'";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isprint(byte))
      safe += c;
    else
      safe += {'\\', 'x', "0123456789abcdef"[byte / 16], "0123456789abcdef"[byte % 16]};
  }
  return safe + (text.size() > longest ? "...'" : "'");
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  double scaled = static_cast<double>(bytes) / 1e3;
  const char* unit = "kB";
  for (const char* larger : {"MB", "GB", "TB"})
    if (scaled >= 1000) {
      scaled /= 1e3;
      unit = larger;
    }
  return fmt::format("{:.{}f} {}", scaled, scaled < 100 ? 1 : 0, unit);
}

std::string rough_time(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  constexpr double day = 24 * hour;
  if (seconds <= 2 * minute) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds <= 2 * hour) return fmt::format("{:.0f} min", std::ceil(seconds / minute));
  if (seconds <= 2 * day) return fmt::format("{:.0f} h", std::ceil(seconds / hour));
  return fmt::format("{:.0f} days", std::ceil(seconds / day));
}

}  // namespace quixo
