// SPDX-License-Identifier: MIT
//
// quixo serve: the page and the API over HTTP.
#include <fmt/format.h>

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "apps/needs.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "quixo/version.h"
#include "serve/api.h"
#include "serve/cors.h"
#include "serve/server.h"
#include "serve/writers.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;
  std::string tables;
  bool read_only = false;
  std::vector<std::string> cors;
};

/// 0 is asked for by those who know what it means.
CLI::Validator a_port() {
  const auto check = [](const std::string& text) {
    const bool is_port = number_from(0, UINT16_MAX)(text).empty();
    return is_port ? "" : fmt::format("{} is not a port: choose 1 to {}", quixo::quoted(text), UINT16_MAX);
  };
  return {check, ""};
}

void run(const Options& options) {
  from_argument("--address", [&] { serve::check_address(options.address); });
  for (const std::string& origin : options.cors)
    from_argument("--cors", [&] { serve::check_origin(origin); });
  // New for each start, and nowhere but in the address: the page keeps it, and takes it out of the address
  // bar.
  const std::string key = options.read_only ? "" : serve::new_key();
  serve::Server server(options.address, options.port);
  serve::Api api({std::string(version), tables_directory(options.tables),
                  [](const solve::Needs& needs, const std::filesystem::path& directory) {
                    check_needs(needs, directory, "--tables");
                  },
                  key});
  // The first question of the page, asked before it comes: what a search makes once is there by then.
  std::stop_source stopping;
  serve::Request first;
  first.stop = stopping.get_token();
  first.method = "GET";
  first.target = "/api/v1/position?rules=5x5&position=5/5/5/5/5+x";
  api.answer(std::move(first), [](const serve::Response&) {});
  server.stop_on_signals();
  print(fmt::format("Open {}{} in a browser; Ctrl-C stops the server.\n", server.url(),
                    key.empty() ? "" : "#key=" + key));
  server.run(serve::with_cors(options.cors, [&](serve::Request request, const serve::Reply& reply) {
    api.answer(std::move(request), reply);
  }));
  stopping.request_stop();
}

}  // namespace

void add_serve(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "serve", "Serve the page to play and explore, and the API behind it",
                            "quixo serve --port 8080");
  verb->add_option("--address", options->address, "IP address to listen on (default: 127.0.0.1)");
  verb->add_option("--port", options->port, "port to listen on, 0 for any that is free (default: 8080)")
      ->check(a_port());
  add_tables_option(*verb, options->tables);
  verb->add_flag("--read-only", options->read_only, "let nobody make tables from the page");
  verb->add_option(
          "--cors", options->cors,
          "let pages of this origin (https://example.org) read the API; again for more (default: none)")
      ->type_name("ORIGIN")
      ->allow_extra_args(false);
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
