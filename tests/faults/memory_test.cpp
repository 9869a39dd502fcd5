// SPDX-License-Identifier: MIT
//
// Memory that is not there: the k-th allocation of a solve or of a question fails, or a plane cannot be
// mapped. It is one error, and the next try goes on.
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdlib>
#include <new>

#include "cube/plane.h"
#include "probe/file_source.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "table/manifest.h"
#include "tests/faults/support.h"
#include "verify/verify.h"

namespace {

/// How many allocations are left until one fails; below 0, none does.
std::atomic<long> until_failure = -1;
/// Those of fewer bytes are not counted.
std::atomic<std::size_t> least_bytes = 0;
/// Where JSON is read: the library for it allocates a little where it may not throw, when it lets go of a
/// document, and ends the process if that fails.
constexpr std::size_t more_than_json_wants = 2048;
constexpr std::size_t more_than_a_manifest_wants = 8 << 10;
/// Where directories are listed: the standard library allocates the path of an entry where it may not throw.
constexpr std::size_t more_than_a_path_wants = 1024;

void* allocate(std::size_t size, std::size_t alignment) {
  if (size >= least_bytes && until_failure >= 0 && until_failure-- == 0) return nullptr;
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  if (void* memory = allocate(size == 0 ? 1 : size, alignment)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// The allocations of this whole program. GCC warns of what it has inlined one side of.
void* operator new(std::size_t size) { return allocate_or_throw(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size == 0 ? 1 : size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/,
                                       std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

namespace quixo::faults {
namespace {

/// Does work() with its k-th allocation failing, for each k at first and more and more rarely later, until
/// there are fewer; after(failed) follows each. Returns how many failed. Allocations of fewer bytes than
/// `least` do not.
template <class Work, class After>
int fail_allocations(std::size_t least, const Work& work, const After& after) {
  int failures = 0;
  least_bytes = least;
  for (long k = 0;; k += 1 + k / 30) {
    until_failure = k;
    bool failed = false;
    try {
      work();
    } catch (const std::bad_alloc&) {
      failed = true;
    } catch (const Error&) {
      failed = true;
    }
    const bool reached = until_failure < 0;
    until_failure = -1;
    failures += failed ? 1 : 0;
    after(failed);
    if (!reached || testing::Test::HasFailure()) return failures;
  }
}

class Memory : public testing::TestWithParam<Metric> {
 protected:
  /// A table is not damaged because there is no memory to read it.
  template <class Work>
  static void not_called_damage(const Work& work) {
    try {
      work();
    } catch (const DamagedTable& error) {
      ADD_FAILURE() << error.what();
    }
  }

  const Geometry geometry_{parse_rules("3x3")};
  const Files expected_ = undisturbed(geometry_, GetParam());
};

TEST_P(Memory, ThatIsMissingInASolveIsAnErrorAndItGoesOn) {
  QuickDisk disk;
  const StandIn stand_in(disk);
  std::optional<TemporaryDirectory> directory(std::in_place);
  const int failures = fail_allocations(
      more_than_json_wants, [&] { solve_in(directory->path(), geometry_, GetParam(), 3); },
      [&](bool) {
        ASSERT_EQ(failure_of([&] { solve_in(directory->path(), geometry_, GetParam()); }), "");
        ASSERT_EQ(files_in(directory->path()), expected_);
        directory.emplace();
      });
  EXPECT_GT(failures, 20);
}

TEST_P(Memory, ThatIsMissingForAnAnswerIsAnErrorAndTheTableStillAnswers) {
  QuickDisk disk;
  const StandIn stand_in(disk);
  const TemporaryDirectory directory;
  solve_in(directory.path(), geometry_, GetParam());
  const Position position = parse_position(geometry_, "1OX/XO1/3 x");
  const Table table = Table::open(directory.path(), 0);
  const auto values = [&] {
    std::vector<Value> found;
    for (const MoveValue& move : table.moves(position)) found.push_back(move.value);
    return found;
  };
  const std::vector<Value> expected = values();
  std::vector<Value> found;
  const int failures = fail_allocations(
      0, [&] { not_called_damage([&] { found = values(); }); },
      [&](bool failed) {
        if (!failed) {
          ASSERT_EQ(found, expected);
        }
        ASSERT_EQ(values(), expected);
      });
  EXPECT_GT(failures, 10);
}

TEST_P(Memory, ThatIsMissingToOpenATableIsAnErrorAndTheNextTryOpensIt) {
  QuickDisk disk;
  const StandIn stand_in(disk);
  const TemporaryDirectory directory;
  solve_in(directory.path(), geometry_, GetParam());
  const Position position = parse_position(geometry_, "1OX/XO1/3 x");
  const Value expected = Table::open(directory.path()).probe(position);
  const auto opens = [&](bool) { ASSERT_EQ(Table::open(directory.path()).probe(position), expected); };
  const int large = fail_allocations(
      more_than_a_manifest_wants, [&] { not_called_damage([&] { Table::open(directory.path()); }); }, opens);
  EXPECT_GT(large, 0);
  // All of them, once the manifest is read.
  const table::Manifest manifest = *table::read_manifest(directory.path());
  const int any = fail_allocations(
      0, [&] { not_called_damage([&] { probe::FileSource(directory.path(), manifest, 0); }); }, opens);
  EXPECT_GT(any, 20);
}

/// And it makes no wrong table good and no good one wrong.
TEST_P(Memory, ThatIsMissingInAFullCheckIsAnErrorAndItGoesOn) {
  QuickDisk disk;
  const StandIn stand_in(disk);
  const TemporaryDirectory good;
  const TemporaryDirectory wrong;
  const TemporaryDirectory own;
  solve_in(good.path(), geometry_, GetParam());
  wrong_table(wrong.path(), GetParam());
  verify::Options options;
  options.extent = verify::Extent::full;
  options.threads = 2;
  options.between_notes = std::chrono::milliseconds(0);
  options.own = own.path();
  for (const auto& table : {good.path(), wrong.path()}) {
    const verify::Report expected = verify::verify(table, options);
    ASSERT_EQ(expected.good(), table == good.path());
    const auto check = [&] {
      const verify::Report report = verify::verify(table, options);
      EXPECT_EQ(report.problems, expected.problems);
      EXPECT_EQ(report.checked, expected.checked);
    };
    const int large = fail_allocations(more_than_a_manifest_wants, check, [&](bool) { check(); });
    EXPECT_GT(large, 10);
  }

  // Also smaller ones, from the look at the layers on, where no JSON is read or written any more.
  options.between_notes = std::chrono::hours(1);
  const verify::Report expected = verify::verify(wrong.path(), options);
  ASSERT_FALSE(expected.good());
  const auto check = [&] { EXPECT_EQ(verify::verify(wrong.path(), options).problems, expected.problems); };
  std::atomic<long> left = -1;
  options.progress = [&](const Progress& progress) {
    if (!progress.phase.starts_with("layer")) return;
    if (const long k = left.exchange(-1); k >= 0) until_failure = k;
  };
  const int any = fail_allocations(
      more_than_a_path_wants,
      [&] {
        left = until_failure.exchange(-1);
        check();
      },
      [&](bool) { check(); });
  EXPECT_GT(any, 20);
}

INSTANTIATE_TEST_SUITE_P(, Memory, testing::Values(Metric::outcome, Metric::distance),
                         [](const auto& test) { return name_of(test.param); });

TEST(Planes, ThatCannotBeMappedAreAnError) {
  constexpr int axes = 20;
  EXPECT_THROW(cube::Plane(std::size_t{1} << 40, axes), std::bad_alloc);
  cube::Plane small(16, axes);
  small[3][5] = 7;
  EXPECT_THROW(cube::Plane::reuse(std::move(small), std::size_t{1} << 40, axes), std::bad_alloc);
}

/// In a process of its own, whose address space is limited more and more.
TEST(Planes, ThatCannotBeMappedInASolveAreAnErrorAndItGoesOn) {
  const Geometry geometry(parse_rules("4x4"));
  const TemporaryDirectory directory;
  int failures = 0;
  for (const rlim_t megabytes : {8U, 16U, 24U, 32U, 48U, 64U, 96U, 128U, 4096U}) {
    const pid_t child = fork();
    if (child == 0) {
      std::ifstream statm("/proc/self/statm");
      rlim_t pages = 0;
      statm >> pages;
      const rlim_t bytes = pages * static_cast<rlim_t>(getpagesize()) + (megabytes << 20);
      const rlimit limit{bytes, bytes};
      setrlimit(RLIMIT_AS, &limit);
      QuickDisk disk;
      const StandIn stand_in(disk);
      _exit(failure_of([&] { solve_in(directory.path(), geometry, Metric::outcome); }).empty() ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "killed by signal " << WTERMSIG(status) << " with " << megabytes
                                   << " MB";
    if (WEXITSTATUS(status) == 1) ++failures;
  }
  EXPECT_GT(failures, 0);
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "manifest.json"));
}

}  // namespace
}  // namespace quixo::faults
