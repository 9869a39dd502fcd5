// SPDX-License-Identifier: MIT
//
// Digests of files that are read in several pieces, whose borders are nowhere near those of blocks.
#include "verify/digests.h"

#include <gtest/gtest.h>

#include <random>

#include "base/file.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::verify {
namespace {

/// A file of 40 blocks of up to 200 kB, among them empty ones. They are no zstd frames: nothing unpacks them.
class LargeFile : public testing::Test {
 protected:
  LargeFile() {
    std::mt19937_64 random(5);
    table::BlockFileWriter writer(path_, header_);
    for (std::size_t block = 0; block < header_.shape.blocks(); ++block) {
      table::Bytes& code = codes_.emplace_back(block % 7 == 0 ? 0 : random() % 200'000);
      for (std::uint8_t& byte : code) byte = static_cast<std::uint8_t>(random());
      writer.append(code);
    }
    writer.finish();
  }

  const TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_.path() / "file";
  const table::BlockFileHeader header_{table::Part::outcomes, {16, 40}, 0};
  std::vector<table::Bytes> codes_;
};

TEST_F(LargeFile, HasTheDigestsOfItselfAndOfItsBlocks) {
  const FileDigests digests = read_digests({path_, header_});
  ASSERT_GT(std::filesystem::file_size(path_), 3U << 20);
  EXPECT_EQ(digests.file, sha256_of(bytes_of(path_)));
  ASSERT_EQ(digests.blocks.size(), codes_.size());
  for (std::size_t block = 0; block < codes_.size(); ++block)
    EXPECT_EQ(digests.blocks[block], sha256_of(codes_[block])) << block;
}

TEST_F(LargeFile, IsNoLongerTheOneThatWasOpened) {
  const table::BlockFile file(path_, header_);
  write_whole(path_, bytes_of(path_) + "more");  // in a new file: the open one stays as it is
  EXPECT_EQ(message_of([&] { read_digests(file); }),
            path_.string() + " has changed while it was checked: let nobody write there and check again");
  std::filesystem::remove(path_);
  EXPECT_EQ(message_of([&] { read_digests(file); }),
            "cannot open " + path_.string() + ": No such file or directory");
}

TEST_F(LargeFile, HasAnotherIdentityWhenItIsWrittenAgain) {
  const FileIdentity before = identity_of(path_);
  EXPECT_EQ(identity_of(path_), before);
  write_whole(path_, bytes_of(path_));
  EXPECT_NE(identity_of(path_), before);
  EXPECT_EQ(identity_of(path_).size, before.size);
}

TEST(Sum, IsOfAllBlocksInTheirOrder) {
  const std::vector<Digest> blocks = {sha256_of("one"), sha256_of("two")};
  EXPECT_EQ(sum_of(blocks), sum_of(blocks));
  EXPECT_NE(sum_of(blocks), sum_of({blocks[1], blocks[0]}));
  EXPECT_NE(sum_of(blocks), sum_of({blocks[0]}));
}

}  // namespace
}  // namespace quixo::verify
