// SPDX-License-Identifier: MIT
//
// The one exception of the project: bad input, or a resource that is not there. Its message is a single line
// that names what is wrong and says what was expected. Broken invariants are asserts, never an Error.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace quixo {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// There is no table of some rules. The message says which command makes one and what it takes.
class MissingTable : public Error {
 public:
  using Error::Error;
};

/// A file of a table that is missing, cannot be read or is not what was written. Other tables, and other
/// parts of this one, may still answer.
class DamagedTable : public Error {
 public:
  /// "FILE is damaged", where the last two words are `what`.
  DamagedTable(const std::filesystem::path& file, const std::string& what)
      : Error(file.string() + ' ' + what), file_(file.filename()), what_(what) {}

  /// Its name: "layer-07.outcomes".
  const std::string& file() const { return file_; }
  /// The message for those who need not know where tables are kept.
  std::string without_directory() const { return file_ + ' ' + what_; }

 private:
  std::string file_;
  std::string what_;
};

/// Thrown out of long work when a stop was requested. Nothing is wrong, so it is no Error.
struct Interrupted {};

}  // namespace quixo
