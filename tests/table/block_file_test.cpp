// SPDX-License-Identifier: MIT
//
// A file of blocks gives back what was written, and no changed, missing or added byte goes unseen.
#include "table/block_file.h"

#include <gtest/gtest.h>

#include "quixo/error.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::table {
namespace {

class BlockFiles : public testing::Test {
 protected:
  void SetUp() override {
    BlockFileWriter writer(path_, header_);
    for (std::size_t block = 0; block < header_.shape.blocks(); ++block) {
      Bytes packed(header_.shape.words_in(block) * 16);
      for (std::size_t i = 0; i < packed.size(); ++i)
        packed[i] = static_cast<std::uint8_t>(i / 64 * (block + 1));
      Bytes code;
      Compressor().compress_outcomes(packed, code);
      writer.append(code);
      blocks_.push_back(packed);
    }
    checksum_ = writer.finish();
    bytes_ = files_in(directory_.path()).at("file");
  }

  /// Opens the file and reads all of it; the message of what is wrong.
  std::string complaint(const std::string& bytes) const {
    write_bytes(path_, bytes);
    return message_of([&] {
      const BlockFile file(path_, header_);
      Compressor compressor;
      Bytes packed;
      for (std::size_t block = 0; block < file.blocks(); ++block)
        file.read_outcomes(block, compressor, packed);
    });
  }

  const TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_.path() / "file";
  const BlockFileHeader header_{Part::outcomes, {17, 2}, 0};
  std::vector<Bytes> blocks_;
  std::uint64_t checksum_ = 0;
  std::string bytes_;
};

TEST_F(BlockFiles, GiveBackWhatWasWritten) {
  const BlockFile file(path_, header_);
  EXPECT_EQ(file.blocks(), 4U);
  EXPECT_EQ(file.checksum(), checksum_);
  EXPECT_EQ(file.size(), bytes_.size());
  Compressor compressor;
  for (std::size_t block = 0; block < file.blocks(); ++block) {
    Bytes packed;
    file.read_outcomes(block, compressor, packed);
    EXPECT_EQ(packed, blocks_[block]);
  }
}

TEST_F(BlockFiles, AFlippedBitAnywhereIsFound) {
  for (std::size_t at = 0; at < bytes_.size(); ++at)
    for (const int bit : {0, 3, 7}) {
      std::string damaged = bytes_;
      damaged[at] = static_cast<char>(damaged[at] ^ 1 << bit);
      const std::string message = complaint(damaged);
      ASSERT_TRUE(message.starts_with(path_.string() + " is ")) << message << " at byte " << at;
      ASSERT_TRUE(message.ends_with(": remove the table and solve again")) << message;
    }
}

TEST_F(BlockFiles, ADamagedBlockIsNamed) {
  std::string damaged = bytes_;
  damaged[48 + 5] ^= 1;  // in the first block, after the header
  EXPECT_EQ(complaint(damaged),
            path_.string() + " is damaged in block 0 of 4: remove the table and solve again");
}

TEST_F(BlockFiles, AMissingOrAddedByteIsFound) {
  for (std::size_t size = 0; size < bytes_.size(); ++size)
    ASSERT_NE(complaint(bytes_.substr(0, size)), "no error") << size;
  EXPECT_NE(complaint(bytes_ + 'x'), "no error");
  EXPECT_EQ(complaint(bytes_), "no error");
}

TEST_F(BlockFiles, AreOfOneLayerAndPart) {
  for (const BlockFileHeader& other : {BlockFileHeader{Part::distances, {17, 2}, 0},
                                       {Part::outcomes, {17, 3}, 0},
                                       {Part::outcomes, {18, 1}, 0},
                                       {Part::outcomes, {17, 2}, 1}})
    EXPECT_EQ(message_of([&] { const BlockFile file(path_, other); }),
              path_.string() +
                  " is of another layer, part or version of the format: remove the table and solve again");
}

TEST_F(BlockFiles, AppearOnlyWhenWhole) {
  const std::filesystem::path path = directory_.path() / "second";
  {
    BlockFileWriter writer(path, header_);
    writer.append(Bytes{1, 2, 3});
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_EQ(files_in(directory_.path()).size(), 1U) << "what was not finished is gone";
}

TEST_F(BlockFiles, DoNotAppearWhenTheDiskWasFull) {
  const std::filesystem::path path = directory_.path() / "second";
  {
    BlockFileWriter writer(path, header_, 1);
    writer.append(Bytes{1, 2, 3});
    {
      const FullDisk full(100);
      EXPECT_EQ(message_of([&] { writer.append(Bytes(200)); }),
                "cannot write " + path.string() + ".partial: File too large");
    }
    EXPECT_EQ(message_of([&] { writer.finish(); }),
              "cannot write " + path.string() + ".partial: a part of it is lost");
  }
  EXPECT_EQ(files_in(directory_.path()).size(), 1U);
}

TEST_F(BlockFiles, ThatCannotBeMadeSayWhy) {
  const std::filesystem::path path = directory_.path() / "no" / "file";
  EXPECT_EQ(message_of([&] { const BlockFileWriter writer(path, header_); }),
            "cannot create " + path.string() + ".partial: No such file or directory");
  EXPECT_EQ(message_of([&] { const BlockFile file(path, header_); }),
            "cannot open " + path.string() + ": No such file or directory");
}

}  // namespace
}  // namespace quixo::table
