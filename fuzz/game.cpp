// SPDX-License-Identifier: MIT
//
// Games as they are saved: what is read is printed so that it reads the same.
#include "fuzz/target.h"
#include "quixo/error.h"
#include "quixo/notation.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  try {
    const GameRecord game = parse_game(fuzz::text_of(data, size));
    const std::string text = to_string(game);
    fuzz::expect(parse_game(text) == game && to_string(parse_game(text)) == text);
  } catch (const Error&) {
  }
  return 0;
}
