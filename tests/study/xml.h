// SPDX-License-Identifier: MIT
//
// Enough of an XML reader to tell a document that browsers show from one that they refuse.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quixo::study {

inline int count_of(std::string_view text, std::string_view part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// What is wrong with a document: elements that do not nest, attributes without quotes or given twice, stray
/// characters. Empty when all is well.
inline std::string xml_problem(std::string_view text) {
  constexpr std::string_view spaces = " \n";
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == ':';
  };
  std::vector<std::string> open;
  std::size_t at = 0;
  const auto problem = [&](const std::string& what) {
    return what + " at: " + std::string(text.substr(at, 60));
  };
  const auto read_name = [&] {
    const std::size_t begin = at;
    while (at < text.size() && (is_name(text[at]) || (at > begin && text[at] >= '0' && text[at] <= '9')))
      ++at;
    return std::string(text.substr(begin, at - begin));
  };
  bool had_root = false;
  while (at < text.size()) {
    if (text[at] == '&') {
      const std::size_t end = text.find(';', at);
      const std::string_view entity = text.substr(at, end == std::string_view::npos ? 1 : end - at + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;") return problem("a bare ampersand");
      at = end + 1;
    } else if (text[at] != '<') {
      if (open.empty() && spaces.find(text[at]) == std::string_view::npos)
        return problem("text outside the root");
      if (text[at] == '>') return problem("a bare >");
      ++at;
    } else if (text.substr(at, 2) == "</") {
      at += 2;
      const std::string name = read_name();
      if (open.empty() || open.back() != name) return problem("</" + name + "> closes something else");
      if (at >= text.size() || text[at++] != '>') return problem("an end tag that does not end");
      open.pop_back();
    } else {
      ++at;
      const std::string name = read_name();
      if (name.empty()) return problem("a tag without a name");
      if (open.empty() && had_root) return problem("a second root");
      had_root = true;
      std::vector<std::string> attributes;
      while (at < text.size() && spaces.find(text[at]) != std::string_view::npos) {
        ++at;
        const std::string attribute = read_name();
        for (const std::string& other : attributes)
          if (other == attribute) return problem("attribute " + attribute + " twice");
        attributes.push_back(attribute);
        if (attribute.empty() || text.substr(at, 2) != "=\"") return problem("an attribute without a value");
        at = text.find('"', at + 2);
        if (at == std::string_view::npos) return "an attribute without an end";
        ++at;
      }
      const bool closed = text.substr(at, 2) == "/>";
      if (closed) ++at;
      if (at >= text.size() || text[at++] != '>') return problem("a tag that does not end");
      if (!closed) open.push_back(name);
    }
  }
  return open.empty() ? had_root ? "" : "nothing at all" : open.back() + " is not closed";
}

}  // namespace quixo::study
