// SPDX-License-Identifier: MIT
//
// Lists of single positions, as the steps that go position by position use them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace quixo::solve {

/// Keeps the values that pass a test, which is asked once for each, in their order. There is no branch on the
/// answer: it depends on memory that is seldom in a cache, and a wrong guess would have to wait for that.
template <class T, class Test>
void keep_if(std::vector<T>& values, const Test& test) {
  std::size_t kept = 0;
  for (const T value : values) {
    values[kept] = value;
    kept += std::size_t{test(value)};
  }
  values.resize(kept);
}

/// Makes them ascending, each once.
template <class T>
void sort_unique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace quixo::solve
