// SPDX-License-Identifier: MIT
//
// A request and its answer, as the server hands them to the API and gets them back: nothing here knows of
// sockets, so the two can be read, and tested, apart.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quixo/error.h"

namespace quixo::serve {

struct Request {
  std::string method;
  std::string target;  ///< As it was sent: path and query.
  std::string host;
  std::string origin;
  std::string content_type;
  std::string accept_encoding;
  std::string if_none_match;
  std::string body;
  bool from_loopback = false;  ///< The client is on this machine ...
  bool forwarded = false;      ///< ... but speaks for another.
};

/// Whether somebody at this machine is asking, and not, by way of the browser, a page from elsewhere: such a
/// page names itself as the origin or, when it had its own name point here, as the host.
bool is_local(const Request& request);

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::string cache_control = "no-store";
  std::string etag;  ///< Without quotes; none when empty.
  std::vector<std::pair<std::string, std::string>> more_headers;
};

/// One line of JSON as an answer.
Response json_response(std::string json, int status = 200);

/// Thrown where a request cannot be answered.
struct Refusal {
  int status = 400;
  std::string message = {};
  std::string allow = {};  ///< The methods that can be used instead.
};

/// {"error": {"status": ..., "message": ...}}: the form of every failure.
std::string error_json(const Refusal& refusal);
Response to_response(const Refusal& refusal);

/// What the library refuses in `work` is the request's fault: an Error becomes a Refusal that names the part
/// of the request.
template <class Work>
auto from_request(std::string_view part, int status, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Refusal{status, std::string(part) + ": " + error.what()};
  }
}

/// Takes the answer to one request. May be called from any thread, once.
using Reply = std::function<void(Response)>;
using Handler = std::function<void(Request, Reply)>;

/// The two parts of a target, decoded. `query` holds each parameter once.
struct Target {
  std::string path;
  std::map<std::string, std::string, std::less<>> query;
};

/// Throws Error when the target is malformed: not a path, a bad % code, a control character, a repeated
/// parameter.
Target parse_target(std::string_view text);

}  // namespace quixo::serve
