// SPDX-License-Identifier: MIT
//
// JSON that anybody may have written, read in a time that follows from its length. The library that reads it
// prints and compares what is nested by recursion, and looks for each field of an object among all others:
// what is nested too deep, and objects of too many fields, are refused before anything is made of them.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quixo {

using Json = nlohmann::ordered_json;

/// Looks at a text from its begin to its end, and throws Error at the first that may not be. What else may
/// not be, say those who derive from it.
class JsonCheck : public nlohmann::json_sax<Json> {
 public:
  struct Limits {
    std::size_t depth = 0;   ///< Of objects and lists in each other.
    std::size_t fields = 0;  ///< Of one object.
  };
  /// `what` is what errors speak of: "the body".
  JsonCheck(std::string what, Limits limits) : what_(std::move(what)), limits_(limits) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*fields*/) override { return begin(); }
  bool key(string_t& name) override;
  bool end_object() override { return end(); }
  bool start_array(std::size_t /*size*/) override { return begin(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t byte, const std::string& token,
                   const nlohmann::detail::exception& error) override;

 protected:
  const std::string& what() const { return what_; }
  /// How many objects and lists have begun and not ended.
  std::size_t depth() const { return fields_.size(); }

 private:
  bool begin();
  bool end() {
    fields_.pop_back();
    return true;
  }

  std::string what_;
  Limits limits_;
  std::vector<std::size_t> fields_;  ///< So far, of each that has begun.
};

/// Throws what the check throws.
Json parse_json(std::string_view text, JsonCheck& check);

}  // namespace quixo
