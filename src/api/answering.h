// SPDX-License-Identifier: MIT
//
// The end of a request's way that is the same wherever it is answered: from a route and what is known to an
// answer, and from a failure to one.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "analysis/knowledge.h"
#include "api/caching.h"
#include "api/message.h"
#include "api/query.h"
#include "api/route.h"

namespace quixo::api {

/// Of a route that needs to know a game. Who has the answer already gets none; where the route needs a table
/// and there is none, the answer is 404 with what missing(knowledge) says. Throws what the route throws.
Response answer_from(const Route& route, const Query& query, const Knowledge& knowledge,
                     const TableTags& tags, const std::function<std::string(const Knowledge&)>& missing);

/// What the exception that is being handled says to the client, without a prefix of file names that is
/// nobody's business.
Response current_failure(std::string_view hidden = "");

}  // namespace quixo::api
