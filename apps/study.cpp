// SPDX-License-Identifier: MIT
//
// quixo study: writes a report on one or more solved games.
#include "study/study.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <thread>

#include "apps/files.h"
#include "apps/needs.h"
#include "apps/progress_line.h"
#include "apps/stop_on_signal.h"
#include "apps/verbs.h"
#include "probe/tables.h"
#include "study/report.h"

namespace quixo::apps {
namespace {

struct Options {
  std::vector<std::string> rules;
  std::string out = "study";
  std::string tables;
  int threads = 0;
};

/// Makes sure of the directory before the work, not after it.
void make_writable(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw Error(fmt::format("cannot create {}: {}", directory.string(), error.message()));
  if (access(directory.c_str(), W_OK) != 0)
    throw Error(fmt::format("cannot write in {}: {}", directory.string(), std::strerror(errno)));
}

void write(const std::filesystem::path& directory, const std::vector<study::File>& files) {
  for (const study::File& file : files) write_text(directory / file.name, file.text);
}

study::Headline study_one(const Rules& rules, const Options& options) {
  const std::filesystem::path directory = std::filesystem::path(options.out) / to_string(rules);
  make_writable(directory);
  const Table table = open_table(
      options.tables.empty() ? default_tables_directory() : std::filesystem::path(options.tables), rules);
  check_needs({study::memory_for_reachability(table.layout()), 0}, {}, "");
  ProgressLine line;
  const study::Study study =
      study::study(table, {options.threads, {}, [&](const std::string& what, double share) {
                             line.show(fmt::format("{}: {}", to_string(rules), what), share);
                           }});
  line.clear();
  write(directory, study::report(table, study));
  print(fmt::format("{}\n", (directory / "report.md").string()));
  return study::headline_of(table, study);
}

void run(Options options) {
  std::vector<Rules> games;
  for (const std::string& name : options.rules)
    games.push_back(from_argument("RULES", [&] { return parse_rules(name); }));
  if (options.threads == 0)
    options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const StopOnSignal stop("The reports that are finished are kept.");
  std::vector<study::Headline> headlines;
  for (const Rules& rules : games) headlines.push_back(study_one(rules, options));
  if (headlines.size() < 2) return;
  write(options.out, study::summary(headlines));
  print(fmt::format("{}\n", (std::filesystem::path(options.out) / "summary.md").string()));
}

}  // namespace

void add_study(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "study", "Write a report on a solved game: tables, figures, positions, data",
                            "quixo study 4x4 --out reports");
  verb->add_option("RULES", options->rules, "rules names, such as 4x4; several also get a summary")
      ->required();
  verb->add_option("--out", options->out, "where to write; each game gets a folder of its name")
      ->capture_default_str();
  verb->add_option("--tables", options->tables, "where tables are kept (default: the user's data directory)");
  verb->add_option("--threads", options->threads, "threads to use (default: all)")
      ->check(CLI::Range(1, 1024));
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
