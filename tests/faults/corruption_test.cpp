// SPDX-License-Identifier: MIT
//
// Tables that are not as they were written. A change is found when the table is opened, or by the question
// that touches it; no question is answered wrong. Where all checksums were made right again after the change,
// the table is a whole one that says something else, and only a check against the rules can tell: verify
// must.
#include <atomic>
#include <chrono>
#include <thread>

#include "layout/layout.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "table/block_file.h"
#include "table/manifest.h"
#include "tests/faults/support.h"
#include "tests/game/support.h"
#include "tests/table/support.h"
#include "verify/verify.h"

namespace quixo::faults {
namespace {

using table::Bytes;
using table::Part;

class Corruption : public testing::TestWithParam<std::tuple<const char*, Metric>> {
 protected:
  Corruption() : truth_(solve_in_memory(rules_)) {
    solve_into(directory_.path(), rules_, metric_);
    files_ = files_in(directory_.path());
    files_.erase("solve.json");  // nobody reads it here
    const Layout& layout = layout_of(truth_);
    std::mt19937 random(5);
    for (int layer = 0; layer <= rules_.cells(); ++layer)
      for (int i = 0; i < 4; ++i) {
        const auto bitmap = static_cast<std::uint32_t>(random() % layout.occupancies(layer).size());
        questions_.push_back(
            layout.position(layer, bitmap, static_cast<std::uint32_t>(random() % (1U << layer))));
      }
  }

  static void solve_into(const std::filesystem::path& directory, const Rules& rules, Metric metric) {
    QuickDisk disk;
    const StandIn stand_in(disk);
    solve_in(directory, Geometry(rules), metric);
  }

  std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }

  /// Opens the table and asks it: how many questions it refuses, all when it cannot be opened. None may be
  /// answered wrong.
  std::size_t refused() const {
    std::size_t refused = 0;
    try {
      const Table table = Table::open(directory_.path());
      for (const Position& position : questions_)
        if (refuses(table, position)) ++refused;
    } catch (const DamagedTable& error) {
      EXPECT_TRUE(files_.contains(error.file())) << error.what();
      return questions_.size();
    }
    return refused;
  }

  bool refuses(const Table& table, const Position& position) const {
    try {
      const Value value = table.probe(position);
      const Value expected = truth_.probe(position);
      EXPECT_EQ(value.outcome, expected.outcome) << position;
      if (metric_ == Metric::distance) {
        EXPECT_EQ(value.distance, expected.distance) << position;
      }
      return false;
    } catch (const DamagedTable& error) {
      EXPECT_TRUE(files_.contains(error.file())) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      return true;
    }
  }

  /// Whether the table says that it is damaged when all its blocks are read.
  bool refuses_to_be_read() const {
    try {
      const Table table = Table::open(directory_.path());
      for (int layer = 0; layer <= rules_.cells(); ++layer)
        source_of(table).scan(layer, 1, {}, [](const probe::ValueRun&, int) {});
      return false;
    } catch (const DamagedTable&) {
      return true;
    }
  }

  /// All bytes of the files of the smaller board.
  std::size_t step(const std::string& name) const {
    return (name == "manifest.json" ? std::size_t{37} : 1) * (rules_.cells() > 6 ? 3 : 1);
  }

  verify::Report verified() const {
    verify::Options options;
    options.threads = 1;
    return verify::verify(directory_.path(), options);
  }

  const Rules rules_ = parse_rules(std::get<0>(GetParam()));
  const Metric metric_ = std::get<1>(GetParam());
  const Table truth_;
  const TemporaryDirectory directory_;
  Files files_;
  std::vector<Position> questions_;
};

TEST_P(Corruption, IsNotSeenInAWholeTable) { EXPECT_EQ(refused(), 0U); }

/// Header, blocks, index and footer of every file, and some of the manifest, of which tests/table has all.
TEST_P(Corruption, OfAnyByteIsFound) {
  std::mt19937 random(1);
  for (const auto& [name, bytes] : files_) {
    for (std::size_t at = 0; at < bytes.size(); at += step(name)) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 1 << random() % 8);
      write_bytes(path(name), damaged);
      ASSERT_TRUE(refused() > 0 || refuses_to_be_read()) << name << " at byte " << at;
    }
    write_bytes(path(name), bytes);
  }
}

TEST_P(Corruption, ByTruncationOrGrowthIsFound) {
  for (const auto& [name, bytes] : files_) {
    for (std::size_t size = 0; size < bytes.size(); size += step(name)) {
      write_bytes(path(name), bytes.substr(0, size));
      ASSERT_EQ(refused(), questions_.size()) << name << " cut to " << size;
    }
    write_bytes(path(name), bytes + '\0');
    EXPECT_EQ(refused(), questions_.size()) << name;
    std::filesystem::remove(path(name));
    EXPECT_EQ(name == "manifest.json" || refused() == questions_.size(), true) << name;
    write_bytes(path(name), bytes);
  }
}

TEST_P(Corruption, ByAFileOfAnotherLayerOrTableIsFound) {
  const TemporaryDirectory other;
  const Rules twin = parse_rules(std::string(std::get<0>(GetParam())) + "-double-wins");
  solve_into(other.path(), twin, metric_);
  const Files of_twin = files_in(other.path());
  for (const auto& [name, bytes] : files_) {
    if (of_twin.at(name) != bytes) {
      write_bytes(path(name), of_twin.at(name));
      EXPECT_EQ(refused(), questions_.size()) << name << " of " << to_string(twin);
    }
    for (const auto& [another, its_bytes] : files_) {
      if (its_bytes == bytes) continue;
      write_bytes(path(name), its_bytes);
      EXPECT_EQ(refused(), questions_.size()) << another << " as " << name;
    }
    write_bytes(path(name), bytes);
  }
}

/// Every field in its turn says something else, and the hash is that of the text.
TEST_P(Corruption, ByAManifestThatLiesIsFoundAtLeastByVerify) {
  const std::string text = files_.at("manifest.json");
  int lies = 0;
  int found_when_opened = 0;
  for (std::size_t at = 0; at + 30 < text.size(); ++at) {  // without the last two lines
    const bool digit = std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    const bool last_of_a_word =
        text[at] == '"' && std::isalpha(static_cast<unsigned char>(text[at - 1])) != 0;
    if (!digit && !last_of_a_word) continue;
    std::string lie = text;
    if (digit)
      lie[at] = text[at] == '9' ? '8' : static_cast<char>(text[at] + 1);
    else
      lie[at - 1] = lie[at - 1] == 's' ? 't' : 's';
    // All fields of their own, and some of the long lists.
    if (++lies % (rules_.cells() > 6 ? 11 : 3) != 0 && at > text.find("\"distances\"")) continue;
    write_bytes(path("manifest.json"), table::with_right_hash(lie));
    std::string message;
    try {
      Table::open(directory_.path());
    } catch (const DamagedTable& error) {
      message = error.what();
    }
    if (!message.empty()) {
      ++found_when_opened;
    } else {
      ASSERT_FALSE(verified().good()) << text.substr(at < 40 ? 0 : at - 40, 60);
    }
    EXPECT_LE(refused(), questions_.size());
  }
  EXPECT_GT(lies, 500);
  EXPECT_GT(found_when_opened, lies / 30);
}

TEST_P(Corruption, OfTheTableWithChecksumsMadeRightIsFoundByVerify) {
  const table::Manifest manifest = *table::read_manifest(directory_.path());
  for (const int layer : {4, 5}) {
    // The values of one position as those of another: what a reader believes, and only a proof finds.
    const std::filesystem::path file = path(table::file_name(layer, Part::outcomes));
    const table::BlockFileHeader header = manifest.header(layer, Part::outcomes);
    table::Compressor compressor;
    Bytes packed;
    table::BlockFile(file, header).read_outcomes(0, compressor, packed);
    const auto change = std::ranges::find_if(packed, [](std::uint8_t byte) { return (byte & 3) == 1; });
    ASSERT_NE(change, packed.end());
    *change = static_cast<std::uint8_t>(*change ^ 3);  // a win becomes a loss
    Bytes code;
    compressor.compress_outcomes(packed, code);
    table::Manifest lying = manifest;
    table::FileEntry& entry = lying.layers[static_cast<std::size_t>(layer)].outcomes;
    {
      table::BlockFileWriter writer(file, header);
      writer.append(code);
      entry.checksum = writer.finish();
      entry.bytes = writer.size();
    }
    entry.hash = hash_of(std::span<const std::uint64_t>(std::array{hash_of(packed)}));
    lying.summary.signature = table::signature_of(lying.layers);
    table::write_manifest(directory_.path(), lying);
    EXPECT_FALSE(verified().good()) << layer;
    for (const auto& [name, bytes] : files_) write_bytes(path(name), bytes);
  }
}

/// Code 3 with checksums that are right: refused by the question, which took it for a draw before.
TEST_P(Corruption, ByAnOutcomeThatIsNoneIsFoundByTheQuestion) {
  const table::Manifest manifest = *table::read_manifest(directory_.path());
  constexpr int layer = 4;
  const table::BlockFileHeader header = manifest.header(layer, Part::outcomes);
  Bytes code;
  table::Compressor().compress_outcomes(Bytes(header.shape.words_in(0) * table::outcome_bytes_per_word, 0xff),
                                        code);
  table::Manifest lying = manifest;
  table::FileEntry& entry = lying.layers[layer].outcomes;
  table::BlockFileWriter writer(path(table::file_name(layer, Part::outcomes)), header);
  writer.append(code);
  entry.checksum = writer.finish();
  entry.bytes = writer.size();
  table::write_manifest(directory_.path(), lying);
  const Table table = Table::open(directory_.path());
  for (const Position& position : questions_) {
    if (std::popcount(position.occupied()) != layer) continue;
    try {
      // What the rules say at once needs no table.
      EXPECT_EQ(table.outcome(position), truth_.outcome(position)) << position;
    } catch (const DamagedTable& error) {
      EXPECT_NE(std::string(error.what()).find("has an outcome that is none (code 3)"), std::string::npos);
    }
  }
}

/// The table changes while many ask it. The process lives, every answer is right or an error, and when the
/// files are back all is answered again.
TEST_P(Corruption, UnderARunningReaderIsAnErrorOfEachQuestion) {
  const Table table = Table::open(directory_.path(), 0);  // nothing is kept from one question to the next
  std::atomic<bool> stop = false;
  std::atomic<int> answered = 0;
  std::atomic<int> told = 0;
  std::vector<std::thread> readers;
  readers.reserve(3);
  for (int i = 0; i < 3; ++i)
    readers.emplace_back([&] {
      while (!stop)
        for (const Position& position : questions_) ++(refuses(table, position) ? told : answered);
    });
  const auto wait_for = [](std::atomic<int>& count) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (const int from = count; count < from + 100;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (std::chrono::steady_clock::now() > end) return false;
    }
    return true;
  };
  for (int round = 0; round < 4; ++round) {
    for (const auto& [name, bytes] : files_) {
      if (name == "manifest.json") continue;
      if (round % 2 == 0)
        std::filesystem::resize_file(path(name), round == 0 ? 0 : 48);  // where the blocks begin
      else
        write_bytes(path(name), std::string(bytes.size(), static_cast<char>(round)));
    }
    EXPECT_TRUE(wait_for(told)) << round;
    for (const auto& [name, bytes] : files_) write_bytes(path(name), bytes);
    EXPECT_TRUE(wait_for(answered)) << round;
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  for (const Position& position : questions_) EXPECT_FALSE(refuses(table, position));
}

/// A disk on which the k-th read from now, counted from 1, finds that a file has just been cut.
class CuttingDisk : public QuickDisk {
 public:
  CuttingDisk(std::filesystem::path file, std::uintmax_t size, int k)
      : file_(std::move(file)), size_(size), k_(k) {}

  bool has_cut() const { return reads_ >= k_; }
  ssize_t pread(int file, void* bytes, std::size_t count, off_t offset) override {
    if (++reads_ == k_) std::filesystem::resize_file(file_, size_);
    return QuickDisk::pread(file, bytes, count, offset);
  }

 private:
  std::filesystem::path file_;
  std::uintmax_t size_;
  int k_;
  int reads_ = 0;
};

/// In place, so that what is open is cut, too: the check ends with an error or a problem, of a line each.
TEST_P(Corruption, UnderARunningProofIsTold) {
  for (const auto& [name, bytes] : files_) {
    for (const std::size_t size : {std::size_t{0}, bytes.size() / 2}) {
      for (int k = 1;; k *= 2) {
        const TemporaryDirectory own;
        verify::Options options;
        options.threads = 1;
        options.extent = verify::Extent::full;
        options.own = own.path() / "own";
        options.work = own.path();
        CuttingDisk disk(path(name), size, k);
        const StandIn stand_in(disk);
        verify::Report report;
        const std::string error = failure_of([&] { report = verify::verify(directory_.path(), options); });
        write_bytes(path(name), bytes);
        if (!disk.has_cut()) break;
        for (const verify::Problem& problem : report.problems)
          EXPECT_EQ(problem.text.find('\n'), std::string::npos) << problem.text;
        EXPECT_TRUE(!error.empty() || !report.good()) << name << " cut to " << size << " at read " << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Corruption,
                         testing::Combine(testing::Values("2x3", "3x3"),
                                          testing::Values(Metric::outcome, Metric::distance)),
                         name_of_test);

}  // namespace
}  // namespace quixo::faults
