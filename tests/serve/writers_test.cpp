// SPDX-License-Identifier: MIT
#include "serve/writers.h"

#include <gtest/gtest.h>

namespace quixo::serve {
namespace {

TEST(IsLocal, WantsAClientHereThatSpeaksForItself) {
  Request request;
  request.from_loopback = true;
  for (const char* host : {"localhost", "localhost:8080", "127.0.0.1", "[::1]", "[::1]:8080"}) {
    request.host = host;
    EXPECT_TRUE(is_local(request)) << host;
  }
  for (const char* host : {"", "example.org", "localhost.example.org", "[::1", "::1", "[::1].example.org",
                           "[::1]example.org", "localhost:80.example.org", "127.0.0.1:x"}) {
    request.host = host;
    EXPECT_FALSE(is_local(request)) << host;
  }
  request.host = "localhost:8080";
  request.origin = "http://localhost:8080";
  EXPECT_TRUE(is_local(request));
  request.origin = "http://localhost:8081";
  EXPECT_FALSE(is_local(request));
  request.origin = "";
  request.forwarded = true;
  EXPECT_FALSE(is_local(request));
  request.forwarded = false;
  request.from_loopback = false;
  EXPECT_FALSE(is_local(request));
}

TEST(IsSameSecret, ComparesAll) {
  EXPECT_TRUE(is_same_secret("", ""));
  EXPECT_TRUE(is_same_secret("abc", "abc"));
  for (const char* other : {"", "ab", "abd", "bbc", "abcd", "ABC"})
    EXPECT_FALSE(is_same_secret("abc", other));
}

}  // namespace
}  // namespace quixo::serve
