// SPDX-License-Identifier: MIT
//
// The first lines of an answer, up to the empty one before its body.
#pragma once

#include <ctime>
#include <string>

#include "serve/names.h"

namespace quixo::serve {

/// How the end of a body is told: by its size beforehand, by the size of each chunk, or by the end of the
/// connection, for clients that know no chunks.
enum class Framing { size, chunks, end };

/// How an answer is sent, which its request has a say in.
struct Sending {
  bool is_old_http = false;  ///< 1.0
  bool keep_alive = true;
  Framing framing = Framing::size;
};

/// Sun, 06 Nov 1994 08:49:37 GMT
std::string http_date(std::time_t time);

std::string response_head(const Response& response, const Sending& sending, std::string_view date);

}  // namespace quixo::serve
