// SPDX-License-Identifier: MIT
//
// Tables saved as bytes: the bytes as they are, then with the checksum that belongs to them, so that what
// comes after that check is reached. What is loaded is saved as the same bytes, but for the words of its
// first line.
#include "quixo/saved.h"

#include <vector>

#include "base/hash.h"
#include "fuzz/target.h"
#include "quixo/error.h"

namespace quixo::fuzz {
namespace {

void load(std::span<const std::uint8_t> bytes) {
  try {
    const Table table = load_table(bytes);
    const std::vector<std::uint8_t> saved = save_table(table);
    expect(save_table(load_table(saved)) == saved);
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  const std::span<const std::uint8_t> bytes(data, size);
  fuzz::load(bytes);
  std::vector<std::uint8_t> fixed(bytes.begin(), bytes.end());
  const std::uint64_t hash = hash_of(bytes);
  for (unsigned byte = 0; byte < 8; ++byte) fixed.push_back(static_cast<std::uint8_t>(hash >> 8 * byte));
  fuzz::load(fixed);
  return 0;
}
