// SPDX-License-Identifier: MIT
//
// The one exception of the project: bad input, or a resource that is not there. Its message is a single line
// that names what is wrong and says what was expected. Broken invariants are asserts, never an Error.
#pragma once

#include <stdexcept>

namespace quixo {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown out of long work when a stop was requested. Nothing is wrong, so it is no Error.
struct Interrupted {};

}  // namespace quixo
