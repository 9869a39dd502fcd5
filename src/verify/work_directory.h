// SPDX-License-Identifier: MIT
//
// Where a full check keeps its working files and how far it has come: a directory that it makes itself, that
// is the user's alone, and outside the table, so that whoever made the table has no part in it. Nothing in it
// is removed that the check has not made.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/directory_lock.h"
#include "verify/sha256.h"

namespace quixo::verify {

/// The user's own key, which marks what she has noted as hers. It is made when there is none. Throws
/// WrongDirectory when it cannot be kept in this directory, or others could have put it there.
Digest own_key(const std::filesystem::path& directory);

class WorkDirectory {
 public:
  /// The directory of this name in `parent`, made if need be and locked. Throws WrongDirectory when it cannot
  /// be made, when others made it or could write there, or when it is inside the table, and Busy when another
  /// check works there.
  WorkDirectory(const std::filesystem::path& parent, const std::string& name,
                const std::filesystem::path& table);
  /// A new one among the temporary files, which goes with this.
  WorkDirectory();
  ~WorkDirectory();
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Removes the directory, after its files.
  void remove();

 private:
  std::filesystem::path path_;
  std::optional<DirectoryLock> lock_;  // nobody else knows of a temporary one
};

}  // namespace quixo::verify
