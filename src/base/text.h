// SPDX-License-Identifier: MIT
//
// Text for people: what messages and reports show of numbers, sizes, times and foreign text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace quixo {

/// Text from outside as a message shows it: in quotes, unprintable bytes by their value, cut when long.
std::string quoted(std::string_view text);

/// A count: 43046721 as 43,046,721.
std::string grouped(std::uint64_t number);

/// A size: 14808130471 as 14.8 GB.
std::string size_text(std::uint64_t bytes);

/// A time that is only estimated: 121 seconds as 3 min.
std::string rough_time(double seconds);

}  // namespace quixo
