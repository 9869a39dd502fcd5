// SPDX-License-Identifier: MIT
//
// Who may have the server write: make tables, or stop making one. That the client is on this machine is not
// enough: a proxy is, too, whoever it asks for, and so is every page of a browser. So it takes a key that the
// server never sends: it is printed where the server is started, and whoever reads that may write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "serve/message.h"

namespace quixo::serve {

/// 128 random bits of the system. Throws Error when it has none.
std::string new_key();

class Writers {
 public:
  /// Without a key there are none: the server is read-only.
  explicit Writers(std::string key) : key_(std::move(key)) {}

  bool is_read_only() const { return key_.empty(); }
  /// Why this client may not do that ("start a solve"), in one line; nothing when it may.
  std::optional<std::string> why_not(const Request& request, std::string_view what) const;

 private:
  std::string key_;
};

}  // namespace quixo::serve
