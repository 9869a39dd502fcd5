// SPDX-License-Identifier: MIT
//
// What a program that plays says: a byte for the size of the pieces that its output comes in, then the
// output. Lines and answers do not depend on how it is cut, and nobody keeps more of it than a line and a
// piece.
#include <algorithm>
#include <vector>

#include "agent/answers.h"
#include "fuzz/target.h"
#include "quixo/error.h"

namespace quixo::fuzz {
namespace {

/// The lines, and what was wrong with the output in the end.
std::vector<std::string> lines_of(std::string_view text, std::size_t piece) {
  std::vector<std::string> lines;
  std::string unread;
  try {
    while (!text.empty()) {
      unread += text.substr(0, piece);
      text.remove_prefix(std::min(piece, text.size()));
      while (const std::optional<std::string> line = agent::take_line(unread)) {
        expect(line->size() <= agent::longest_line);
        expect(std::ranges::all_of(*line, [](char c) { return c >= ' ' && c <= '~'; }));
        lines.push_back(*line);
      }
      expect(unread.size() <= agent::longest_line + 1);
    }
  } catch (const Error& error) {
    lines.emplace_back(error.what());
  }
  return lines;
}

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  fuzz::Source source(data, size);
  const std::size_t piece = 1 + source.byte();
  const std::vector<std::string> lines = fuzz::lines_of(source.text(), piece);
  fuzz::expect(lines == fuzz::lines_of(source.text(), 4096));
  for (const std::string& line : lines) {
    const agent::Answer answer = agent::parse_answer(line);
    fuzz::expect(answer.text.size() <= line.size());
    fuzz::expect(answer.kind != agent::Answer::Kind::greeting || answer.text.size() <= agent::longest_name);
    fuzz::expect(answer.kind != agent::Answer::Kind::other || answer.text == line);
  }
  return 0;
}
