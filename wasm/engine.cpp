// SPDX-License-Identifier: MIT
//
// The engine as a WebAssembly module: the public interface of the library, and nothing else, as functions
// that a page can call (engine.js). Texts and bytes go in by memory that the caller has from quixo_allocate()
// and gives up with the call; what comes out stays until the next call. A call returns 0 when it was done,
// and else there is a message.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quixo/answers.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "quixo/rules.h"
#include "quixo/saved.h"
#include "quixo/table.h"
#include "quixo/version.h"

#define QUIXO_EXPORT(name) extern "C" __attribute__((export_name(#name)))

/// Of the page: how much of a solve is done.
extern "C" __attribute__((import_module("quixo"), import_name("progress"))) void show_progress(double share);

namespace {

using quixo::Table;

enum Outcome : int { done = 0, refused = 1, out_of_memory = 2 };

quixo::Answers& answers() {
  static quixo::Answers all;
  return all;
}

/// What the last call left, a text or bytes.
std::vector<std::uint8_t>& result() {
  static std::vector<std::uint8_t> bytes;
  return bytes;
}

void leave(std::string_view text) { result().assign(text.begin(), text.end()); }

struct Free {
  void operator()(std::uint8_t* bytes) const { std::free(bytes); }
};

/// What the caller has put into memory.
class Argument {
 public:
  Argument(std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  std::span<const std::uint8_t> bytes() const { return {bytes_.get(), size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(bytes_.get()), size_}; }

 private:
  std::unique_ptr<std::uint8_t, Free> bytes_;
  std::size_t size_;
};

template <class Work>
int run(const Work& work) {
  try {
    work();
    return done;
  } catch (const std::bad_alloc&) {
    return out_of_memory;
  } catch (const std::exception& error) {
    leave(error.what());
    return refused;
  }
}

/// The table of these rules. Throws Error when there is none.
Table table_of(std::string_view rules) {
  const quixo::Rules wanted = quixo::parse_rules(rules);
  for (const Table& table : answers().tables())
    if (table.rules() == wanted) return table;
  throw quixo::Error(quixo::to_string(wanted) + " is not solved yet");
}

}  // namespace

QUIXO_EXPORT(quixo_allocate) std::uint8_t* quixo_allocate(std::size_t bytes) {
  return static_cast<std::uint8_t*>(std::malloc(std::max<std::size_t>(bytes, 1)));
}

QUIXO_EXPORT(quixo_result) const std::uint8_t* quixo_result() { return result().data(); }
QUIXO_EXPORT(quixo_result_bytes) std::size_t quixo_result_bytes() { return result().size(); }

QUIXO_EXPORT(quixo_version) void quixo_version() { leave(quixo::version); }
QUIXO_EXPORT(quixo_most_cells) int quixo_most_cells() { return quixo::most_cells_in_memory; }

/// Returns the status, or 0 when memory is out.
QUIXO_EXPORT(quixo_ask)
int quixo_ask(std::uint8_t* method, std::size_t method_bytes, std::uint8_t* target, std::size_t target_bytes,
              std::uint8_t* body, std::size_t body_bytes) {
  const Argument method_text(method, method_bytes);
  const Argument target_text(target, target_bytes);
  const Argument body_text(body, body_bytes);
  int status = 0;
  run([&] {
    const quixo::Answer answer = answers().answer(method_text.text(), target_text.text(), body_text.text());
    leave(answer.body);
    status = answer.status;
  });
  return status;
}

QUIXO_EXPORT(quixo_solve) int quixo_solve(std::uint8_t* rules, std::size_t rules_bytes) {
  const Argument name(rules, rules_bytes);
  return run([&] {
    const quixo::Rules wanted = quixo::parse_rules(name.text());
    for (const Table& table : answers().tables())
      if (table.rules() == wanted) return;
    answers().add(quixo::solve_in_memory(wanted, {.threads = 1, .progress = show_progress}));
  });
}

QUIXO_EXPORT(quixo_save) int quixo_save(std::uint8_t* rules, std::size_t rules_bytes) {
  const Argument name(rules, rules_bytes);
  return run([&] { result() = quixo::save_table(table_of(name.text())); });
}

/// Leaves the name of the rules.
QUIXO_EXPORT(quixo_load) int quixo_load(std::uint8_t* bytes, std::size_t size) {
  const Argument saved(bytes, size);
  return run([&] {
    const Table table = quixo::load_table(saved.bytes());
    answers().add(table);
    leave(quixo::to_string(table.rules()));
  });
}

/// Leaves the names of the rules that are solved, a line each.
QUIXO_EXPORT(quixo_solved) int quixo_solved() {
  return run([&] {
    std::string names;
    for (const Table& table : answers().tables()) names += quixo::to_string(table.rules()) + '\n';
    leave(names);
  });
}

QUIXO_EXPORT(quixo_signature) int quixo_signature(std::uint8_t* rules, std::size_t rules_bytes) {
  const Argument name(rules, rules_bytes);
  return run([&] {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
      text += digits[table_of(name.text()).summary().signature >> shift & 15];
    leave(text);
  });
}
