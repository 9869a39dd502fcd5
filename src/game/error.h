// SPDX-License-Identifier: MIT
//
// The one exception of the project: bad input, or a resource that is not there. Its message is a single line
// that names what is wrong and says what was expected. Broken invariants are asserts, never an Error.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace quixo {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Text from outside as a message shows it: in quotes, unprintable bytes by their value, cut when long.
std::string quoted(std::string_view text);

}  // namespace quixo
