// SPDX-License-Identifier: MIT
#include "api/answering.h"

#include <fmt/format.h>

#include <new>

#include "quixo/error.h"

namespace quixo::api {

Response answer_from(const Route& route, const Query& query, const Knowledge& knowledge,
                     const TableTags& tags, const std::function<std::string(const Knowledge&)>& missing) {
  const auto compute = [&] {
    if (const auto* from_knowledge = std::get_if<FromKnowledge>(&route.answer))
      return (*from_knowledge)(knowledge, query);
    if (!knowledge.table()) throw Refusal{404, missing(knowledge)};
    return std::get<FromTable>(route.answer)(*knowledge.table(), query);
  };
  if (route.caching == Caching::none || !knowledge.table()) return compute();
  if (route.has(Kind::position)) query.position(knowledge.geometry());  // nothing has a name that is wrong
  const std::string tag = tags.of(knowledge.rules(), *knowledge.metric());
  Response response;
  // The answer follows from the address and the tag: it has a name before it is computed.
  add_etag(query.request(), response, fmt::format("{}-{}", tag, content_tag(query.request().target)));
  if (response.status != 304) {
    const std::string etag = response.etag;
    response = compute();
    if (response.is_cut_off) return response;
    response.etag = etag;
  }
  const auto* wanted = query.find<std::string>("v");
  response.cache_control = wanted != nullptr && *wanted == tag ? keep_for_good : ask_again;
  return response;
}

Response current_failure(std::string_view hidden) {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return to_response(refusal);
  } catch (const Interrupted&) {
    return to_response({503, "this was stopped: try again", "", retry_after_s});
  } catch (const std::bad_alloc&) {
    return to_response({503, "there is not enough memory for this: try again later", "", retry_after_s});
  } catch (const std::exception& error) {
    std::string message = error.what();
    for (std::size_t at = 0; !hidden.empty();) {
      at = message.find(hidden, at);
      if (at == std::string::npos) break;
      message.erase(at, hidden.size());
    }
    return to_response({500, message});
  }
}

}  // namespace quixo::api
