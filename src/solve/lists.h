// SPDX-License-Identifier: MIT
//
// Lists of single positions, as the steps that go position by position use them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace quixo::solve {

/// Leaves what is added by resize() as it is: who resizes a list writes to it at once.
template <class T>
struct Unfilled : std::allocator<T> {
  using value_type = T;
  template <class U>
  struct rebind {
    using other = Unfilled<U>;
  };
  template <class U, class... Args>
  void construct(U* place, Args&&... args) {
    if constexpr (sizeof...(Args) == 0 && std::is_trivially_default_constructible_v<U>)
      ::new (static_cast<void*>(place)) U;
    else
      ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }
};

template <class T>
using List = std::vector<T, Unfilled<T>>;

/// Keeps the values that pass a test, which is asked once for each, in their order. There is no branch on the
/// answer: it depends on memory that is seldom in a cache, and a wrong guess would have to wait for that.
template <class Values, class Test>
void keep_if(Values& values, const Test& test) {
  std::size_t kept = 0;
  for (const auto value : values) {
    values[kept] = value;
    kept += std::size_t{test(value)};
  }
  values.resize(kept);
}

/// Makes them ascending, each once.
template <class Values>
void sort_unique(Values& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace quixo::solve
