// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <string>

#include "tests/files.h"

namespace quixo::cli {

/// A file with a game, gone with this object.
struct GameFile {
  explicit GameFile(const std::string& text) { std::ofstream(path()) << text; }
  std::string path() const { return directory.path() / "game.txt"; }
  std::string text() const { return bytes_of(path()); }
  TemporaryDirectory directory;
};

}  // namespace quixo::cli
