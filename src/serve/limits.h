// SPDX-License-Identifier: MIT
//
// How much a client may send, hold and wait for. docs/api.md names these numbers too, and a test compares.
#pragma once

#include <chrono>
#include <cstddef>

namespace quixo::serve {

struct Limits {
  std::size_t header_bytes = 8 << 10;
  std::size_t target_bytes = 2 << 10;
  std::size_t body_bytes = 1 << 20;
  std::size_t connections = 4096;
  /// Of what is not read, answered or taken yet, over all connections.
  std::size_t memory_bytes = std::size_t{256} << 20;
  std::chrono::milliseconds idle{60'000};      ///< from one request to the next
  std::chrono::milliseconds request{10'000};   ///< for a request to arrive, once it has begun
  std::chrono::milliseconds answer{30'000};    ///< for a request to be answered, or for a piece of the answer
  std::chrono::milliseconds response{30'000};  ///< for an answer, or a piece of it, to be taken
  std::chrono::milliseconds half_closed{250};  ///< for an answer once the client has ended its side
  std::chrono::milliseconds linger{2'000};     ///< for a client to take the last answer
  std::chrono::milliseconds shutdown{3'000};   ///< for the running requests to end
};

}  // namespace quixo::serve
