// SPDX-License-Identifier: MIT
//
// The server speaks of requests, answers and routes in the words of the API.
#pragma once

#include "api/message.h"

namespace quixo::serve {

using namespace api;  // NOLINT(google-build-using-namespace)

}  // namespace quixo::serve
