// SPDX-License-Identifier: MIT
//
// The parameters of a request: a byte for the endpoint, then its JSON body or the query of its address. What
// is wrong with them is the client's fault and is said so, in JSON.
#include "api/query.h"

#include <nlohmann/json.hpp>

#include "fuzz/target.h"
#include "serve/api.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  static const serve::Api api({"1.2.3", "/nonexistent", {}});
  fuzz::Source source(data, size);
  const serve::Route& route = api.routes()[source.byte() % api.routes().size()];
  serve::Request request;
  request.method = route.method;
  request.target = route.path;
  request.content_type = "application/json";
  request.host = "localhost";
  request.from_loopback = true;
  if (route.has_body())
    request.body = source.text();
  else
    request.target.append("?").append(source.text());
  try {
    const serve::Target target =
        serve::from_request("address", 400, [&] { return serve::parse_target(request.target); });
    const serve::Query query(serve::find_route(api.routes(), request.method, target), request, target);
    if (route.needs_knowledge()) checked(query.rules());
  } catch (const serve::Refusal& refusal) {
    fuzz::expect(refusal.status >= 400 && refusal.status < 500);
    fuzz::expect(nlohmann::json::accept(serve::error_json(refusal)));
  }
  return 0;
}
