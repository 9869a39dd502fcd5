// SPDX-License-Identifier: MIT
//
// The real server on a free port, in a thread of the test.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "quixo/error.h"
#include "serve/api.h"
#include "serve/server.h"
#include "tests/files.h"
#include "tests/serve/client.h"

namespace quixo::serve {

/// The program's, but that a build which takes ten times as long may.
inline Limits usual_limits() {
  Limits limits;
#ifdef QUIXO_SLOW_BUILD
  limits.answer *= 20;
#endif
  return limits;
}

class Running {
 public:
  explicit Running(const Limits& limits = usual_limits(), CheckNeeds check_needs = nothing_fits,
                   const std::string& key = test_key, const Budget& budget = {})
      : server_("127.0.0.1", 0, limits),
        api_(std::in_place, ApiOptions{"1.2.3", directory_.path(), std::move(check_needs), key, budget}),
        thread_([this] {
          server_.run(
              [this](Request request, const Reply& reply) { api_->answer(std::move(request), reply); });
        }) {
    const std::string url = server_.url();
    port_ = std::stoi(url.substr(url.rfind(':') + 1));
  }
  ~Running() { stop(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  int port() const { return port_; }
  Server& server() { return server_; }
  const std::filesystem::path& tables() const { return directory_.path(); }

  /// As the program ends: the server first, then the work.
  void stop() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
    api_.reset();
  }

  static void nothing_fits(const solve::Needs& /*needs*/, const std::filesystem::path& /*directory*/) {
    throw Error("this does not fit");
  }
  static void all_fits(const solve::Needs& /*needs*/, const std::filesystem::path& /*directory*/) {}

 private:
  TemporaryDirectory directory_;
  Server server_;
  std::optional<Api> api_;
  std::thread thread_;
  int port_ = 0;
};

}  // namespace quixo::serve
