// SPDX-License-Identifier: MIT
//
// The files of an unfinished solve of 3x4: a byte that says which of them, then its bytes. Those of a layer
// are read as they are, then with the checksum that belongs to their first line, so that what comes after
// that check is reached. What is read is written so that it reads the same.
#include <filesystem>
#include <optional>
#include <string>

#include "base/hash.h"
#include "base/peers.h"
#include "base/system_calls.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "game/notation.h"
#include "quixo/error.h"
#include "solve/directory.h"
#include "tests/files.h"

namespace quixo::fuzz {
namespace {

/// What is wrong is said in a line, which does not repeat whatever is in the file.
void expect_one_line(const Error& error) {
  const std::string_view line = error.what();
  expect(!line.empty() && line.size() < 500 && line.find('\n') == std::string_view::npos);
}

/// Waits for no disk.
class QuickDisk : public SystemCalls {
 public:
  int fsync(int /*file*/) override { return 0; }
};

const Geometry& board() {
  static const Geometry geometry(parse_rules("3x4"));
  return geometry;
}

std::string name_of(int layer) {
  return (layer < 10 ? "layer-0" : "layer-") + std::to_string(layer) + ".json";
}

/// A directory whose files are all one, in memory, but for its solve.json; and one for what is written.
class Layers {
 public:
  explicit Layers(Metric metric)
      : reading_(read_.path(), board(), metric, alone_), writing_(written_.path(), board(), metric, alone_) {
    for (int layer = 0; layer <= board().rules().cells(); ++layer)
      std::filesystem::create_symlink(file_.path(), read_.path() / name_of(layer));
  }

  void check(int layer, std::string_view text) const {
    file_.write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    const std::optional<solve::LayerSummary> summary = summary_of(layer);
    if (!summary) return;
    const std::string once = written(layer, *summary);
    expect(written(layer, *writing_.load(layer)) == once);
  }

 private:
  std::optional<solve::LayerSummary> summary_of(int layer) const {
    try {
      std::optional<solve::LayerSummary> summary = reading_.load(layer);
      expect(summary.has_value());  // the file is there
      return summary;
    } catch (const Error& error) {
      expect_one_line(error);
      return std::nullopt;
    }
  }
  std::string written(int layer, const solve::LayerSummary& summary) const {
    writing_.save(layer, summary);
    return bytes_of(written_.path() / name_of(layer));
  }

  MemoryFile file_;
  TemporaryDirectory read_;
  TemporaryDirectory written_;
  Alone alone_;
  solve::Directory reading_;
  solve::Directory writing_;
};

/// A directory whose solve.json is in memory.
class Identity {
 public:
  Identity() { std::filesystem::create_symlink(file_.path(), directory_.path() / "solve.json"); }

  void check(Metric metric, std::string_view text) const {
    file_.write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    Alone alone;
    try {
      const solve::Directory directory(directory_.path(), board(), metric, alone);
    } catch (const Error& error) {
      expect_one_line(error);
    }
  }

 private:
  MemoryFile file_;
  TemporaryDirectory directory_;
};

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  static fuzz::QuickDisk disk;
  static const StandIn stand_in(disk);
  static const fuzz::Layers of_outcomes(Metric::outcome);
  static const fuzz::Layers of_distances(Metric::distance);
  static const fuzz::Identity identity;
  fuzz::Source source(data, size);
  const unsigned which = source.byte();
  const Metric metric = which >= 0x80 ? Metric::outcome : Metric::distance;
  const int layers = fuzz::board().rules().cells() + 1;
  const int layer = static_cast<int>(which & 0x7f) % (layers + 1);  // 'b' is the first
  const std::string_view text = source.text();
  if (layer == layers) {
    identity.check(metric, text);
    return 0;
  }
  const fuzz::Layers& of_metric = metric == Metric::outcome ? of_outcomes : of_distances;
  of_metric.check(layer, text);
  const std::string line(text.substr(0, text.find('\n')));
  of_metric.check(layer, line + '\n' + hex(hash_of(line)) + '\n');
  return 0;
}
