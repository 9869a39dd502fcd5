// SPDX-License-Identifier: MIT
//
// Questions to other peers about single positions, where whole bitmaps would be much too much: candidates for
// a loss that the children of this peer do not decide. All threads note what they want to know, then one
// exchange brings the answers to all.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/peers.h"
#include "base/workers.h"
#include "layout/index.h"
#include "solve/parents.h"
#include "solve/partition.h"

namespace quixo::solve {

class Questions {
 public:
  /// About bitmaps of one layer, or of two: `layers` are their partitions.
  Questions(std::vector<const Partition*> layers, Peers& peers, int workers)
      : layers_(std::move(layers)), peers_(peers), notes_(workers) {}

  /// Asks about the children of a bitmap's candidates by those moves whose child another peer has:
  /// layer_of(move) is its layer then. A candidate is kept when no such child is set.
  template <class Moves, class LayerOf>
  void ask(int worker, std::size_t bitmap, std::span<const OpponentIndex> candidates, const Moves& moves,
           Parents<Moves>& parents, const LayerOf& layer_of);

  /// Has all questions answered: is_set(layer, bitmap, index) speaks of this peer's bitmaps. Calls
  /// keep(worker, bitmap, list) with the candidates of each bitmap that are kept, then forgets everything.
  /// All peers must call it.
  template <class IsSet, class Keep>
  void answer(Workers& workers, const IsSet& is_set, const Keep& keep);

 private:
  static constexpr int layer_bit = 31;
  struct Question {
    std::uint32_t bitmap = 0;
    std::uint32_t index = 0;  ///< And the layer, in the highest bit.

    Question() = default;
    Question(std::uint32_t child, std::size_t layer, OwnIndex position)
        : bitmap(child), index(static_cast<std::uint32_t>(layer) << layer_bit | bit_of(position)) {
      assert(layer < 2 && bit_of(position) >> layer_bit == 0);
    }
    std::size_t layer() const { return index >> layer_bit; }
    OwnIndex position() const { return OwnIndex{index & ((std::uint32_t{1} << layer_bit) - 1)}; }
  };
  struct Candidates {
    std::uint32_t bitmap = 0;
    std::vector<OpponentIndex> list;
    std::vector<std::size_t> ends;  ///< Behind the questions about each.
  };
  struct Notes {
    std::vector<Candidates> candidates;
    std::vector<Question> questions;
    std::vector<std::uint8_t> answers;
  };

  std::vector<const Partition*> layers_;
  Peers& peers_;
  PerWorker<Notes> notes_;
};

template <class Moves, class LayerOf>
void Questions::ask(int worker, std::size_t bitmap, std::span<const OpponentIndex> candidates,
                    const Moves& moves, Parents<Moves>& parents, const LayerOf& layer_of) {
  Notes& notes = notes_[worker];
  Candidates& noted = notes.candidates.emplace_back();
  noted.bitmap = static_cast<std::uint32_t>(bitmap);
  noted.list.assign(candidates.begin(), candidates.end());
  for (const OpponentIndex index : candidates) {
    for (std::size_t move = 0; move < moves.size(); ++move)
      if (const std::optional<std::size_t> layer = layer_of(move))
        if (const std::optional<OwnIndex> child = parents.child(move, index))
          notes.questions.emplace_back(moves.edge(move).child, *layer, *child);
    noted.ends.push_back(notes.questions.size());
  }
}

template <class IsSet, class Keep>
void Questions::answer(Workers& workers, const IsSet& is_set, const Keep& keep) {
  if (peers_.is_alone()) return;
  const auto owner = [&](const Question& question) {
    return static_cast<std::size_t>(layers_[question.layer()]->owner(question.bitmap));
  };
  std::vector<Message> messages(static_cast<std::size_t>(peers_.size()));
  for (const Notes& notes : notes_)
    for (const Question& question : notes.questions) append(messages[owner(question)], question);
  messages = peers_.exchange(std::move(messages));
  for (Message& message : messages) {
    std::vector<Question> questions(message.size() / sizeof(Question));
    MessageReader(message).take(std::span(questions));
    message.resize(questions.size());
    run_in_pieces(workers, questions.size(), [&](std::size_t i) {
      message[i] = is_set(questions[i].layer(), questions[i].bitmap, questions[i].position()) ? 1 : 0;
    });
  }
  messages = peers_.exchange(std::move(messages));
  std::vector<MessageReader> answers(messages.begin(), messages.end());
  for (Notes& notes : notes_)
    for (const Question& question : notes.questions)
      notes.answers.push_back(answers[owner(question)].template take<std::uint8_t>());
  workers.run(static_cast<std::size_t>(workers.size()), [&](std::size_t part, int worker) {
    Notes& notes = notes_[static_cast<int>(part)];
    std::size_t next = 0;
    for (Candidates& candidates : notes.candidates) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < candidates.list.size(); ++i) {
        bool dropped = false;
        for (; next < candidates.ends[i]; ++next) dropped |= notes.answers[next] != 0;
        candidates.list[kept] = candidates.list[i];
        kept += dropped ? 0 : 1;
      }
      candidates.list.resize(kept);
      if (kept > 0) keep(worker, candidates.bitmap, candidates.list);
    }
    notes = Notes();
  });
}

}  // namespace quixo::solve
