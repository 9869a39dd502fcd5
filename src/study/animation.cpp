// SPDX-License-Identifier: MIT
//
// Renders a timeline (timeline.h) with CSS: each thing that moves, or comes and goes, has its @keyframes,
// which last as long as the whole game and repeat. A blank cube that is taken in the first of seven moves,
// which goes from 1.2 to 2.5 of 17.1 seconds, and stays where it is put:
//
//   @keyframes p0{0.000%{transform:...}11.988%{transform:...}14.620%{transform:...}100.000%{transform:...}}
//   @keyframes v0{0.000%{opacity:1}7.018%{opacity:0}14.620%{opacity:1}100.000%{opacity:1}}
//   @keyframes s0{0.000%{opacity:0}7.018%{opacity:1}100.000%{opacity:1}}
//
// p is its path, v whether it is on the board and not in the hand, s whether it shows its symbol.
#include "study/animation.h"

#include <array>

#include "game/notation.h"
#include "study/boards.h"
#include "study/svg.h"
#include "study/timeline.h"

namespace quixo::study {
namespace {

constexpr const char* visible = "opacity:1";
constexpr const char* hidden = "opacity:0";

/// The keyframes of one animated thing: what it is from a moment on.
class Keyframes {
 public:
  Keyframes(std::string name, double seconds) : name_(std::move(name)), seconds_(seconds) {}

  void at(double moment, const std::string& state) {
    frames_ += fmt::format("{:.3f}%{{{}}}", 100 * moment / seconds_, state);
  }
  void at_end(const std::string& state) { at(seconds_, state); }
  const std::string& name() const { return name_; }
  std::string rule() const { return fmt::format("@keyframes {}{{{}}}\n", name_, frames_); }

 private:
  std::string name_;
  double seconds_;
  std::string frames_;
};

std::string shifted(double x, double y) { return fmt::format("transform:translate({:g}px,{:g}px)", x, y); }

class Rendering {
 public:
  Rendering(const Geometry& geometry, Position start, const std::vector<ShownMove>& line,
            const std::string& unfinished)
      : geometry_(geometry),
        timeline_(timeline_of(geometry, start, line, unfinished)),
        svg_(2 * ring + board_.width(), 2 * ring + board_.height() + 40,
             fmt::format("Quixo {}: {}", to_string(geometry.rules()), number_of_moves(line)),
             fmt::format("From {}:{}", to_string(geometry, start), names_of(geometry, line))) {
    labels();
    board_.add_rim(svg_);
    cubes();
    winning_lines();
    if (!timeline_.hand.empty()) hand();
    captions();
    svg_.style(board_style);
    svg_.style(
        fmt::format("@media print,(prefers-reduced-motion:reduce){{\n"
                    "*{{animation-delay:-{:g}s!important;animation-play-state:paused!important}}\n}}\n",
                    timeline_.still));
  }

  std::string document() const { return svg_.document(); }

 private:
  static constexpr double ring = cell_size * 1.4;  ///< Around the board, for the cube in the hand.

  static std::string names_of(const Geometry& geometry, const std::vector<ShownMove>& line) {
    std::string names;
    for (const ShownMove& move : line) names += ' ' + move_name(geometry, move.move);
    return names;
  }

  std::string at_cell(Cell cell) const { return shifted(board_.x_of(cell), board_.y_of(cell)); }

  Keyframes keyframes(std::string name) const { return {std::move(name), timeline_.seconds}; }

  /// Adds an animation and returns how it is run.
  std::string animated(const Keyframes& frames) {
    svg_.style(frames.rule());
    return fmt::format("{} {:g}s infinite", frames.name(), timeline_.seconds);
  }

  /// Something is there for some time alone. What does not know animations shows the start.
  std::string shown(const std::string& name, Timeline::Span when) {
    const bool at_start = when.from <= 0;
    const bool to_end = when.to >= timeline_.seconds;
    Keyframes frames = keyframes(name);
    frames.at(0, at_start ? visible : hidden);
    if (!at_start) frames.at(when.from, visible);
    if (!to_end) frames.at(when.to, hidden);
    frames.at_end(to_end ? visible : hidden);
    return fmt::format("{};animation:{} step-end", at_start ? visible : hidden, animated(frames));
  }

  void labels() {
    const int last_row = geometry_.rules().rows - 1;
    for (int col = 0; col < geometry_.rules().cols; ++col)
      svg_.text(board_.x(col), board_.top + board_.height() + 22,
                cell_name(geometry_, geometry_.cell_at(last_row, col)).substr(0, 1), "class=\"label\"");
    for (int row = 0; row <= last_row; ++row)
      svg_.text(board_.left - 18, board_.y(row) + 5,
                cell_name(geometry_, geometry_.cell_at(row, 0)).substr(1), "class=\"label\"");
  }

  std::string path_of(const Timeline::Cube& cube, std::size_t number) {
    Keyframes frames = keyframes(fmt::format("p{}", number));
    for (const auto& [moment, cell] : cube.path) frames.at(moment, at_cell(cell));
    frames.at_end(at_cell(cube.cell()));
    return animated(frames);
  }

  std::string presence_of(const Timeline::Cube& cube, std::size_t number) {
    Keyframes frames = keyframes(fmt::format("v{}", number));
    frames.at(0, visible);
    for (const auto& [from, to] : cube.held) {
      frames.at(from, hidden);
      frames.at(to, visible);
    }
    frames.at_end(visible);
    return animated(frames);
  }

  void cubes() {
    for (std::size_t i = 0; i < timeline_.cubes.size(); ++i) {
      const Timeline::Cube& cube = timeline_.cubes[i];
      std::string style = at_cell(cube.path.front().cell);
      if (cube.path.size() > 1) style += fmt::format(";animation:{}", path_of(cube, i));
      if (!cube.held.empty()) style += fmt::format(",{} step-end", presence_of(cube, i));
      std::string appears;
      if (cube.turned > 0)
        appears =
            fmt::format(" style=\"{}\"", shown(fmt::format("s{}", i), {cube.turned, timeline_.seconds}));
      svg_.add("<g class=\"cube\" style=\"{}\">{}{}</g>\n", style, cube_face(),
               cube.symbol ? mark(*cube.symbol, appears) : "");
    }
  }

  /// Over the cubes, in the winner's colour.
  void winning_lines() {
    if (!timeline_.winner) return;
    const Player won = *timeline_.winner;
    const std::string style = shown("won", {timeline_.over, timeline_.seconds});
    for (const Cells line : timeline_.winning_lines)
      for (Cell cell = 0; cell < geometry_.cells(); ++cell)
        if (line & cell_bit(cell))
          svg_.add("<g class=\"cube {}\" style=\"{};{}\">{}{}</g>\n", letter(won), at_cell(cell), style,
                   cube_face(), mark(won));
  }

  /// The cube in the hand, in the mover's colour: it lies on top of all others.
  void hand() {
    const std::string presence = animated(hand_presence());
    const std::string path = animated(hand_path());
    std::string cubes;
    for (const Player player : {Player::x, Player::o})
      cubes += fmt::format(R"(<g class="{}" style="animation:{} step-end">{}{}</g>)", letter(player),
                           animated(hand_colour(player)), cube_face(), mark(player));
    svg_.add("<g class=\"cube\" style=\"{};animation:{}, {} step-end\">{}</g>\n", hidden, path, presence,
             cubes);
  }

  Keyframes hand_presence() const {
    Keyframes frames = keyframes("held");
    frames.at(0, hidden);
    for (const Timeline::Hold& hold : timeline_.hand) {
      frames.at(hold.start, visible);
      frames.at(hold.pushed, hidden);
    }
    frames.at_end(hidden);
    return frames;
  }

  Keyframes hand_path() const {
    Keyframes frames = keyframes("hand");
    frames.at(0, at_cell(timeline_.hand.front().move.taken));
    for (std::size_t i = 0; i < timeline_.hand.size(); ++i) {
      const Timeline::Hold& hold = timeline_.hand[i];
      const std::string taken = at_cell(hold.move.taken);
      // Unseen, it goes from one move to the next while the board rests.
      if (i > 0) frames.at((timeline_.hand[i - 1].pushed + hold.start) / 2, taken);
      frames.at(hold.start, taken);
      frames.at(hold.risen, taken + " scale(1.12)");
      frames.at(hold.there, shifted(board_.x_of(hold.move.inserted) + hold.cols_out * cell_size,
                                    board_.y_of(hold.move.inserted) + hold.rows_out * cell_size));
      frames.at(hold.pushed, at_cell(hold.move.inserted));
    }
    frames.at_end(at_cell(timeline_.hand.back().move.inserted));
    return frames;
  }

  Keyframes hand_colour(Player player) const {
    Keyframes frames = keyframes(player == Player::x ? "x" : "o");
    frames.at(0, hidden);
    for (const Timeline::Hold& hold : timeline_.hand)
      frames.at(hold.start, hold.player == player ? visible : hidden);
    frames.at_end(hidden);
    return frames;
  }

  void captions() {
    const double x = board_.left + board_.width() / 2;
    const double y = board_.top + board_.height() + ring + 18;
    for (std::size_t i = 0; i < timeline_.captions.size(); ++i) {
      const Timeline::Caption& caption = timeline_.captions[i];
      svg_.text(x, y, caption.words,
                fmt::format(R"(text-anchor="middle" font-size="15" style="{}")",
                            shown(fmt::format("t{}", i), caption.shown)));
    }
  }

  const Geometry& geometry_;
  Timeline timeline_;
  BoardPlace board_{geometry_, ring, ring};
  Svg svg_;
};

}  // namespace

std::string svg_of_line(const Geometry& geometry, Position start, const std::vector<ShownMove>& line,
                        const std::string& unfinished) {
  return Rendering(geometry, start, line, unfinished).document();
}

}  // namespace quixo::study
