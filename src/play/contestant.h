// SPDX-License-Identifier: MIT
//
// Who makes the moves of one side of a game: a computer player, chance, or a program of somebody else's
// (agent/agent.h). Matches and judgements need to know no more of them than this.
#pragma once

#include <stop_token>
#include <string>
#include <utility>

#include "play/computer.h"

namespace quixo {

/// Thrown by a contestant who makes no move, or none that counts: the game is lost. Nothing is wrong with
/// this program, so it is no Error.
struct Forfeit {
  std::string reason;  ///< What the contestant did, in words that follow its name: "made no move within 5 s".
};

class Contestant {
 public:
  Contestant() = default;
  virtual ~Contestant() = default;
  Contestant(const Contestant&) = delete;
  Contestant& operator=(const Contestant&) = delete;

  virtual const std::string& name() const = 0;

  /// A game begins. Throws Forfeit.
  virtual void begin(const Rules& rules) = 0;
  /// A legal move in a position of that game which is not over. Throws Forfeit, and Interrupted when it is
  /// told to stop.
  virtual Move choose(Position position, Random& random, const std::stop_token& stop) = 0;
};

/// A computer player and whom it asks. It must be able to play.
class ComputerContestant final : public Contestant {
 public:
  ComputerContestant(Knowledge knowledge, Computer computer, Thinking thinking);

  const std::string& name() const override { return computer_.name(); }
  void begin(const Rules& rules) override;
  Move choose(Position position, Random& random, const std::stop_token& stop) override;

 private:
  Knowledge knowledge_;
  Computer computer_;
  Thinking thinking_;
};

/// Any legal move, each as likely as the other: what a player who knows nothing but the rules is worth.
class RandomContestant final : public Contestant {
 public:
  const std::string& name() const override { return name_; }
  void begin(const Rules& rules) override { rules_ = rules; }
  Move choose(Position position, Random& random, const std::stop_token& stop) override;

 private:
  std::string name_ = "random";
  Rules rules_;
};

}  // namespace quixo
