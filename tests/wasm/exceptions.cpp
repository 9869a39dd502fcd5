// SPDX-License-Identifier: MIT
//
// What C++ promises of exceptions, printed step by step. It is built for this machine and for WebAssembly,
// whose runtime is our own (wasm/exceptions.cpp), and both must print the same.
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

int alive = 0;

/// Says when it goes.
struct Guard {
  const char* name;
  ~Guard() { std::printf("  ~%s\n", name); }
};

struct First {
  virtual ~First() = default;
  int first = 1;
};
struct Second {
  virtual ~Second() = default;
  int second = 2;
};
/// Its second base is not where it begins.
struct Both : First, Second {
  Both() { ++alive; }
  Both(const Both& other) : First(other), Second(other) { ++alive; }
  ~Both() override { --alive; }
  int both = 3;
};
struct Other : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[gnu::noinline]] void throw_one(int kind) {
  const Guard guard{"inner"};
  switch (kind) {
    case 0:
      throw Both();
    case 1:
      throw Other("other");
    case 2:
      throw 5;
    case 3:
      throw "text";
    case 4:
      throw std::bad_alloc();
    default:
      return;
  }
}

/// Frames between the throw and its handler: one with a handler that does not want it, one that cleans up.
[[gnu::noinline]] void throw_through(int kind) {
  const Guard guard{"outer"};
  try {
    throw_one(kind);
  } catch (const std::logic_error&) {
    std::puts("  wrong handler");
  }
}

void test_kinds() {
  for (int kind = 0; kind <= 5; ++kind) {
    std::printf("kind %d\n", kind);
    try {
      throw_through(kind);
      std::puts("  nothing was thrown");
    } catch (const Second& second) {
      std::printf("  second base %d, alive %d\n", second.second, alive);
    } catch (const std::runtime_error& error) {
      std::printf("  base class, %s\n", error.what());
    } catch (int number) {
      std::printf("  number %d\n", number);
    } catch (const char* text) {
      std::printf("  pointer %s\n", text);
    } catch (...) {
      std::puts("  something");
    }
    std::printf("  alive %d, uncaught %d\n", alive, std::uncaught_exceptions());
  }
}

/// Counted, and without virtual functions.
struct Plain {
  Plain() { ++alive; }
  Plain(const Plain& other) : number(other.number + 1) { ++alive; }
  ~Plain() { --alive; }
  int number = 0;
};
struct More : Plain {};

void test_by_value() {
  std::puts("by value");
  try {
    throw More();
  } catch (Plain plain) {
    std::printf("  copied %d, alive %d\n", plain.number, alive);
  }
  try {
    throw More();
  } catch (More more) {
    std::printf("  copied %d, alive %d\n", more.number, alive);
  }
  std::printf("  alive %d\n", alive);
}

void test_rethrow() {
  std::puts("rethrow");
  try {
    try {
      throw Both();
    } catch (First& first) {
      first.first = 7;
      const Guard guard{"handler"};
      throw;
    }
  } catch (const Both& both) {
    std::printf("  changed to %d, alive %d\n", both.first, alive);
  }
  try {
    try {
      try {
        throw 1;
      } catch (...) {
        throw;
      }
    } catch (int number) {
      std::printf("  %d again\n", number);
      throw number + 1;
    }
  } catch (int number) {
    std::printf("  then %d\n", number);
  }
  std::printf("  alive %d, uncaught %d\n", alive, std::uncaught_exceptions());
}

void test_nested() {
  std::puts("nested");
  try {
    throw std::string("outer");
  } catch (const std::string& outer) {
    try {
      throw std::string("inner");
    } catch (const std::string& inner) {
      std::printf("  %s in %s\n", inner.c_str(), outer.c_str());
    }
    std::printf("  %s is still there\n", outer.c_str());
    try {
      throw;  // the outer one
    } catch (const std::string& again) {
      std::printf("  %s again\n", again.c_str());
    }
  }
  try {
    try {
      throw Both();
    } catch (const Both&) {
      throw Other("instead");
    }
  } catch (const Other& other) {
    std::printf("  %s, alive %d\n", other.what(), alive);
  }
}

/// Counts the exceptions on their way when it goes, and has one of its own.
struct Busy {
  ~Busy() {
    std::printf("  uncaught %d\n", std::uncaught_exceptions());
    try {
      throw 3;
    } catch (int number) {
      std::printf("  %d in a destructor, uncaught %d\n", number, std::uncaught_exceptions());
    }
  }
};

void test_in_destructors() {
  std::puts("in destructors");
  try {
    const Busy busy;
    throw Other("on its way");
  } catch (const std::exception& error) {
    std::printf("  %s\n", error.what());
  }
}

void test_pointers() {
  std::puts("exception_ptr");
  std::exception_ptr kept;
  try {
    throw Both();
  } catch (...) {
    kept = std::current_exception();
  }
  std::printf("  alive %d\n", alive);
  for (int i = 0; i < 2; ++i) {
    try {
      const Guard guard{"rethrown"};
      std::rethrow_exception(kept);
    } catch (const Second& second) {
      std::printf("  %d, the same %d\n", second.second, std::current_exception() == kept ? 1 : 0);
    }
  }
  kept = nullptr;
  std::printf("  alive %d\n", alive);
  std::printf("  none now %d\n", std::current_exception() == nullptr ? 1 : 0);
}

/// A member that throws: what was made before goes.
struct Parts {
  Parts() : second((throw_one(1), 0)) {}
  Guard first{"first part"};
  int second;
};

void test_constructors() {
  std::puts("constructors");
  try {
    const Parts parts;
  } catch (const std::exception& error) {
    std::printf("  %s\n", error.what());
  }
}

/// Not known to the compiler, who would warn.
volatile std::size_t more_than_there_is = static_cast<std::size_t>(-1) - 4096;

void test_library() {
  std::puts("the library's own");
  const std::vector<std::function<void()>> all = {
      [] { static_cast<void>(std::vector<int>().at(7)); },
      [] { std::function<void()>()(); },
      [] { std::vector<int>().reserve(static_cast<std::size_t>(-1)); },
      [] { operator delete(operator new(more_than_there_is)); },
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    try {
      all[i]();
      std::puts("  nothing was thrown");
    } catch (const std::out_of_range&) {
      std::printf("  %zu out of range\n", i);
    } catch (const std::bad_function_call&) {
      std::printf("  %zu bad function call\n", i);
    } catch (const std::length_error&) {
      std::printf("  %zu length error\n", i);
    } catch (const std::bad_alloc&) {
      std::printf("  %zu bad alloc\n", i);
    }
  }
}

void test_many() {
  std::puts("many");
  int caught = 0;
  for (int i = 0; i < 20'000; ++i) {
    try {
      throw Other(std::string(1000, 'x'));  // 20 MB if they stayed
    } catch (const std::runtime_error& error) {
      caught += static_cast<int>(std::string(error.what()).size() / 1000);
    }
  }
  std::printf("  %d\n", caught);
}

}  // namespace

int main() {
  test_kinds();
  test_by_value();
  test_rethrow();
  test_nested();
  test_in_destructors();
  test_pointers();
  test_constructors();
  test_library();
  test_many();
  std::puts("done");
}
