// SPDX-License-Identifier: MIT
#include "data/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/file.h"
#include "base/text.h"
#include "data/npz.h"
#include "game/notation.h"
#include "quixo/error.h"

namespace quixo::data {
namespace {

/// +1, 0 or -1 for the player it is the outcome of.
int sign_of(Outcome outcome) { return outcome == Outcome::win ? 1 : outcome == Outcome::loss ? -1 : 0; }

constexpr int illegal = -2;      // in place of the sign of an outcome
constexpr int no_distance = -1;  // of an illegal move, and where only outcomes are known

int distance_of(Value value, Metric metric) {
  if (value.outcome == Outcome::draw) return 0;
  return metric == Metric::outcome ? no_distance : value.distance;
}

/// As text: a draw has none.
std::string distance_text(Value value, Metric metric, const char* unknown) {
  if (value.outcome == Outcome::draw) return "";
  return metric == Metric::outcome ? unknown : std::to_string(value.distance);
}

void add_number(Column& column, std::int64_t number, int bytes) {
  std::uint8_t low_first[8];
  for (int i = 0; i < bytes; ++i)
    low_first[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> 8 * i);
  column.add(std::span(low_first).first(static_cast<std::size_t>(bytes)));
}

class NpzWriter final : public Writer {
 public:
  NpzWriter(const std::filesystem::path& path, const Geometry& geometry, Metric metric, From from)
      : metric_(metric),
        npz_(path),
        own_(npz_.column("own", "<u4")),
        opponent_(npz_.column("opponent", "<u4")),
        outcome_(npz_.column("outcome", "|i1")),
        distance_(npz_.column("distance", "<i2")),
        move_outcome_(npz_.column("move_outcome", "|i1", geometry.slides().size())),
        move_distance_(npz_.column("move_distance", "<i2", geometry.slides().size())) {
    if (from == From::games) {
      game_ = &npz_.column("game", "<u4");
      ply_ = &npz_.column("ply", "<u2");
    }
    add_names(geometry);
  }

  void add(const Row& row) override {
    add_number(own_, row.position.cubes(Player::x), 4);
    add_number(opponent_, row.position.cubes(Player::o), 4);
    add_number(outcome_, sign_of(row.value.outcome), 1);
    add_number(distance_, distance_of(row.value, metric_), 2);
    for (const std::optional<Value>& move : row.moves) {
      add_number(move_outcome_, move ? sign_of(move->outcome) : illegal, 1);
      add_number(move_distance_, move ? distance_of(*move, metric_) : no_distance, 2);
    }
    if (game_ == nullptr) return;
    add_number(*game_, static_cast<std::int64_t>(row.game), 4);
    add_number(*ply_, row.ply, 2);
  }

  void finish(const std::function<void(double share)>& progress) override { npz_.write(progress); }

 private:
  void add_names(const Geometry& geometry) {
    std::size_t longest = 0;
    for (const Slide& slide : geometry.slides())
      longest = std::max(longest, move_name(geometry, slide.move).size());
    Column& names = npz_.column("moves", fmt::format("|S{}", longest));
    for (const Slide& slide : geometry.slides()) {
      std::string name = move_name(geometry, slide.move);
      name.resize(longest, '\0');
      names.add({reinterpret_cast<const std::uint8_t*>(name.data()), name.size()});
    }
  }

  Metric metric_;
  Npz npz_;
  Column& own_;
  Column& opponent_;
  Column& outcome_;
  Column& distance_;
  Column& move_outcome_;
  Column& move_distance_;
  Column* game_ = nullptr;
  Column* ply_ = nullptr;
};

/// A file of lines.
class TextWriter : public Writer {
 public:
  explicit TextWriter(const std::filesystem::path& path) : file_(path, Beside::others) {}

  void finish(const std::function<void(double share)>& /*progress*/) override { file_.publish(); }

 protected:
  void write(const std::string& text) {
    file_.append({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }

 private:
  NewFile file_;
};

class CsvWriter final : public TextWriter {
 public:
  CsvWriter(const std::filesystem::path& path, const Geometry& geometry, Metric metric, From from)
      : TextWriter(path), geometry_(geometry), metric_(metric), from_(from) {
    std::string head = "position,outcome,distance";
    if (from == From::games) head += ",game,ply";
    for (const Slide& slide : geometry.slides()) head += ',' + move_name(geometry, slide.move);
    write(head + '\n');
  }

  void add(const Row& row) override {
    std::string line = fmt::format("{},{},{}", to_string(geometry_, row.position),
                                   outcome_name(row.value.outcome), distance_text(row.value, metric_, ""));
    if (from_ == From::games) line += fmt::format(",{},{}", row.game, row.ply);
    for (const std::optional<Value>& move : row.moves) line += ',' + cell_of(move);
    write(line + '\n');
  }

 private:
  /// W7, D, L6; nothing for an illegal move.
  std::string cell_of(const std::optional<Value>& move) const {
    if (!move) return "";
    const char letter = move->outcome == Outcome::win ? 'W' : move->outcome == Outcome::loss ? 'L' : 'D';
    return letter + distance_text(*move, metric_, "");
  }

  Geometry geometry_;
  Metric metric_;
  From from_;
};

class SuiteWriter final : public TextWriter {
 public:
  SuiteWriter(const std::filesystem::path& path, const Geometry& geometry, Metric metric,
              const std::string& head)
      : TextWriter(path), geometry_(geometry), metric_(metric) {
    write(head);
  }

  void add(const Row& row) override {
    write(fmt::format("{} {} {}\n", to_string(geometry_, row.position), outcome_name(row.value.outcome),
                      row.value.outcome == Outcome::draw ? "-" : distance_text(row.value, metric_, "?")));
  }

 private:
  Geometry geometry_;
  Metric metric_;
};

}  // namespace

Format format_of(const std::filesystem::path& path) {
  const std::string end = path.extension().string();
  if (end == ".npz") return Format::npz;
  if (end == ".csv") return Format::csv;
  if (end == ".txt") return Format::suite;
  throw Error(fmt::format("{} says no format: its name must end in .npz, .csv or .txt",
                          quixo::quoted(path.string())));
}

std::unique_ptr<Writer> make_writer(const std::filesystem::path& path, Format format,
                                    const Geometry& geometry, Metric metric, From from,
                                    const std::string& head) {
  switch (format) {
    case Format::npz:
      return std::make_unique<NpzWriter>(path, geometry, metric, from);
    case Format::csv:
      return std::make_unique<CsvWriter>(path, geometry, metric, from);
    case Format::suite:
      return std::make_unique<SuiteWriter>(path, geometry, metric, head);
  }
  return nullptr;
}

std::string columns_text(Format format, const Geometry& geometry, Metric metric, From from) {
  const std::size_t moves = geometry.slides().size();
  const std::string distance =
      metric == Metric::outcome
          ? "not known (-1, or empty), for the table has outcomes alone"
          : "moves of both sides to the end, when the winner hurries and the loser delays";
  const std::string games =
      from == From::games
          ? "| `game` | {}the number of the game, from 0 on: split by it, so that no game is in "
            "two parts |\n| `ply` | {}moves made before in that game |\n"
          : "";
  std::string text = "| column | what it is |\n|---|---|\n";
  if (format == Format::npz) {
    text += fmt::format(
        "| `own`, `opponent` | uint32, n: cells with a cube of the player to move and of the other one; bit "
        "0 "
        "is the bottom right cell, bit {} the top left one, row by row |\n"
        "| `outcome` | int8, n: 1 win, 0 draw, -1 loss for the player to move |\n"
        "| `distance` | int16, n: {}; 0 for a draw |\n"
        "| `move_outcome` | int8, n x {}: what each move is worth to who makes it, 1, 0 or -1; -2 for an "
        "illegal "
        "move |\n"
        "| `move_distance` | int16, n x {}: moves to the end, the move itself counted; 0 for a draw, -1 for "
        "an illegal move |\n"
        "| `moves` | bytes, {}: the names of the moves, in the order of these columns: the taken cell, then "
        "the "
        "inserted one |\n",
        geometry.cells() - 1, distance, moves, moves, moves);
    return text + fmt::format(fmt::runtime(games), "uint32, n: ", "uint16, n: ");
  }
  text += fmt::format(
      "| `position` | rows from the top; X is to move |\n"
      "| `outcome` | win, draw or loss for the player to move |\n"
      "| `distance` | {}; empty for a draw |\n",
      distance);
  text += fmt::format(fmt::runtime(games), "", "");
  return text +
         fmt::format(
             "| the other {} | one for each move: what it is worth to who makes it, W7 for a win in 7, D "
             "for a draw, L6 for a loss in 6; empty for an illegal move |\n",
             moves);
}

}  // namespace quixo::data
