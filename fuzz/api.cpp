// SPDX-License-Identifier: MIT
//
// Whole requests to the API, on boards that are solved at once: a byte for the method, the address up to the
// end of the line, then the body. Every request is answered, never with the server's own failure, and with
// JSON.
#include "serve/api.h"

#include <array>
#include <future>
#include <nlohmann/json.hpp>

#include "api/query.h"
#include "fuzz/target.h"
#include "quixo/error.h"
#include "quixo/notation.h"

namespace quixo::fuzz {
namespace {

constexpr int most_cells = 6;

/// Whether the request is about a large board, or takes as long as it is told to: answering those is tested,
/// but takes too long here.
bool is_slow(const std::vector<serve::Route>& routes, const serve::Request& request) {
  if (request.target.find("searcher") != std::string::npos) return true;
  try {
    const serve::Target target = serve::parse_target(request.target);
    const serve::Route& route = serve::find_route(routes, request.method, target);
    return route.needs_knowledge() && serve::Query(route, request, target).rules().cells() > most_cells;
  } catch (const Error&) {
  } catch (const serve::Refusal&) {
  }
  return false;
}

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  static serve::Api api({"1.2.3", "/nonexistent", [](const solve::Needs&, const std::filesystem::path&) {}});
  constexpr std::array methods = {"GET", "POST", "HEAD", "DELETE", "PUT"};
  fuzz::Source source(data, size);
  serve::Request request;
  request.method = methods[source.byte() % methods.size()];
  const std::string_view text = source.text();
  request.target = text.substr(0, text.find('\n'));
  request.body = text.substr(std::min(request.target.size() + 1, text.size()));
  request.host = "example.org";  // nobody here may start a solve
  request.content_type = "application/json";
  if (fuzz::is_slow(api.routes(), request)) return -1;
  std::promise<serve::Response> answer;
  api.answer(request, [&](serve::Response response) { answer.set_value(std::move(response)); });
  const serve::Response response = answer.get_future().get();
  if (response.status >= 500) std::fprintf(stderr, "%d: %s", response.status, response.body.c_str());
  fuzz::expect(response.status >= 200 && response.status < 500);
  if (response.status != 304 && response.content_type == "application/json")
    fuzz::expect(nlohmann::json::accept(response.body));
  return 0;
}
