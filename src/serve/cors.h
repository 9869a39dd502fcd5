// SPDX-License-Identifier: MIT
//
// Pages from elsewhere, such as the site, that may read the answers of the API. A browser asks nobody but the
// server whether they may, and the server names each of them: none, unless the program was told. What writes
// is never for them, and neither is the page itself.
#pragma once

#include <string>
#include <vector>

#include "serve/names.h"

namespace quixo::serve {

/// Throws Error unless the text is an origin as browsers write it: https://example.org or
/// http://localhost:8000.
void check_origin(const std::string& text);

/// Answers like the handler, and lets pages of these origins read what they ask the API for, except by solve.
/// Without origins it is the handler.
Handler with_cors(std::vector<std::string> origins, Handler handler);

}  // namespace quixo::serve
