// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "game/notation.h"
#include "game/play.h"
#include "quixo/table.h"
#include "study/drawing.h"
#include "study/svg.h"

namespace quixo::study {
namespace {

constexpr double cell_size = 48;

constexpr const char* board_style =
    ".bitmap rect{fill:#f3ecdf;stroke:#7d705c;stroke-width:1.5}\n"
    ".X rect{fill:#f5c6bd}\n.O rect{fill:#bcd6f0}\n"
    ".mark{fill:none;stroke:#222;stroke-width:4;stroke-linecap:round}\n"
    ".label{fill:#6b6152;font-size:13px;text-anchor:middle}\n";

std::string cube_face() {
  return fmt::format("<rect x=\"{0:g}\" y=\"{0:g}\" width=\"{1:g}\" height=\"{1:g}\" rx=\"7\"/>",
                     1.5 - cell_size / 2, cell_size - 3);
}

/// The symbol, around the middle of a cube.
std::string mark(Player player, std::string_view attributes = {}) {
  return player == Player::x
             ? fmt::format("<path class=\"mark\"{} d=\"M-11 -11L11 11M-11 11L11 -11\"/>", attributes)
             : fmt::format("<circle class=\"mark\"{} r=\"12\"/>", attributes);
}

/// Where cells lie on a drawing.
struct BoardPlace {
  const Geometry& geometry;
  double left;  ///< of the board's corner
  double top;

  double x(int col) const { return left + (col + 0.5) * cell_size; }
  double y(int row) const { return top + (row + 0.5) * cell_size; }
  double x_of(Cell cell) const { return x(geometry.col_of(cell)); }
  double y_of(Cell cell) const { return y(geometry.row_of(cell)); }
  double width() const { return geometry.rules().cols * cell_size; }
  double height() const { return geometry.rules().rows * cell_size; }

  void frame(Drawing& drawing) const {
    drawing.add(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"9\" fill=\"#d8cbb5\" "
        "stroke=\"#4b4335\" stroke-width=\"3\"/>\n",
        left - 4, top - 4, width() + 8, height() + 8);
  }
};

std::optional<Player> cube_at(Position position, Cell cell) {
  for (const Player player : {Player::x, Player::o})
    if (position.cubes(player) & cell_bit(cell)) return player;
  return std::nullopt;
}

/// Text in lines of at most so many characters, unless a word is longer: SVG does not break lines.
std::vector<std::string> lines_of(std::string_view text, std::size_t characters) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    if (end > characters) {
      end = text.rfind(' ', characters);
      if (end == std::string_view::npos) end = std::min(text.find_first_of(" \n"), text.size());
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Animation ----------------------------------------------------------------------------------------------

/// The moments of a game that plays itself, in seconds.
struct Timeline {
  static constexpr double before = 1.2;
  static constexpr double rise = 0.35;
  static constexpr double fly = 0.5;
  static constexpr double push = 0.45;
  static constexpr double rest = 0.4;
  static constexpr double move = rise + fly + push + rest;
  static constexpr double after = 4;

  std::size_t moves;

  double start(std::size_t index) const { return before + static_cast<double>(index) * move; }
  double end() const { return start(moves); }
  double all() const { return end() + after; }
};

constexpr const char* visible = "opacity:1";
constexpr const char* hidden = "opacity:0";

/// The keyframes of one animated thing: what it is from a moment on.
class Keyframes {
 public:
  Keyframes(std::string name, double seconds) : name_(std::move(name)), seconds_(seconds) {}

  void at(double moment, const std::string& state) {
    frames_ += fmt::format("{:.3f}%{{{}}}", 100 * moment / seconds_, state);
  }
  const std::string& name() const { return name_; }
  std::string rule() const { return fmt::format("@keyframes {}{{{}}}\n", name_, frames_); }

 private:
  std::string name_;
  double seconds_;
  std::string frames_;
};

std::string shifted(double x, double y) { return fmt::format("transform:translate({:g}px,{:g}px)", x, y); }

class Animation {
 public:
  Animation(const Geometry& geometry, Position start, const std::vector<MoveValue>& line)
      : geometry_(geometry),
        line_(line),
        time_{line.size()},
        start_(start),
        drawing_(2 * ring + board_.width(), 2 * ring + board_.height() + 40,
                 fmt::format("Quixo {}: {}", to_string(geometry.rules()), number_of_moves()),
                 fmt::format("From {}:{}", to_string(geometry, start), moves())) {}

  std::string draw() {
    labels();
    board_.frame(drawing_);
    cubes();
    winning_line();
    hand();
    captions();
    drawing_.style(board_style);
    drawing_.style(
        fmt::format("@media print,(prefers-reduced-motion:reduce){{\n"
                    "*{{animation-delay:-{:g}s!important;animation-play-state:paused!important}}\n}}\n",
                    time_.end()));
    return drawing_.document();
  }

 private:
  static constexpr double ring = cell_size * 1.4;  ///< Around the board, for the cube in the hand.

  /// Adds an animation and returns how it is run.
  std::string animated(const Keyframes& frames) {
    drawing_.style(frames.rule());
    return fmt::format("{} {:g}s infinite", frames.name(), time_.all());
  }

  /// Something is there from one moment to another. What does not know animations shows the start.
  std::string shown(const std::string& name, double from, double to) {
    Keyframes frames(name, time_.all());
    frames.at(0, from > 0 ? hidden : visible);
    if (from > 0) frames.at(from, visible);
    if (to < time_.all()) frames.at(to, hidden);
    frames.at(time_.all(), to < time_.all() ? hidden : visible);
    return fmt::format("{};animation:{} step-end", from > 0 ? hidden : visible, animated(frames));
  }

  /// Each cube of the board keeps its identity: where it goes, when it is in the hand and when it is turned.
  struct Cube {
    Cell first;
    Cell cell;
    std::optional<Player> symbol;
    double turned = -1;  ///< When it got its symbol; before the game if negative.
    Keyframes path;
    Keyframes presence;
    bool moves = false;
    bool taken = false;
  };

  std::string at_cell(Cell cell) const { return shifted(board_.x_of(cell), board_.y_of(cell)); }

  std::vector<Cube> cubes_at_start() const {
    std::vector<Cube> cubes;
    for (Cell cell = geometry_.cells() - 1; cell >= 0; --cell) {
      const auto number = cubes.size();
      cubes.push_back({cell, cell, cube_at(start_, cell), -1,
                       Keyframes(fmt::format("p{}", number), time_.all()),
                       Keyframes(fmt::format("v{}", number), time_.all())});
      cubes.back().path.at(0, at_cell(cell));
      cubes.back().presence.at(0, visible);
    }
    return cubes;
  }

  void move(Cube& bitmap, const Slide& slide, Player mover, double start) const {
    const bool taken = bitmap.cell == slide.move.taken;
    if (!taken && (slide.segment & cell_bit(bitmap.cell)) == 0) return;
    const double pushed = start + Timeline::rise + Timeline::fly;
    bitmap.moves = true;
    bitmap.path.at(pushed, at_cell(bitmap.cell));
    bitmap.cell = taken ? slide.move.inserted : bitmap.cell + slide.shift;
    bitmap.path.at(pushed + Timeline::push, at_cell(bitmap.cell));
    if (!taken) return;
    bitmap.taken = true;
    bitmap.presence.at(start, hidden);
    bitmap.presence.at(pushed + Timeline::push, visible);
    if (!bitmap.symbol) bitmap.turned = start;
    bitmap.symbol = mover;
  }

  void cubes() {
    std::vector<Cube> cubes = cubes_at_start();
    Player mover = start_.to_move;
    for (std::size_t i = 0; i < line_.size(); ++i, mover = other(mover))
      for (Cube& bitmap : cubes) move(bitmap, slide_of(line_[i].move), mover, time_.start(i));

    for (std::size_t i = 0; i < cubes.size(); ++i) {
      Cube& bitmap = cubes[i];
      std::string style = at_cell(bitmap.first);
      bitmap.path.at(time_.all(), at_cell(bitmap.cell));
      bitmap.presence.at(time_.all(), visible);
      if (bitmap.moves) style += fmt::format(";animation:{}", animated(bitmap.path));
      if (bitmap.taken) style += fmt::format(",{} step-end", animated(bitmap.presence));
      std::string appears;
      if (bitmap.turned >= 0)
        appears = fmt::format(" style=\"{}\"", shown(fmt::format("s{}", i), bitmap.turned, time_.all()));
      drawing_.add("<g class=\"cube\" style=\"{}\">{}{}</g>\n", style, cube_face(),
                   bitmap.symbol ? mark(*bitmap.symbol, appears) : "");
    }
  }

  /// The cube in the hand, in the mover's colour: it lies on top of all others.
  void hand() {
    if (line_.empty()) return;
    Keyframes path("hand", time_.all());
    Keyframes presence("held", time_.all());
    std::array<Keyframes, 2> colours = {Keyframes("x", time_.all()), Keyframes("o", time_.all())};
    presence.at(0, hidden);
    path.at(0, at_cell(line_[0].move.taken));
    for (Keyframes& colour : colours) colour.at(0, hidden);
    Player mover = start_.to_move;
    for (std::size_t i = 0; i < line_.size(); ++i, mover = other(mover)) {
      const Slide& slide = slide_of(line_[i].move);
      const double start = time_.start(i);
      const double pushed = start + Timeline::rise + Timeline::fly;
      const double x = board_.x_of(slide.move.inserted);
      const double y = board_.y_of(slide.move.inserted);
      // One cell further out than the cell it goes to, seen from where the cubes slide.
      const bool in_row = std::abs(slide.shift) == 1;
      const double out = slide.shift > 0 ? cell_size : -cell_size;
      const std::string taken = at_cell(slide.move.taken);
      if (i > 0) path.at(start - Timeline::rest / 2, taken);  // unseen
      path.at(start, taken);
      path.at(start + Timeline::rise, taken + " scale(1.12)");
      path.at(pushed, shifted(x + (in_row ? out : 0), y + (in_row ? 0 : out)));
      path.at(pushed + Timeline::push, shifted(x, y));
      presence.at(start, visible);
      presence.at(pushed + Timeline::push, hidden);
      for (const Player player : {Player::x, Player::o})
        colours[player == Player::x ? 0 : 1].at(start, player == mover ? visible : hidden);
    }
    const Move last = line_.back().move;
    path.at(time_.all(), at_cell(last.inserted));
    presence.at(time_.all(), hidden);
    for (Keyframes& colour : colours) colour.at(time_.all(), hidden);
    std::string hand = fmt::format("<g class=\"cube\" style=\"{};animation:{}, {} step-end\">", hidden,
                                   animated(path), animated(presence));
    for (const Player player : {Player::x, Player::o})
      hand += fmt::format("<g class=\"{}\" style=\"animation:{} step-end\">{}{}</g>", letter(player),
                          animated(colours[player == Player::x ? 0 : 1]), cube_face(), mark(player));
    drawing_.add("{}</g>\n", hand);
  }

  void labels() {
    const int last_row = geometry_.rules().rows - 1;
    for (int col = 0; col < geometry_.rules().cols; ++col)
      drawing_.text(board_.x(col), board_.top + board_.height() + 22,
                    cell_name(geometry_, geometry_.cell_at(last_row, col)).substr(0, 1), "class=\"label\"");
    for (int row = 0; row <= last_row; ++row)
      drawing_.text(board_.left - 18, board_.y(row) + 5,
                    cell_name(geometry_, geometry_.cell_at(row, 0)).substr(1), "class=\"label\"");
  }

  void winning_line() {
    const Position last = last_position();
    const std::optional<Player> won = winner(geometry_, last);
    if (!won) return;
    const std::string style = shown("won", when_over(), time_.all());
    for (const Cells line : geometry_.lines()) {
      if ((last.cubes(*won) & line) != line) continue;
      for (Cell cell = 0; cell < geometry_.cells(); ++cell)
        if (line & cell_bit(cell))
          drawing_.add("<g class=\"cube {}\" style=\"{};{}\">{}{}</g>\n", letter(*won), at_cell(cell), style,
                       cube_face(), mark(*won));
    }
  }

  void captions() {
    const double x = board_.left + board_.width() / 2;
    const double y = board_.top + board_.height() + ring + 18;
    const auto caption = [&](const std::string& words, double from, double to) {
      const std::string style = shown(fmt::format("t{}", captions_++), from, to);
      drawing_.text(x, y, words, fmt::format("text-anchor=\"middle\" font-size=\"15\" style=\"{}\"", style));
    };
    if (!line_.empty()) caption(fmt::format("{} to move", letter(start_.to_move)), 0, time_.start(0));
    Player mover = start_.to_move;
    for (std::size_t i = 0; i < line_.size(); ++i, mover = other(mover))
      caption(fmt::format("{}. {} {}  ({})", i + 1, letter(mover), move_name(geometry_, line_[i].move),
                          in_words(line_[i].value, Metric::distance)),
              time_.start(i), i + 1 < line_.size() ? time_.start(i + 1) : when_over());
    const std::optional<Player> won = winner(geometry_, last_position());
    caption(!won            ? "the same position again: a draw"
            : line_.empty() ? fmt::format("{} has won", letter(*won))
                            : fmt::format("{} has won after {}", letter(*won), number_of_moves()),
            when_over(), time_.all());
  }

  Position last_position() const { return line_.empty() ? start_ : line_.back().position; }
  double when_over() const { return line_.empty() ? 0 : time_.end() - Timeline::rest; }
  std::string number_of_moves() const {
    return fmt::format("{} {}", line_.size(), line_.size() == 1 ? "move" : "moves");
  }

  std::string moves() const {
    std::string names;
    for (const MoveValue& move : line_) names += ' ' + move_name(geometry_, move.move);
    return names;
  }

  const Slide& slide_of(Move move) const {
    return *std::ranges::find(geometry_.slides(), move, &Slide::move);
  }

  const Geometry& geometry_;
  const std::vector<MoveValue>& line_;
  Timeline time_;
  Position start_;
  BoardPlace board_{geometry_, ring, ring};
  Drawing drawing_;
  int captions_ = 0;
};

}  // namespace

std::string svg_of_positions(const Geometry& geometry,
                             const std::vector<std::pair<Position, std::string>>& captioned) {
  constexpr std::size_t columns = 3;
  constexpr double line_height = 17;
  constexpr double top = 48;
  constexpr std::size_t characters = 34;
  const BoardPlace at_origin{geometry, 0, 0};

  std::vector<std::vector<std::string>> captions;
  std::size_t most_lines = 1;
  std::size_t longest_notation = 0;
  for (const auto& [position, caption] : captioned) {
    const std::string notation = to_string(geometry, position);
    captions.push_back(lines_of(notation + '\n' + caption, std::max(characters, notation.size())));
    most_lines = std::max(most_lines, captions.back().size());
    longest_notation = std::max(longest_notation, notation.size());
  }
  const double text_width = std::max(210.0, 8.5 * static_cast<double>(longest_notation));
  const double column = std::max(at_origin.width(), text_width) + 36;
  const double row = at_origin.height() + 30 + line_height * static_cast<double>(most_lines);
  const std::size_t rows = (captioned.size() + columns - 1) / columns;
  Drawing drawing(column * static_cast<double>(std::clamp<std::size_t>(captioned.size(), 1, columns)),
                  top + row * static_cast<double>(rows),
                  fmt::format("Quixo {}: positions of interest", to_string(geometry.rules())),
                  "Boards with their captions. X is to move in all of them.");
  drawing.style(board_style);
  drawing.text(18, 24, fmt::format("Quixo {}, X to move", to_string(geometry.rules())), headline);
  for (std::size_t i = 0; i < captioned.size(); ++i) {
    const double middle = column * (static_cast<double>(i % columns) + 0.5);
    const BoardPlace board{geometry, middle - at_origin.width() / 2,
                           top + row * static_cast<double>(i / columns)};
    board.frame(drawing);
    for (Cell cell = 0; cell < geometry.cells(); ++cell) {
      const std::optional<Player> symbol = cube_at(captioned[i].first, cell);
      drawing.add("<g class=\"cube\" transform=\"translate({:g} {:g})\">{}{}</g>\n", board.x_of(cell),
                  board.y_of(cell), cube_face(), symbol ? mark(*symbol) : "");
    }
    for (std::size_t line = 0; line < captions[i].size(); ++line)
      drawing.text(middle, board.top + board.height() + 24 + line_height * static_cast<double>(line),
                   captions[i][line], centred);
  }
  return drawing.document();
}

std::string svg_of_line(const Geometry& geometry, Position start, const std::vector<MoveValue>& line) {
  return Animation(geometry, start, line).draw();
}

}  // namespace quixo::study
