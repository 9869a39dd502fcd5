// SPDX-License-Identifier: MIT
//
// The signature of `quixo bench` stands for every value of its games. It is frozen here: a change of speed
// may not change it, nor may the number of threads or the instruction set.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace quixo::cli {
namespace {

constexpr const char* frozen = "e578ac34c47c0202";

TEST(Bench, SignatureIsFrozen) {
  EXPECT_EQ(parsed_after_work(quixo({"bench", "--no-paper", "--threads", "2", "--json"})).at("signature"),
            frozen);
}

TEST(Bench, SignatureDoesNotDependOnTheInstructionSet) {
  EXPECT_EQ(parsed_after_work(quixo({"bench", "--no-paper", "--threads", "1", "--json"}, Stdout::captured,
                                    {"QUIXO_SIMD=scalar"}))
                .at("signature"),
            frozen);
}

}  // namespace
}  // namespace quixo::cli
