// SPDX-License-Identifier: MIT
//
// Who may have the server write: make tables, or stop making one. That the client is on this machine is not
// enough: a proxy is, too, whoever it asks for, and so is every page of a browser. So it takes a key that the
// server never sends: it is printed where the server is started, and whoever reads that may write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "serve/names.h"

namespace quixo::serve {

/// Whether somebody at this machine is asking, and not, by way of the browser, a page from elsewhere: such a
/// page names itself as the origin or, when it had its own name point here, as the host.
bool is_local(const Request& request);

/// Compares secrets: the time it takes does not tell how much of them is the same.
bool is_same_secret(std::string_view one, std::string_view two);

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
