// SPDX-License-Identifier: MIT
//
// Rules names: what is read is printed so that it reads the same, and only one way.
#include "quixo/rules.h"

#include "fuzz/target.h"
#include "quixo/error.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  try {
    const Rules rules = parse_rules(fuzz::text_of(data, size));
    fuzz::expect(checked(rules) == rules);
    const std::string name = to_string(rules);
    fuzz::expect(parse_rules(name) == rules && to_string(parse_rules(name)) == name);
  } catch (const Error&) {
  }
  return 0;
}
