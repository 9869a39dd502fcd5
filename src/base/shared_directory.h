// SPDX-License-Identifier: MIT
//
// A directory that processes on several machines write to together. That each of them has one of this name
// proves nothing: every machine may have its own, and then each would write a part of a file and none the
// whole.
#pragma once

#include <filesystem>

#include "base/peers.h"

namespace quixo {

/// Throws WrongDirectory unless all peers see the directory of the first, which must be there. All of them
/// must call it.
void expect_shared(const std::filesystem::path& directory, Peers& peers);

}  // namespace quixo
