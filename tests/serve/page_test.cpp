// SPDX-License-Identifier: MIT
//
// The page as it is built into the program.
#include "serve/page.h"

#include <gtest/gtest.h>

#include "tests/serve/running.h"

namespace quixo::serve {
namespace {

Response from(const std::string& path, const std::string& accept_encoding = "") {
  Request request;
  request.method = "GET";
  request.accept_encoding = accept_encoding;
  return page_response(request, path);
}

std::string header(const Response& response, const std::string& name) {
  for (const auto& [each, value] : response.more_headers)
    if (each == name) return value;
  return "";
}

TEST(Page, IsFoundByTheNameOfAFile) {
  EXPECT_EQ(find_asset("/api/v1/openapi.json"), &api_description());
  EXPECT_EQ(find_asset("/api/v1/openapi"), nullptr);
  EXPECT_EQ(find_asset(""), nullptr);
}

TEST(Page, TakesNoOtherMethods) {
  Request request;
  request.method = "POST";
  try {
    page_response(request, "/");
    ADD_FAILURE();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status, 405);
    EXPECT_EQ(refusal.message, "the page does not take 'POST'");
    EXPECT_EQ(refusal.allow, "GET, HEAD");
  }
}

TEST(Page, IsServedCompressedWhereThatIsUnderstood) {
  const Asset* asset = &api_description();
  ASSERT_FALSE(asset->gzip.empty());
  const auto is_compressed = [&](const std::string& accept) {
    Request request;
    request.accept_encoding = accept;
    const Response response = asset_response(request, *asset, false);
    const bool compressed = header(response, "Content-Encoding") == "gzip";
    EXPECT_EQ(response.body, compressed ? asset->gzip : asset->bytes);
    EXPECT_EQ(header(response, "Vary"), "Accept-Encoding");
    return compressed;
  };
  for (const char* accept : {"gzip", "gzip, deflate, br", "br,gzip", "br;q=1.0, gzip;q=0.8", "gzip;q=0.001"})
    EXPECT_TRUE(is_compressed(accept)) << accept;
  for (const char* accept : {"", "br", "identity", "gzip;q=0", "gzip;q=0.000, br", "notgzip"})
    EXPECT_FALSE(is_compressed(accept)) << accept;
}

TEST(Page, HasATagForEachForm) {
  const Asset* asset = &api_description();
  Request request;
  const Response plain = asset_response(request, *asset, true);
  EXPECT_EQ(plain.cache_control, "public, max-age=31536000, immutable");
  request.accept_encoding = "gzip";
  const Response packed = asset_response(request, *asset, false);
  EXPECT_EQ(packed.cache_control, "no-cache");
  EXPECT_NE(plain.etag, packed.etag);
  request.if_none_match = '"' + packed.etag + '"';
  const Response kept = asset_response(request, *asset, false);
  EXPECT_EQ(kept.status, 304);
  EXPECT_EQ(kept.body, "");
}

#ifdef QUIXO_HAS_PAGE
TEST(Page, IsAtTheRootAndWhereverNoFileIsMeant) {
  const Response root = from("/");
  EXPECT_EQ(root.status, 200);
  EXPECT_EQ(root.content_type, "text/html; charset=utf-8");
  EXPECT_TRUE(root.body.starts_with("<!doctype html>") || root.body.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(root.cache_control, "no-cache");
  EXPECT_NE(root.policy.find("script-src 'self';"), std::string_view::npos);
  EXPECT_EQ(root.policy.find("unsafe"), std::string_view::npos);
  EXPECT_EQ(header(root, "Cross-Origin-Opener-Policy"), "same-origin");
  for (const char* path : {"/index.html", "/play/4x4", "/statistics"})
    EXPECT_EQ(from(path).body, root.body) << path;
  EXPECT_THROW(from("/missing.js"), Refusal);
}

TEST(Page, NamesTheTypeOfEveryFileAndKeepsTheHashed) {
  bool script = false;
  for (const Asset& asset : assets()) {
    if (asset.path.starts_with("/api/")) continue;
    const Response response = from(std::string(asset.path));
    EXPECT_EQ(response.body, asset.bytes);
    EXPECT_NE(response.content_type, "application/octet-stream") << asset.path;
    const bool hashed = asset.path.starts_with("/assets/");
    EXPECT_EQ(response.cache_control, hashed ? "public, max-age=31536000, immutable" : "no-cache");
    script = script || response.content_type == "text/javascript; charset=utf-8";
  }
  EXPECT_TRUE(script);
}

TEST(Page, WeighsLessThan200Kilobytes) {
  std::size_t bytes = 0;
  for (const Asset& asset : assets())
    if (!asset.path.starts_with("/api/"))
      bytes += asset.gzip.empty() ? asset.bytes.size() : asset.gzip.size();
  EXPECT_LT(bytes, 200'000U);
}
#else
TEST(Page, SaysThatItIsNotThere) {
  const Response root = from("/");
  EXPECT_EQ(root.status, 200);
  EXPECT_TRUE(root.body.starts_with("This quixo was built without the page."));
  EXPECT_THROW(from("/play"), Refusal);
}
#endif

}  // namespace
}  // namespace quixo::serve
