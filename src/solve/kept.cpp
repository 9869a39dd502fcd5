// SPDX-License-Identifier: MIT
//
// A solve that is kept in a directory, or goes on with what an earlier one has left there.
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "base/directory_lock.h"
#include "base/file.h"
#include "base/shared_directory.h"
#include "quixo/error.h"
#include "solve/directory.h"
#include "solve/file_pages.h"
#include "solve/needs.h"
#include "solve/solver.h"
#include "table/manifest.h"

namespace quixo::solve {
namespace {

/// A table of the version before manifests had a hash gets one. What the manifest says is taken as it is.
void add_hash(const std::filesystem::path& directory) {
  if (!table::read_manifest_without_hash(directory)) return;
  const DirectoryLock lock(directory, "solving");
  if (const auto manifest = table::read_manifest_without_hash(directory))
    table::write_manifest(directory, *manifest);
}

/// The result of a table that is there with all its files, whatever version of the program made it. They are
/// only read: neither the lock is needed nor leave to write.
std::optional<Result> finished_result(const Geometry& geometry, const Options& options) {
  const std::filesystem::path& directory = *options.directory;
  add_hash(directory);
  const std::optional<table::Manifest> manifest =
      table::read_manifest(directory, geometry.rules(), options.metric);
  if (!manifest) return std::nullopt;
  check_files(directory, *manifest);
  remove_working_files(directory);  // the run that finished may have been killed before it could
  return Result{manifest->summary, manifest->bytes()};
}

/// The same for peers: the first says whether the table is there, and the others read it then.
std::optional<Result> finished_result(const Geometry& geometry, const Options& options, Peers& peers) {
  std::optional<Result> finished;
  if (peers.is_first()) finished = finished_result(geometry, options);
  if (!peers.any(finished.has_value())) return std::nullopt;
  if (!finished) finished = finished_result(geometry, options);
  if (!finished)
    throw WrongDirectory(
        fmt::format("process {} of {} does not see the table in {}: all must share the directory",
                    peers.self(), peers.size(), options.directory->string()));
  return finished;
}

}  // namespace

Result solve(const Geometry& geometry, const Options& options) {
  if (!options.directory) return solve_layers(geometry, options, nullptr);
  Alone alone;
  Peers& peers = options.peers != nullptr ? *options.peers : alone;
  if (std::optional<Result> finished = finished_result(geometry, options, peers)) return *std::move(finished);
  std::optional<Directory> directory;
  if (peers.is_first()) directory.emplace(*options.directory, geometry, options.metric, peers);
  peers.meet();  // the others wait until it is there
  expect_shared(*options.directory, peers);
  if (!directory) directory.emplace(*options.directory, geometry, options.metric, peers);
  // Before the directory was locked another run may have finished it.
  if (std::optional<Result> finished = finished_result(geometry, options, peers)) return *std::move(finished);
  std::optional<FilePages> pages;
  if (needs(geometry, options).planes_on_disk) pages.emplace(*options.directory, *options.memory);
  return solve_layers(geometry, options, &*directory);
}

}  // namespace quixo::solve
