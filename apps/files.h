// SPDX-License-Identifier: MIT
//
// Games in files, as the verbs read and write them.
#pragma once

#include <string>

namespace quixo::apps {

/// The text of a file, of standard input when the name is "-". Throws Error when it cannot be read or is far
/// too long for a game.
std::string read_text(const std::string& name);

/// Writes a file whole or not at all. Only a plain file is replaced: a link is followed, and a pipe or a
/// device written into. Throws Error when it cannot be written.
void write_text(const std::string& name, const std::string& text);

}  // namespace quixo::apps
