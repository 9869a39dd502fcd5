// SPDX-License-Identifier: MIT
#include "verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "base/file.h"
#include "base/hash.h"
#include "base/workers.h"
#include "game/notation.h"
#include "quixo/error.h"
#include "quixo/table.h"
#include "verify/distance_check.h"
#include "verify/full_check.h"
#include "verify/integrity.h"
#include "verify/losses.h"
#include "verify/outcome_check.h"
#include "verify/sample.h"
#include "verify/state.h"
#include "verify/work_directory.h"

namespace quixo::verify {
namespace {

/// Of the time of a full check, what reading every block once takes (docs/bench.md).
constexpr double integrity_share = 0.1;

class Verification {
 public:
  Verification(TableFiles& files, const Options& options, Report& report)
      : files_(files), options_(options), report_(report), workers_(options.threads, options.stop) {
    for (int layer = 0; layer <= cells(); ++layer) all_positions_ += positions_of(layer);
  }

  void run() {
    report_.full = options_.extent == Extent::full ||
                   (options_.extent == Extent::fitting && all_positions_ <= quick_positions);
    if (report_.full)
      check_all();
    else if (check_integrity(1))
      check_sample();
    if (problems_.count() == 0) files_.expect_unchanged();
    report_.problems = problems_.kept();
    report_.problem_count = problems_.count();
  }

 private:
  using Clock = std::chrono::steady_clock;

  int cells() const { return files_.geometry().cells(); }
  std::uint64_t positions_of(int layer) const { return files_.layout().shape(layer).positions(); }
  void show(const std::string& what, double share) const {
    if (options_.progress) options_.progress({what, 0, share});
  }

  /// Whether the table is the one its manifest speaks of. `of_all` is its share of the whole check.
  bool check_integrity(double of_all) {
    std::uint64_t before = 0;
    std::vector<LayerContent> contents;
    for (int layer = 0; layer <= cells(); ++layer) {
      const auto progress = [&, before](const Progress& read) {
        const double done =
            static_cast<double>(before) + read.share * static_cast<double>(positions_of(layer));
        show(fmt::format("checksums and counts, layer {:2}", layer),
             of_all * done / static_cast<double>(all_positions_));
      };
      if (std::optional<LayerContent> content = read_layer(files_, layer, workers_, problems_, progress))
        contents.push_back(std::move(*content));
      before += positions_of(layer);
    }
    if (problems_.count() > 0) return false;
    report_.table->digest = hex(files_.digest());
    compare_manifest(files_, contents, false, problems_);
    contents_ = std::move(contents);
    return problems_.count() == 0;
  }

  void check_sample() {
    const Table table = Table::open(files_.directory());
    const auto progress = [&](const Progress& checked) {
      show("positions against their moves", checked.share);
    };
    const std::vector<Position> near = positions_near_start(files_.geometry(), near_start_moves);
    const std::vector<Position> random = random_positions(files_.geometry(), options_.sample, options_.seed);
    check_positions(table, near, workers_, problems_, progress);
    check_positions(table, random, workers_, problems_, progress);
    report_.near_start = near.size();
    report_.sampled = random.size();
  }

  /// What an earlier run has noted makes it shorter, but never the look at all bytes.
  void check_all() {
    if (keeps_notes()) {
      if (options_.own.empty())
        throw WrongDirectory("it is not known where to note how far the check has come");
      key_ = own_key(options_.own);
      work_.emplace(options_.work.empty() ? options_.own : options_.work, work_name(), files_.directory());
    } else {
      work_.emplace();
    }
    if (check_integrity(integrity_share)) {
      take_up();
      check_layers();
    }
    remove_file(state_file());
    remove_losses(0);
    work_->remove();
  }

  /// What takes seconds begins again when it was stopped.
  bool keeps_notes() const { return options_.extent == Extent::full; }

  /// Of the work directory: another for each table.
  std::string work_name() const {
    return fmt::format("verify-{}-{}-{}", to_string(files_.geometry().rules()),
                       metric_name(files_.manifest().metric),
                       quixo::hex(hash_of(std::filesystem::canonical(files_.directory()).string())));
  }

  void check_layers() {
    const bool losses = files_.has_distances();
    while (state_.layer >= 0) {
      if (!state_.outcomes_checked) {
        state_.losses[state_.layer] =
            check_outcomes(full_check("outcomes", false), state_.layer, contents_, problems_);
        count_losses(state_.layer);
        state_.outcomes_checked = true;
        note_when_due();
      }
      if (losses) check_distances();
      --state_.layer;
      if (state_.layer + 2 <= cells()) state_.losses.at(state_.layer + 2).digests = {};  // not read again
      state_.outcomes_checked = false;
      state_.units = 0;
      note_when_due();
    }
    if (losses && problems_.count() == 0) compare_manifest(files_, contents_, true, problems_);
    report_.checked = all_positions_;
  }

  /// Adds the losses that were derived to what the layer holds.
  void count_losses(int layer) {
    for (const auto& [distance, count] : state_.losses.at(layer).counts)
      contents_[static_cast<std::size_t>(layer)].distances[distance].loss += count;
  }

  /// Goes on from what an earlier run has noted of these bytes, or begins.
  void take_up() {
    const Digest table = files_.digest();
    std::string why;
    std::optional<State> noted = read_state(state_file(), table, key_, why);
    if (noted && !has_working_files(*noted)) {
      why = "working files of an earlier check are missing or damaged";
      noted.reset();
    }
    if (noted) {
      state_ = std::move(*noted);
      for (const auto& [layer, losses] : state_.losses) count_losses(layer);
      problems_.restore(state_.problems, state_.problem_count);
      return;
    }
    if (!why.empty() && options_.tell) options_.tell(why + ": the check begins anew");
    remove_file(state_file());  // it would speak of files that are written anew
    state_.table = table;
    state_.layer = cells();
  }

  bool has_working_files(State& state) {
    if (!files_.has_distances()) return true;
    const FullCheck check = full_check("", false);
    for (int layer = state.layer + (state.outcomes_checked ? 0 : 1);
         layer <= std::min(state.layer + 1, cells()); ++layer)
      if (!take_up_losses(check, layer, contents_, state.losses.at(layer))) return false;
    return true;
  }

  std::filesystem::path state_file() const { return work_->path() / "state.json"; }

  /// For one of the two passes of a layer.
  FullCheck full_check(const std::string& what, bool second) {
    const int layer = state_.layer;
    const double passes = files_.has_distances() ? 2 : 1;
    std::uint64_t before = 0;
    for (int above = layer + 1; above <= cells(); ++above) before += positions_of(above);
    const double first = static_cast<double>(before) * passes +
                         (second ? (passes - 1) * static_cast<double>(positions_of(layer)) : 0.0);
    const auto done = std::make_shared<std::atomic<std::uint64_t>>(0);
    const auto count = [=, this](std::uint64_t positions) {
      const double share =
          (first + static_cast<double>(*done += positions)) / (passes * static_cast<double>(all_positions_));
      show(fmt::format("layer {:2}, {}", layer, what),
           std::min(1.0, integrity_share + (1 - integrity_share) * share));
    };
    return {files_, work_->path(), state_.losses, options_.cache_bytes, workers_, count};
  }

  void check_distances() {
    const FullCheck full = full_check("distances", true);
    const std::uint64_t per_unit = files_.layout().shape(state_.layer).positions_of_unit();
    if (state_.units > 0) full.count(state_.units * per_unit);
    const std::size_t step = std::max<std::size_t>(1, options_.positions_per_note / per_unit);
    verify::check_distances(full, state_.layer, contents_, {state_.units, step}, problems_,
                            [&](std::size_t units) {
                              state_.units = units;
                              note_when_due();
                            });
  }

  void note_when_due() {
    if (!keeps_notes() || Clock::now() - noted_ < options_.between_notes) return;
    state_.problems = problems_.kept();
    state_.problem_count = problems_.count();
    write_state(state_file(), state_, key_);
    remove_losses(state_.layer + 2);
    noted_ = Clock::now();
  }

  /// Of this layer and those above.
  void remove_losses(int from) const {
    for (int layer = from; layer <= cells(); ++layer) remove_file(losses_file(work_->path(), layer));
  }

  TableFiles& files_;
  const Options& options_;
  Report& report_;
  Digest key_{};
  std::optional<WorkDirectory> work_;
  Workers workers_;
  Problems problems_;
  std::vector<LayerContent> contents_;  // by layer
  State state_;
  Clock::time_point noted_ = Clock::now();
  std::uint64_t all_positions_ = 0;
};

}  // namespace

Report verify(const std::filesystem::path& directory, const Options& options) {
  Report report;
  std::optional<table::Manifest> manifest;
  try {
    manifest = table::read_manifest(directory);
  } catch (const Error& error) {
    report.problems.push_back({Check::manifest, error.what()});
    report.problem_count = 1;
    return report;
  }
  if (!manifest) throw Error(fmt::format("{} holds no table: quixo solve makes one", directory.string()));
  if (options.expected) manifest->expect(directory, options.expected->first, options.expected->second);
  report.table =
      Identity{manifest->rules, manifest->metric, manifest->bytes(), manifest->summary.signature, {}};
  TableFiles files(directory, std::move(*manifest), bytes_in(table::manifest_file(directory)));
  Verification(files, options, report).run();
  return report;
}

}  // namespace quixo::verify
