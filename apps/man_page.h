// SPDX-License-Identifier: MIT
//
// Man pages, made of what --help says: one of the program, and one of each verb.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace quixo::apps {

/// What stands at the edges of a page.
struct PageEdge {
  std::string version;
  std::string date;  ///< May be empty.
};

/// In the language of troff: quixo.1.
std::string man_page(const CLI::App& app, const PageEdge& edge);
/// quixo-VERB.1.
std::string man_page(const CLI::App& app, const CLI::App& verb, const PageEdge& edge);

}  // namespace quixo::apps
