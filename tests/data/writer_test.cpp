// SPDX-License-Identifier: MIT
#include "data/writer.h"

#include <gtest/gtest.h>

#include <sstream>

#include "game/notation.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "tests/data/npz.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::data {
namespace {

std::string written(const Table& table, const std::string& name, const std::vector<Row>& rows,
                    From from = From::games) {
  const TemporaryDirectory directory;
  const std::filesystem::path path = directory.path() / name;
  const auto writer =
      make_writer(path, format_of(path), geometry_of(table), table.metric(), from, "# head\n");
  for (const Row& row : rows) writer->add(row);
  EXPECT_FALSE(std::filesystem::exists(path));
  writer->finish({});
  EXPECT_EQ(files_in(directory.path()).size(), 1U);
  return bytes_of(path);
}

std::vector<Row> some_rows(const Table& table) {
  std::vector<Row> rows;
  pick(table, {.positions = 200, .seed = 3}, {}, [&](const Row& row) { rows.push_back(row); });
  return rows;
}

TEST(Writer, GoesByTheNameOfTheFile) {
  EXPECT_EQ(format_of("a.npz"), Format::npz);
  EXPECT_EQ(format_of("a.b.csv"), Format::csv);
  EXPECT_EQ(format_of("/x/a.txt"), Format::suite);
  EXPECT_EQ(message_of([] { format_of("a.npy"); }),
            "'a.npy' says no format: its name must end in .npz, .csv or .txt");
}

TEST(Writer, OfArrays) {
  const Table table = solve_in_memory(parse_rules("3x4-line4"));  // which has draws
  const std::size_t moves = geometry_of(table).slides().size();
  const std::vector<Row> rows = some_rows(table);
  const std::map<std::string, Array> arrays = arrays_in(written(table, "a.npz", rows));
  ASSERT_EQ(arrays.size(), 9U);
  const auto sign = [](Outcome outcome) {
    return outcome == Outcome::win ? 1 : outcome == Outcome::loss ? -1 : 0;
  };
  bool draws = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(arrays.at("own.npy").number(i, 4), rows[i].position.cubes(Player::x));
    EXPECT_EQ(arrays.at("opponent.npy").number(i, 4), rows[i].position.cubes(Player::o));
    EXPECT_EQ(arrays.at("outcome.npy").number(i, 1), sign(rows[i].value.outcome));
    EXPECT_EQ(arrays.at("distance.npy").number(i, 2), rows[i].value.distance);
    EXPECT_EQ(arrays.at("game.npy").number(i, 4), static_cast<std::int64_t>(rows[i].game));
    EXPECT_EQ(arrays.at("ply.npy").number(i, 2), rows[i].ply);
    for (std::size_t j = 0; j < moves; ++j) {
      const std::optional<Value>& move = rows[i].moves[j];
      EXPECT_EQ(arrays.at("move_outcome.npy").number(i * moves + j, 1), move ? sign(move->outcome) : -2);
      EXPECT_EQ(arrays.at("move_distance.npy").number(i * moves + j, 2), move ? move->distance : -1);
      draws = draws || (move && move->outcome == Outcome::draw);
    }
  }
  EXPECT_TRUE(draws);
  EXPECT_TRUE(arrays.at("moves.npy").bytes.starts_with("a3d3"));
  EXPECT_EQ(arrays.at("moves.npy").bytes.size(), 4 * moves);
  EXPECT_EQ(arrays_in(written(table, "a.npz", rows, From::uniform)).size(), 7U);
  EXPECT_EQ(written(table, "a.npz", rows), written(table, "b.npz", rows));
}

TEST(Writer, OfText) {
  const Table table = solve_in_memory(parse_rules("2x2"));
  const Row row{parse_position(geometry_of(table), "X1/2 x"),
                {Outcome::win, 1},
                4,
                2,
                {Value{Outcome::win, 1},
                 Value{Outcome::draw, 0},
                 std::nullopt,
                 Value{Outcome::loss, 2},
                 {},
                 {},
                 {},
                 {}}};
  EXPECT_EQ(written(table, "a.csv", {row}),
            "position,outcome,distance,game,ply,a2b2,a2a1,b2a2,b2b1,a1b1,a1a2,b1a1,b1b2\n"
            "X1/2 x,win,1,4,2,W1,D,,L2,,,,\n");
  EXPECT_EQ(written(table, "a.txt", {row}), "# head\nX1/2 x win 1\n");
}

TEST(Writer, ThatIsNotFinishedLeavesNothing) {
  const Table table = solve_in_memory(parse_rules("2x2"));
  const TemporaryDirectory directory;
  for (const char* name : {"a.npz", "a.csv", "a.txt"})
    make_writer(directory.path() / name, format_of(name), geometry_of(table), table.metric(), From::games,
                "");
  EXPECT_TRUE(files_in(directory.path()).empty());
}

}  // namespace
}  // namespace quixo::data
