// SPDX-License-Identifier: MIT
//
// A request and its answer, as they are handed to the API and come back: nothing here knows of sockets, so a
// server and a function call (quixo/answers.h) use the same.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quixo/error.h"

namespace quixo::api {

struct Request {
  std::string method;
  std::string target;  ///< As it was sent: path and query.
  std::string host;
  std::string origin;
  std::string content_type;
  std::string accept_encoding;
  std::string if_none_match;
  std::string key = {};  ///< X-Quixo-Key: what the server printed for those who may write.
  std::string body;
  std::string client = {};     ///< Its address.
  bool from_loopback = false;  ///< The client is on this machine ...
  bool forwarded = false;      ///< ... but speaks for another.
  std::stop_token stop = {};   ///< From then on nobody waits for the answer.
};

/// A part of an answer that is sent while the rest is being made.
struct Piece {
  std::string bytes;
  bool is_last = false;
};
/// Makes the next piece. Takes its time, and throws when there is none.
using MakePiece = std::function<Piece()>;
/// Gets the next piece; nothing when it cannot be made.
using TakePiece = std::function<void(std::optional<Piece>)>;
/// Has the next piece made and handed over, later and by any thread. Never waits.
using AskPiece = std::function<void(TakePiece)>;

/// What an answer that is no page may do when somebody makes a browser show it: nothing.
constexpr std::string_view plain_policy = "default-src 'none'; frame-ancestors 'none'";

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::string cache_control = "no-store";
  std::string etag;                        ///< Without quotes; none when empty.
  std::string_view policy = plain_policy;  ///< Content-Security-Policy
  std::vector<std::pair<std::string, std::string>> more_headers;
  /// Whether the time was over, or the work stopped, before all was looked at: it may say more the next time.
  bool is_cut_off = false;
  /// What comes after the body, if not all of it is there. An endpoint says how it is made, ...
  MakePiece make_rest = {};
  /// ... and a connection asks for it, when the client has taken what came before.
  AskPiece ask_rest = {};
};

/// One line of JSON as an answer.
Response json_response(std::string json, int status = 200);

/// When to ask again where there is too much to do.
constexpr int retry_after_s = 5;

/// Thrown where a request cannot be answered.
struct Refusal {
  int status = 400;
  std::string message = {};
  std::string allow = {};  ///< The methods that can be used instead.
  int retry_after_s = 0;   ///< When it may be better; 0 for nobody knows.
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

/// Takes the answer to one request. May be called from any thread, once; need not be called once the request
/// is told to stop.
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

}  // namespace quixo::api
