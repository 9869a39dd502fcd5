// SPDX-License-Identifier: MIT
//
// quixo study: writes a report on a solved game.
#include "study/study.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "apps/files.h"
#include "apps/needs.h"
#include "apps/progress_line.h"
#include "apps/stop_on_signal.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "base/workers.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "study/report.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules;
  std::string out;
  std::string tables;
  int threads = 0;
};

/// Makes sure of the directory before the work, not after it.
void make_writable(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw Error(fmt::format("cannot create {}: {}", quixo::quoted(directory.string()), error.message()));
  if (access(directory.c_str(), W_OK) != 0)
    throw Error(fmt::format("cannot write in {}: {}", quixo::quoted(directory.string()), reason_of(errno)));
}

/// An earlier report may have files that this one has not, and its report.md must not show new figures.
void remove_report(const std::filesystem::path& directory) {
  for (const char* name : study::report_files) {
    std::error_code error;
    std::filesystem::remove(directory / name, error);
    if (error)
      throw Error(
          fmt::format("cannot remove {}: {}", quixo::quoted((directory / name).string()), error.message()));
  }
}

void run(Options options) {
  const Rules rules = from_argument("RULES", [&] { return parse_rules(options.rules); });
  const std::filesystem::path directory = options.out.empty() ? "study-" + to_string(rules) : options.out;
  if (options.threads == 0) options.threads = all_threads();
  const Table table = table_for(rules, options.tables);
  make_writable(directory);
  check_needs({study::memory_for_reachability(layout_of(table)), 0}, {}, "");

  const StopOnSignal stop("The report is not finished.");
  ProgressLine line;
  const study::Study found = study::study(table, {options.threads, {}, [&](const Progress& progress) {
                                                    line.show("counting and looking", progress.share);
                                                  }});
  line.clear();
  const std::vector<study::File> files = study::report(table, found);
  remove_report(directory);
  for (const study::File& file : files) write_text(directory / file.name, file.text);
  print(fmt::format("{}\n", (directory / "report.md").string()));
}

}  // namespace

void add_study(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "study", "Write a report on a solved game: tables, figures, positions, data",
                            "quixo study 4x4 --out report");
  verb->add_option("RULES", options->rules, "rules name, such as 4x4")->required();
  verb->add_option("--out", options->out, "the directory to write to (default: study-RULES)")
      ->type_name("DIR");
  add_tables_option(*verb, options->tables);
  add_threads_option(*verb, options->threads);
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
