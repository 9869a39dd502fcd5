// SPDX-License-Identifier: MIT
//
// An SVG document in the making: a string that grows. All figures of a study are written this way, by hand:
// no library renders a game whose cubes slide. Every figure is a whole document with a title and a
// description for those who do not see it; outcomes differ in shade and in label, not in colour alone.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace quixo::study {

class Svg {
 public:
  /// A document of this size.
  Svg(double width, double height, std::string_view title, std::string_view description) {
    head_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
        "height=\"{1:g}\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n"
        "<title>{2}</title>\n<desc>{3}</desc>\n",
        width, height, escaped(title), escaped(description));
    add("<rect width=\"{:g}\" height=\"{:g}\" fill=\"#fff\"/>\n", width, height);
  }

  /// Adds rules of style.
  void style(std::string_view rules) { style_ += rules; }

  /// Adds markup, which covers what was added before.
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    body_ += fmt::format(format, std::forward<Arguments>(arguments)...);
  }

  void text(double x, double y, std::string_view words, std::string_view attributes = {}) {
    add("<text x=\"{:g}\" y=\"{:g}\"{}{}>{}</text>\n", x, y, attributes.empty() ? "" : " ", attributes,
        escaped(words));
  }

  std::string document() const {
    return fmt::format("{}{}{}</svg>\n", head_,
                       style_.empty() ? "" : fmt::format("<style>\n{}</style>\n", style_), body_);
  }

 private:
  static std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) switch (c) {
        case '&':
          out += "&amp;";
          break;
        case '<':
          out += "&lt;";
          break;
        case '>':
          out += "&gt;";
          break;
        default:
          out += c;
      }
    return out;
  }

  std::string head_;
  std::string style_;
  std::string body_;
};

/// Attributes of text.
constexpr const char* centred = "text-anchor=\"middle\"";
constexpr const char* right = "text-anchor=\"end\"";
constexpr const char* headline = R"(font-size="16" font-weight="bold")";

}  // namespace quixo::study
