// SPDX-License-Identifier: MIT
#include "verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <optional>

#include "base/file.h"
#include "base/hash.h"
#include "base/shared_directory.h"
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
#include "verify/together.h"
#include "verify/work_directory.h"

namespace quixo::verify {
namespace {

/// Of the time of a full check, what reading every block once takes (docs/bench.md).
constexpr double integrity_share = 0.1;

class Verification {
 public:
  Verification(TableFiles& files, const Options& options, Peers& peers, Report& report)
      : files_(files),
        options_(options),
        peers_(peers),
        report_(report),
        workers_(options.threads, options.stop) {
    for (int layer = 0; layer <= cells(); ++layer) all_positions_ += positions_of(layer);
  }

  void run() {
    report_.full = options_.extent == Extent::full ||
                   (options_.extent == Extent::fitting && all_positions_ <= quick_positions);
    if (report_.full)
      check_all();
    else if (check_integrity(1))
      check_sample();
    take_problems();
    if (problems_.count() == 0) files_.expect_unchanged();
    peers_.meet();  // no peer has a word before all have looked
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
    if (!peers_.is_alone()) {
      show("checksums of whole files", 0);
      files_.read_digests(all_layers(), workers_, peers_);
    }
    for (int layer = 0; layer <= cells(); ++layer) {
      // One process reads the blocks of a layer while the system still has the files in memory.
      const auto number = static_cast<std::size_t>(layer);
      if (peers_.is_alone()) files_.read_digests({number, number + 1}, workers_, peers_);
      const auto progress = [&, before](const Progress& read) {
        const double done =
            static_cast<double>(before) + read.share * static_cast<double>(positions_of(layer));
        show(fmt::format("checksums and counts, layer {:2}", layer),
             of_all * done / static_cast<double>(all_positions_));
      };
      if (std::optional<LayerContent> content = read_layer(files_, layer, workers_, peers_, found_, progress))
        contents.push_back(std::move(*content));
      before += positions_of(layer);
    }
    if (!take_problems()) return false;
    report_.table->digest = hex(files_.digest());
    if (peers_.is_first()) compare_manifest(files_, contents, false, found_);
    contents_ = std::move(contents);
    return take_problems();
  }

  /// Takes over what all peers have found; whether there is nothing.
  bool take_problems() {
    problems_.take_from_all(peers_, found_);
    return problems_.count() == 0;
  }

  void check_sample() {
    const Table table = Table::open(files_.directory());
    const auto progress = [&](const Progress& checked) {
      show("positions against their moves", checked.share);
    };
    const std::vector<Position> near = positions_near_start(files_.geometry(), near_start_moves);
    const std::vector<Position> random = random_positions(files_.geometry(), options_.sample, options_.seed);
    check_positions(table, near, workers_, found_, progress);
    check_positions(table, random, workers_, found_, progress);
    report_.near_start = near.size();
    report_.sampled = random.size();
  }

  /// What an earlier run has noted makes it shorter, but never the look at all bytes.
  void check_all() {
    if (peers_.is_first()) make_work_directory();
    work_ = said_by_first(peers_, own_work_ ? own_work_->path().string() : "");
    expect_shared(work_, peers_);
    if (check_integrity(integrity_share)) {
      take_up();
      check_layers();
    }
    if (!peers_.is_first()) return;
    remove_file(state_file());
    remove_losses(work_, all_layers());
    own_work_->remove();
  }

  void make_work_directory() {
    if (!keeps_notes()) {
      own_work_.emplace();
      return;
    }
    if (options_.own.empty())
      throw WrongDirectory("it is not known where to note how far the check has come");
    key_ = own_key(options_.own);
    own_work_.emplace(options_.work.empty() ? options_.own : options_.work, work_name(), files_.directory());
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
    if (state_.layer < cells()) files_.share_digests(state_.layer + 1, peers_);
    while (state_.layer >= 0) {
      files_.share_digests(state_.layer, peers_);
      if (!state_.outcomes_checked) {
        state_.losses[state_.layer] =
            check_outcomes(full_check("outcomes", false), state_.layer, contents_, found_);
        count_losses(state_.layer);
        state_.outcomes_checked = true;
        note_when_due();
      }
      if (losses) check_distances();
      --state_.layer;
      if (const int above = state_.layer + 2; above <= cells()) {  // is not read again
        state_.losses.at(above).blocks = {};
        files_.unshare_digests(above);
      }
      state_.outcomes_checked = false;
      state_.units.clear();
      note_when_due();
    }
    if (take_problems() && losses && peers_.is_first()) compare_manifest(files_, contents_, true, found_);
    report_.checked = all_positions_;
  }

  /// Adds the losses that were derived to what the layer holds.
  void count_losses(int layer) {
    for (const auto& [distance, count] : state_.losses.at(layer).counts)
      contents_[static_cast<std::size_t>(layer)].distances[distance].loss += count;
  }

  /// Goes on from what an earlier run has noted of these bytes, or begins.
  void take_up() {
    std::string why;
    std::optional<State> noted;
    if (peers_.is_first()) noted = read_state(state_file(), files_.digest(), key_, why);
    const std::string said = said_by_first(peers_, noted ? to_text(*noted) : "");
    if (!said.empty()) noted = state_from_text(said);
    if (noted && !has_working_files(*noted)) {
      why = "working files of an earlier check are missing or damaged";
      noted.reset();
    }
    if (noted) {
      state_ = std::move(*noted);
      for (const auto& [layer, losses] : state_.losses) count_losses(layer);
      problems_.add_all(state_.problems, state_.problem_count);
    } else {
      if (!why.empty() && options_.tell) options_.tell(why + ": the check begins anew");
      state_.layer = cells();
    }
    state_.table = files_.digest();
    if (peers_.is_first()) {
      if (!noted) remove_file(state_file());  // it would speak of files that are written anew
      // Of a pass that was not finished, perhaps by more peers.
      const int unfinished = state_.layer + (state_.outcomes_checked ? 0 : 1);
      remove_losses(work_, {0, static_cast<std::size_t>(unfinished)});
    }
    peers_.meet();  // before anybody writes there
  }

  bool has_working_files(State& state) {
    if (!files_.has_distances()) return true;
    const FullCheck check = full_check("", false);
    for (int layer = state.layer + (state.outcomes_checked ? 0 : 1);
         layer <= std::min(state.layer + 1, cells()); ++layer)
      if (!take_up_losses(check, layer, contents_, state.losses.at(layer))) return false;
    return true;
  }

  std::filesystem::path state_file() const { return work_ / "state.json"; }

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
      positions *= static_cast<std::uint64_t>(peers_.size());  // the others have done much the same
      const double share =
          (first + static_cast<double>(*done += positions)) / (passes * static_cast<double>(all_positions_));
      show(fmt::format("layer {:2}, {}", layer, what),
           std::min(1.0, integrity_share + (1 - integrity_share) * share));
    };
    return {files_, work_, state_.losses, options_.cache_bytes, workers_, peers_, count};
  }

  void check_distances() {
    const FullCheck full = full_check("distances", true);
    const std::uint64_t per_unit = files_.layout().shape(state_.layer).positions_of_unit();
    if (const std::size_t done = size_of(state_.units); done > 0)
      full.count(done * per_unit / static_cast<std::uint64_t>(peers_.size()));
    const std::size_t step = std::max<std::size_t>(1, options_.positions_per_note / per_unit);
    verify::check_distances(full, state_.layer, contents_, {state_.units, step}, found_,
                            [&](const Ranges& units) {
                              state_.units = units;
                              note_when_due();
                            });
  }

  void note_when_due() {
    if (!keeps_notes()) return;
    const bool due = Clock::now() - noted_ >= options_.between_notes;
    if (!peers_.any(peers_.is_first() && due)) return;
    take_problems();
    noted_ = Clock::now();
    if (!peers_.is_first()) return;
    state_.problems = problems_.kept();
    state_.problem_count = problems_.count();
    write_state(state_file(), state_, key_);
    remove_losses(work_, {static_cast<std::size_t>(state_.layer) + 2, all_layers().end});
  }

  Range all_layers() const { return {0, static_cast<std::size_t>(cells()) + 1}; }

  TableFiles& files_;
  const Options& options_;
  Peers& peers_;
  Report& report_;
  Digest key_{};  // the first peer's, as the next
  std::optional<WorkDirectory> own_work_;
  std::filesystem::path work_;
  Workers workers_;
  Problems problems_;                   // of all peers, the same at each
  Problems found_;                      // here since they were put together
  std::vector<LayerContent> contents_;  // by layer
  State state_;
  Clock::time_point noted_ = Clock::now();
  std::uint64_t all_positions_ = 0;
};

/// Throws Error unless all peers have the words of the first about the table: its manifest, or what is wrong
/// with it. So all go on in the same way.
void expect_same(const std::string& words, const std::filesystem::path& directory, Peers& peers) {
  if (peers.is_alone()) return;
  if (said_by_first(peers, words) != words)
    throw Error(fmt::format("process {} of {} does not see the {} of the first: all must share the directory",
                            peers.self(), peers.size(), table::manifest_file(directory).string()));
  peers.meet();
}

}  // namespace

Report verify(const std::filesystem::path& directory, const Options& options) {
  Alone alone;
  Peers& peers = options.peers != nullptr ? *options.peers : alone;
  assert(peers.is_alone() || options.extent == Extent::full);
  Report report;
  std::optional<table::Manifest> manifest;
  std::string words;  // a manifest that is read is written as it should be
  try {
    manifest = table::read_manifest(directory);
    if (manifest) words = table::to_text(*manifest);
  } catch (const Error& error) {
    words = error.what();
    report.problems.push_back({Check::manifest, words});
    report.problem_count = 1;
  }
  expect_same(words, directory, peers);
  if (report.problem_count > 0) return report;
  if (!manifest) throw Error(fmt::format("{} holds no table: quixo solve makes one", directory.string()));
  if (options.expected) manifest->expect(directory, options.expected->first, options.expected->second);
  report.table =
      Identity{manifest->rules, manifest->metric, manifest->bytes(), manifest->summary.signature, {}};
  TableFiles files(directory, std::move(*manifest), std::move(words));
  Verification(files, options, peers, report).run();
  return report;
}

}  // namespace quixo::verify
