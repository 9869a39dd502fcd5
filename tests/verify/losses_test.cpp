// SPDX-License-Identifier: MIT
//
// The files that a full check leaves when it is stopped: which of them it removes, and what it says when it
// cannot get at them.
#include "verify/losses.h"

#include <gtest/gtest.h>

#include <set>

#include "base/file.h"
#include "tests/files.h"
#include "tests/game/support.h"
#include "verify/state.h"

namespace quixo::verify {
namespace {

std::set<std::string> names_in(const std::filesystem::path& directory) {
  std::set<std::string> names;
  for (const auto& [name, bytes] : files_in(directory)) names.insert(name);
  return names;
}

TEST(Losses, OfSomeLayersAreRemovedWhateverVersionHasWrittenThem) {
  const TemporaryDirectory directory;
  const std::set<std::string> others = {"layer-05-0.losses", "layer-05.losses",     "layer-08.losses",
                                        "layer-07.outcomes", "layer-07.losses.old", "my-layer-07.losses",
                                        "layer-07-.losses",  "layer-.losses",       "losses"};
  for (const std::string& name : others) write_bytes(directory.path() / name, "kept");
  for (const int layer : {6, 7})
    for (const std::filesystem::path& file :
         {losses_file(directory.path(), layer), losses_file(directory.path(), layer, 12),
          directory.path() / ("layer-0" + std::to_string(layer) + ".losses")}) {
      write_bytes(file, "removed");
      write_bytes(partial_path(file), "removed");
    }
  remove_losses(directory.path(), {6, 8});
  EXPECT_EQ(names_in(directory.path()), others);
}

TEST(Losses, ThatCannotBeListedAreToldInOneLine) {
  const TemporaryDirectory directory;
  const std::filesystem::path none = directory.path() / "none";
  EXPECT_EQ(message_of([&] {
              remove_losses(none, {0, 9});
            }),
            "cannot read " + none.string() + ": No such file or directory");
}

TEST(State, ThatCannotBeReadIsToldInOneLine) {
  const TemporaryDirectory directory;
  std::string why;
  const auto read = [&](const std::filesystem::path& path) { return read_state(path, {}, {}, why); };
  EXPECT_FALSE(read(directory.path() / "none"));
  EXPECT_EQ(why, "");
  const std::filesystem::path unnamed = directory.path() / std::string(300, 'x');
  EXPECT_EQ(message_of([&] { read(unnamed); }), "cannot open " + unnamed.string() + ": File name too long");
  EXPECT_EQ(message_of([&] { read(directory.path()); }),
            "cannot read " + directory.path().string() + ": Is a directory");
}

}  // namespace
}  // namespace quixo::verify
