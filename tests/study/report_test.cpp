// SPDX-License-Identifier: MIT
//
// The reports on 3x3 and 4x4 against the paper, and the forms of all files: data that programs read and
// figures that browsers show.
#include "study/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "game/notation.h"
#include "game/play.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "tests/paper/steps_4x4.h"
#include "tests/study/xml.h"

namespace quixo::study {
namespace {

using nlohmann::json;

std::map<std::string, std::string> report_on(const std::string& rules) {
  const Table table = solve_in_memory(parse_rules(rules));
  std::map<std::string, std::string> files;
  for (const File& file : report(table, study(table, {.threads = 2}))) files[file.name] = file.text;
  return files;
}

/// Rows of words; no text here holds a comma or a quote.
std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream in(csv);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream cells(line + ',');
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
  }
  return rows;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Report, ThePaperOn4x4) {
  const std::map<std::string, std::string> files = report_on("4x4");
  const json data = json::parse(files.at("report.json"));
  EXPECT_EQ(data.at("rules"), "4x4");
  EXPECT_EQ(data.at("empty_board"), json({{"outcome", "win"}, {"distance_moves", 21}}));
  EXPECT_EQ(data.at("positions"), 43'046'721);
  EXPECT_EQ(data.at("totals"), json({{"win", 26'434'489}, {"loss", 15'003'736}, {"draw", 1'608'496}}));

  const auto csv = rows_of(files.at("distances.csv"));
  ASSERT_EQ(data.at("distances").size(), paper_steps_4x4.size());
  ASSERT_EQ(csv.size(), paper_steps_4x4.size() + 1);
  std::size_t row = 0;
  for (const auto& [distance, counts] : paper_steps_4x4) {
    const json& step = data.at("distances").at(row);
    EXPECT_EQ(step.at("distance_moves"), distance);
    EXPECT_EQ(step.at("win"), counts.win) << distance;
    EXPECT_EQ(step.at("loss"), counts.loss) << distance;
    ++row;
    EXPECT_EQ(csv[row][0], std::to_string(distance));
    EXPECT_EQ(csv[row][1], std::to_string(counts.win));
    EXPECT_EQ(csv[row][2], std::to_string(counts.loss));
  }
  EXPECT_EQ(data.at("reachable"), 41'252'115);  // see reachability_test.cpp
  EXPECT_EQ(data.at("longest_win").at("distance_moves"), 21);
  EXPECT_EQ(data.at("longest_loss").at("distance_moves"), 22);
  EXPECT_EQ(data.at("game").size(), 21U);
  EXPECT_TRUE(holds(files.at("report.md"), "The empty board: the first player wins in 21 moves.\n"));
  EXPECT_TRUE(holds(files.at("report.md"), "| draw | 1,608,496 | 3.74 % |\n"));
  EXPECT_TRUE(holds(files.at("report.md"), "| reachable | 41,252,115 | 95.83 % |\n"));
  EXPECT_TRUE(holds(files.at("report.md"), "| 1 | 15,277,446 | 528 |\n"));
  EXPECT_TRUE(holds(files.at("report.md"), "- The longest loss: 22 moves, `4/1OOX/4/XO2 x`\n"));
  const auto lost_in_one = std::ranges::find(data.at("positions_of_interest"), json("lost_in_one"),
                                             [](const json& kind) { return kind.at("name"); });
  ASSERT_NE(lost_in_one, data.at("positions_of_interest").end());
  EXPECT_EQ(lost_in_one->at("count"), 528);
  // What is shown can be looked up; the empty board, which two kinds share, is shown once.
  EXPECT_TRUE(holds(files.at("positions.svg"), ">4/1OOX/4/XO2 x</text>"));
  EXPECT_TRUE(holds(files.at("positions.svg"), ">X loses in 22</text>"));
  const std::string empty = ">4/4/4/4 x</text>";
  const std::size_t first = files.at("positions.svg").find(empty);
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(files.at("positions.svg").find(empty, first + 1), std::string::npos);
}

TEST(Report, ThePaperOn3x3) {
  const std::map<std::string, std::string> files = report_on("3x3");
  const json data = json::parse(files.at("report.json"));
  EXPECT_EQ(data.at("empty_board"), json({{"outcome", "win"}, {"distance_moves", 7}}));
  EXPECT_EQ(data.at("game").size(), 7U);
  EXPECT_TRUE(holds(files.at("report.md"), "The empty board: the first player wins in 7 moves.\n"));
}

TEST(Report, ClassesAddUp) {
  const std::map<std::string, std::string> files = report_on("3x4");
  const json data = json::parse(files.at("report.json"));
  std::map<std::string, std::uint64_t> sums;
  std::map<std::string, std::uint64_t> in_csv;
  const auto csv = rows_of(files.at("classes.csv"));
  const std::vector<std::string> head = {"own_cubes", "opponent_cubes", "win", "draw", "loss", "reachable"};
  EXPECT_EQ(csv.at(0), head);
  EXPECT_EQ(data.at("classes").size(), 91U);  // own + opponent <= 12
  for (const json& row : data.at("classes"))
    for (const char* count : {"win", "draw", "loss", "reachable"})
      sums[count] += row.at(count).get<std::uint64_t>();
  for (std::size_t i = 1; i < csv.size(); ++i)
    for (std::size_t column = 2; column < head.size(); ++column)
      in_csv[head[column]] += std::stoull(csv[i].at(column));
  EXPECT_EQ(in_csv, sums);
  EXPECT_EQ(sums["reachable"], data.at("reachable"));
  EXPECT_EQ(sums["win"] + sums["draw"] + sums["loss"], 531'441U);
  for (const char* outcome : {"win", "draw", "loss"}) EXPECT_EQ(sums[outcome], data.at("totals").at(outcome));
}

TEST(Report, ProgressGoesOnWhilePositionsAreLookedFor) {
  double last = 0;
  study(solve_in_memory(parse_rules("4x4")),
        {.progress = [&](const Progress& progress) { last = progress.share; }});
  EXPECT_GT(last, 0.95);
  EXPECT_LE(last, 1);
}

TEST(Report, FirstMovesAreAllThereAndBestFirst) {
  const Table table = solve_in_memory(parse_rules("3x4"));
  const Study found = study(table, {});
  int moves = 0;
  for (std::size_t i = 0; i < found.first_moves.size(); ++i) {
    const FirstMove& first = found.first_moves[i];
    moves += first.moves;
    const Position after = play(geometry_of(table), {}, first.move);
    EXPECT_EQ(first.value, value_of_move(table.probe(after)));
    EXPECT_EQ(first.replies.total(), legal_moves(geometry_of(table), after).size());
    EXPECT_FALSE(i > 0 && is_better(first.value, found.first_moves[i - 1].value));
  }
  EXPECT_EQ(moves, static_cast<int>(legal_moves(geometry_of(table), {}).size()));
  EXPECT_EQ(found.first_moves.front().value, table.probe({}));
}

TEST(Report, TheGameReadsBack) {
  const std::map<std::string, std::string> files = report_on("3x3");
  const GameRecord game = parse_game(files.at("game.txt"));
  ASSERT_EQ(game.moves.size(), 7U);
  const Geometry geometry(game.rules);
  Position position = game.start;
  for (const Move& move : game.moves) position = play(geometry, position, move);
  EXPECT_EQ(winner(geometry, position), Player::x);
}

TEST(Report, EveryFileIsOnTheListAndReportMdComesLast) {
  const Table table = solve_in_memory(parse_rules("3x3"));
  const std::vector<File> files = report(table, study(table, {}));
  EXPECT_EQ(files.size(), report_files.size());
  for (const File& file : files) EXPECT_TRUE(std::ranges::count(report_files, file.name)) << file.name;
  EXPECT_EQ(files.back().name, "report.md");
}

TEST(Report, EveryFigureIsShownAndWellFormed) {
  for (const char* rules : {"3x3", "2x3", "3x4-double-wins"}) {
    const std::map<std::string, std::string> files = report_on(rules);
    for (const auto& [name, text] : files) {
      if (!name.ends_with(".svg")) continue;
      EXPECT_EQ(xml_problem(text), "") << rules << ' ' << name;
      EXPECT_TRUE(holds(files.at("report.md"), "](" + name + ")")) << rules << ' ' << name;
    }
    for (const char* name : {"outcomes.svg", "distances.svg", "positions.svg", "game.svg"})
      EXPECT_TRUE(files.contains(name)) << rules << ' ' << name;
  }
}

}  // namespace
}  // namespace quixo::study
