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
        packed[i] = static_cast<std::uint8_t>(i / 64 * (block + 1) & 0x55);
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

/// What was open when the file changed is refused as well: nothing is believed that is read a second time.
TEST_F(BlockFiles, ThatChangeUnderAReaderAreFound) {
  const BlockFile file(path_, header_);
  Compressor compressor;
  Bytes packed;
  const auto complaint_of = [&](std::size_t block) {
    return message_of([&] { file.read_outcomes(block, compressor, packed); });
  };
  write_bytes(path_, bytes_.substr(0, bytes_.size() / 4));
  EXPECT_EQ(complaint_of(3),
            path_.string() + " is cut short in block 3 of 4: remove the table and solve again");
  write_bytes(path_, "");
  EXPECT_EQ(complaint_of(0),
            path_.string() + " is cut short in block 0 of 4: remove the table and solve again");
  write_bytes(path_, std::string(bytes_.size(), 'x'));
  EXPECT_EQ(complaint_of(1),
            path_.string() + " is damaged in block 1 of 4: remove the table and solve again");
  write_bytes(path_, bytes_);
  for (std::size_t block = 0; block < file.blocks(); ++block) EXPECT_EQ(complaint_of(block), "no error");
}

TEST_F(BlockFiles, AreToldByNameWithoutTheirDirectory) {
  write_bytes(path_, "");
  try {
    const BlockFile file(path_, header_);
    FAIL() << "it was opened";
  } catch (const DamagedTable& error) {
    EXPECT_EQ(error.file(), "file");
    EXPECT_EQ(error.without_directory(), "file is cut short: remove the table and solve again");
    EXPECT_EQ(error.what(), path_.string() + " is cut short: remove the table and solve again");
  }
}

/// The file with one block instead of another, and index and footer that fit.
TEST_F(BlockFiles, ThatAreMadeToHurtAreRefusedBeforeTheyDo) {
  const auto written = [&](const BlockFileHeader& header, const std::vector<Bytes>& codes) {
    BlockFileWriter writer(path_, header);
    for (const Bytes& code : codes) writer.append(code);
    writer.finish();
    return message_of([&] {
      const BlockFile file(path_, header);
      Compressor compressor;
      Bytes packed;
      file.read_outcomes(0, compressor, packed);
      EXPECT_LE(packed.capacity(), std::size_t{1} << 20);
    });
  };
  const BlockFileHeader one{Part::outcomes, {16, 1}, 0};
  Bytes bomb;
  Compressor().compress_outcomes(Bytes(std::size_t{1} << 26), bomb);  // 64 MB in a few kilobytes
  EXPECT_NE(written(one, {bomb}).find("is damaged in block 0 of 1"), std::string::npos);
  Compressor().compress_outcomes(Bytes(1 << 16), bomb);  // four times as much as it should be
  EXPECT_NE(written(one, {bomb}).find("has the wrong number of outcomes in block 0 of 1"), std::string::npos);
  EXPECT_NE(written(one, {Bytes(std::size_t{1} << 20)}).find("is damaged in its index"), std::string::npos);
  EXPECT_NE(written({Part::outcomes, {25, std::size_t{1} << 30}, 0}, {}).find("damaged in its footer"),
            std::string::npos);
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
            path.string() + " is missing: remove the table and solve again");
}

}  // namespace
}  // namespace quixo::table
