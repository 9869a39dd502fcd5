// SPDX-License-Identifier: MIT
//
// A manifest comes back as it was written, and one that contradicts itself or was cut is refused.
#include "table/manifest.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "quixo/error.h"
#include "solve/solver.h"
#include "tests/files.h"
#include "tests/game/support.h"
#include "tests/table/support.h"

namespace quixo::table {
namespace {

class Manifests : public testing::Test {
 protected:
  void SetUp() override {
    solve::Options options;
    options.directory = directory_.path();
    result_ = solve::solve(Geometry(parse_rules("2x3")), options);
    text_ = files_in(directory_.path()).at("manifest.json");
  }

  std::string complaint(const std::string& text) const {
    write_bytes(manifest_file(directory_.path()), text);
    return message_of([&] { read_manifest(directory_.path()); });
  }

  /// With a hash that is right.
  std::string replaced(const std::string& what, const std::string& by) const {
    std::string text = text_;
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return with_right_hash(text.replace(at, what.size(), by));
  }

  const TemporaryDirectory directory_;
  solve::Result result_;
  std::string text_;
};

TEST_F(Manifests, HoldTheResult) {
  const std::optional<Manifest> manifest = read_manifest(directory_.path());
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->rules, parse_rules("2x3"));
  EXPECT_EQ(manifest->metric, Metric::distance);
  EXPECT_EQ(manifest->summary.empty_board, result_.empty_board);
  EXPECT_EQ(manifest->summary.census, result_.census);
  EXPECT_EQ(manifest->summary.win, result_.win);
  EXPECT_EQ(manifest->summary.loss, result_.loss);
  EXPECT_EQ(manifest->summary.signature, result_.signature);
  EXPECT_EQ(manifest->bytes(), result_.bytes);
  write_manifest(directory_.path(), *manifest);
  EXPECT_EQ(files_in(directory_.path()).at("manifest.json"), text_);
}

TEST_F(Manifests, OfAnotherTableAreRefused) {
  const auto complaint_for = [&](const char* rules, Metric metric) {
    return message_of([&] { read_manifest(directory_.path(), parse_rules(rules), metric); });
  };
  const std::string holds = directory_.path().string() + " holds the distances of 2x3, not the ";
  EXPECT_EQ(complaint_for("2x3", Metric::distance), "no error");
  EXPECT_EQ(complaint_for("2x3", Metric::outcome), holds + "outcomes of 2x3: move it away and solve again");
  EXPECT_EQ(complaint_for("3x2", Metric::distance), holds + "distances of 3x2: move it away and solve again");
}

TEST_F(Manifests, AreNotThereWithoutATable) {
  const TemporaryDirectory empty;
  EXPECT_EQ(read_manifest(empty.path()), std::nullopt);
  EXPECT_EQ(read_manifest(empty.path(), parse_rules("2x3"), Metric::distance), std::nullopt);
}

TEST_F(Manifests, ThatAreCutShortAreRefused) {
  for (std::size_t size = 0; size + 2 < text_.size(); size += 1 + text_.size() / 50) {
    const std::string message = complaint(text_.substr(0, size));
    EXPECT_TRUE(message.starts_with(manifest_file(directory_.path()).string() + " is damaged (")) << message;
    EXPECT_TRUE(message.ends_with("): remove the table and solve again")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST_F(Manifests, HaveTheHashOfAllLinesButTheLastTwo) {
  const std::size_t last = text_.rfind(" \"hash\": ");
  ASSERT_NE(last, std::string::npos);
  EXPECT_EQ(text_.substr(last), " \"hash\": \"" + hex(hash_of(text_.substr(0, last))) + "\"\n}\n");
  EXPECT_EQ(with_right_hash(text_), text_);
}

TEST_F(Manifests, OfWhichAnyByteIsChangedAreRefused) {
  for (std::size_t at = 0; at < text_.size(); ++at) {
    std::string text = text_;
    text[at] = static_cast<char>(text[at] ^ 1 << at % 7);
    const std::string message = complaint(text);
    ASSERT_TRUE(message.starts_with(manifest_file(directory_.path()).string() + " is ")) << message << at;
  }
}

TEST_F(Manifests, AreReadByNobodyWithoutAHash) {
  std::string old = replaced("\"version\": 3", "\"version\": 2");
  old.replace(old.rfind(",\n \"hash\""), std::string::npos, "\n}\n");
  EXPECT_EQ(complaint(old),
            manifest_file(directory_.path()).string() +
                " is of an older version of quixo, without a hash: solving the same again adds "
                "it in a moment");
  solve::Options options;
  options.directory = directory_.path();
  EXPECT_EQ(solve::solve(Geometry(parse_rules("2x3")), options).signature, result_.signature);
  EXPECT_EQ(bytes_of(manifest_file(directory_.path())), text_);
}

TEST_F(Manifests, ThatAreTooLargeAreRefusedUnread) {
  write_bytes(manifest_file(directory_.path()), "");
  std::filesystem::resize_file(manifest_file(directory_.path()), std::uintmax_t{1} << 40);  // a hole
  EXPECT_NE(message_of([&] { read_manifest(directory_.path()); }).find("more than such a file has"),
            std::string::npos);
}

TEST_F(Manifests, ThatContradictThemselvesAreRefused) {
  const auto expect = [&](const std::string& what, const std::string& by, const std::string& reason) {
    EXPECT_NE(complaint(replaced(what, by)).find(reason), std::string::npos) << complaint(replaced(what, by));
  };
  expect(R"("quixo-table")", R"("else")", "it is not the manifest of a table");
  expect(R"("version": 3)", R"("version": 7)", "its version is 7 and this program reads 3");
  expect(R"("metric": "distance")", R"("metric": "distances")", "it is not written as it should be");
  expect(R"("bytes": )", R"("bytes": 1)", "it is not written as it should be");
  expect(R"("cubes": 1)", R"("cubes": 2)", "layer 0 is of another size than that of its board");
  expect(R"("rules": "2x3")", R"("rules": "2y3")", "is damaged (");
  expect(R"("hash": ")", R"("hash": "f)", "is no checksum");
  expect("layer-00.outcomes", "layer-01.outcomes", "a file has another name than its layer");
  expect(R"("draw": )", R"("draw": 1)", "its totals are not those of its classes");
  for (const char* bytes : {"0", "3", "-1"})
    expect(R"("distance_bytes": 1)", std::string(R"("distance_bytes": )") + bytes,
           std::string("layer 0 cannot have distances of ") + bytes + " bytes");
  EXPECT_EQ(complaint(text_), "no error");
}

TEST_F(Manifests, OfAnotherFormAreRefusedInAFewWords) {
  const std::string version = R"("version": 3)";
  const auto expect = [&](const std::string& by, const std::string& reason) {
    EXPECT_EQ(complaint(replaced(version, R"("version": )" + by)), manifest_file(directory_.path()).string() +
                                                                       " is damaged (" + reason +
                                                                       "): remove the table and solve again");
  };
  expect(std::string(400'000, '[') + std::string(400'000, ']'), "the JSON is nested deeper than 8");
  for (const std::string no_number : {R"("3")", "[3]", "null", "true"})
    expect(no_number, "its version is no number, and this program reads 3");
  expect('"' + std::string(900'000, '3') + '"', "its version is no number, and this program reads 3");
  expect('"' + std::string(900'000, '3') + '\x01', "it is not JSON: there is a mistake at byte 900042");
  expect(std::string(900'000, '3'), "it has a number that is too large");
  expect("3.0", "it has a number that is not whole or too large");
}

TEST_F(Manifests, OfOutcomesHaveNoBytesOfADistance) {
  const TemporaryDirectory outcomes;
  solve::Options options;
  options.metric = Metric::outcome;
  options.directory = outcomes.path();
  solve::solve(Geometry(parse_rules("2x3")), options);
  text_ = files_in(outcomes.path()).at("manifest.json");
  EXPECT_EQ(complaint(text_), "no error");
  const std::string message = complaint(replaced("\"distance_bytes\": 0", "\"distance_bytes\": 1"));
  EXPECT_NE(message.find("layer 0 cannot have distances of 1 bytes"), std::string::npos) << message;
}

TEST_F(Manifests, WhoseLongestGamesAreNotCountedAreRefused) {
  for (std::optional<Longest> Summary::*longest : {&Summary::win, &Summary::loss}) {
    Manifest manifest = *read_manifest(directory_.path());
    (manifest.summary.*longest)->distance += 70;
    const TemporaryDirectory lying;
    write_manifest(lying.path(), manifest);
    const std::string message = message_of([&] { read_manifest(lying.path()); });
    EXPECT_TRUE(message.starts_with(manifest_file(lying.path()).string() + " is damaged (")) << message;
    EXPECT_NE(message.find("its longest games are not among its distances"), std::string::npos) << message;
  }
}

TEST_F(Manifests, WithAnotherHashHaveAnotherSignature) {
  const std::size_t at = text_.find(R"("hash": ")") + 9;
  std::string text = text_;
  text[at] = text[at] == '0' ? '1' : '0';
  EXPECT_NE(complaint(with_right_hash(text)).find("its signature is not that of its layers"),
            std::string::npos);
}

}  // namespace
}  // namespace quixo::table
