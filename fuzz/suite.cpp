// SPDX-License-Identifier: MIT
//
// Suites: a byte for the board, then the text. What is read is printed as lines that are read the same.
#include "judge/suite.h"

#include "fuzz/boards.h"
#include "fuzz/target.h"
#include "quixo/error.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  fuzz::Source source(data, size);
  const Rules rules = fuzz::board(source.byte()).rules();
  try {
    const std::vector<judge::SuitePosition> suite = judge::parse_suite(rules, source.text());
    std::string text;
    for (const judge::SuitePosition& each : suite) text += judge::to_string(rules, each) + '\n';
    const std::vector<judge::SuitePosition> again = judge::parse_suite(rules, text);
    fuzz::expect(again.size() == suite.size());
    for (std::size_t i = 0; i < suite.size(); ++i)
      fuzz::expect(again[i].position == suite[i].position && again[i].known == suite[i].known);
  } catch (const Error&) {
  }
  return 0;
}
