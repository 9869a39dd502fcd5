// SPDX-License-Identifier: MIT
//
// quixo manual: the man pages of the program and its verbs, and the completion of shells, as files. The build
// runs it once to install them.
#include <filesystem>
#include <memory>

#include "apps/completion.h"
#include "apps/files.h"
#include "apps/man_page.h"
#include "apps/verbs.h"
#include "quixo/version.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string directory;
  std::string date;
};

void run(const CLI::App& app, const Options& options) {
  const std::filesystem::path directory = options.directory;
  std::error_code failed;
  std::filesystem::create_directories(directory, failed);
  if (failed)
    throw Error(fmt::format("cannot make the directory {}: {}", options.directory, failed.message()));
  const auto write = [&](const std::string& name, const std::string& text) {
    write_text((directory / name).string(), text);
  };
  const PageEdge edge{std::string(version), options.date};
  write("quixo.1", man_page(app, edge));
  for (const CLI::App* verb : app.get_subcommands(nullptr))
    write("quixo-" + verb->get_name() + ".1", man_page(app, *verb, edge));
  write("quixo.bash", bash_completion(app));
  write("_quixo", zsh_completion(app));
  write("quixo.fish", fish_completion(app));
}

}  // namespace

void add_manual(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb =
      add_verb(app, "manual", "Write the man pages, and completion for bash, zsh and fish, as files",
               "quixo manual build/manual");
  verb->add_option("DIR", options->directory, "the directory to write to")->required();
  verb->add_option("--date", options->date, "what to print under the pages (default: nothing)");
  verb->callback([&app, options] { run(app, *options); });
}

}  // namespace quixo::apps
