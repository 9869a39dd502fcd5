// SPDX-License-Identifier: MIT
//
// Questions to other peers about single positions, where whole bitmaps would be much too much: candidates for
// a loss that the children of this peer do not decide. All threads note what they want to know, then
// exchanges bring the answers to all: one, unless there is too much to ask at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/peers.h"
#include "base/workers.h"
#include "layout/index.h"
#include "solve/parents.h"
#include "solve/partition.h"
#include "solve/windows.h"

namespace quixo::solve {

class Questions {
 public:
  /// About bitmaps of one layer, or of two: `layers` are their partitions. With so many bytes of questions to
  /// each peer at a time.
  Questions(std::vector<const Partition*> layers, Peers& peers, int workers, std::size_t window)
      : layers_(std::move(layers)), peers_(peers), window_(window), notes_(workers) {}
  Questions(std::vector<const Partition*> layers, Peers& peers, int workers)
      : Questions(std::move(layers), peers, workers, window_for_each(peers.size())) {}

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

    /// Nobody wants to know any more who was asked.
    void answer(bool yes) { bitmap = yes ? 1 : 0; }
    bool is_answered_by_yes() const { return bitmap != 0; }
  };
  struct Candidates {
    std::uint32_t bitmap = 0;
    std::vector<OpponentIndex> list;
    std::vector<std::size_t> ends;  ///< Behind the questions about each.
  };
  struct Notes {
    std::vector<Candidates> candidates;
    std::vector<Question> questions;
  };

  /// Has these answered. All peers must call it, with whatever they ask.
  template <class IsSet>
  void exchange(std::vector<Question*> questions, Workers& workers, const IsSet& is_set);

  std::size_t owner(const Question& question) const {
    return static_cast<std::size_t>(layers_[question.layer()]->owner(question.bitmap));
  }

  std::vector<const Partition*> layers_;
  Peers& peers_;
  std::size_t window_;  // bytes to each peer at a time
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

template <class IsSet>
void Questions::exchange(std::vector<Question*> questions, Workers& workers, const IsSet& is_set) {
  // Those to one peer lie together then: questions from begins[peer] to begins[peer + 1].
  const auto peers = static_cast<std::size_t>(peers_.size());
  std::vector<std::size_t> begins(peers + 1);
  for (const Question* question : questions) ++begins[owner(*question) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<Question*> sorted(questions.size());
  std::vector<std::size_t> ends(begins.begin(), begins.end() - 1);
  for (Question* question : questions) sorted[ends[owner(*question)]++] = question;
  questions = {};

  const std::size_t most = std::max<std::size_t>(window_ / sizeof(Question), 1);
  std::uint64_t longest = 0;
  for (std::size_t peer = 0; peer < peers; ++peer)
    longest = std::max<std::uint64_t>(longest, begins[peer + 1] - begins[peer]);
  const auto rounds = static_cast<std::size_t>(peers_.greatest((longest + most - 1) / most));
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto in_round = [&](std::size_t peer) {
      const auto place = [&](std::size_t each) {
        return std::min(begins[peer + 1], begins[peer] + each * most);
      };
      return std::span(sorted).subspan(place(round), place(round + 1) - place(round));
    };
    std::vector<Message> messages(peers);
    for (std::size_t peer = 0; peer < peers; ++peer)
      for (const Question* question : in_round(peer)) append(messages[peer], *question);
    messages = peers_.exchange(std::move(messages));
    for (Message& message : messages) {
      std::vector<Question> asked(message.size() / sizeof(Question));
      MessageReader(message).take(std::span(asked));
      message.resize(asked.size());
      run_in_pieces(workers, asked.size(), [&](std::size_t i) {
        message[i] = is_set(asked[i].layer(), asked[i].bitmap, asked[i].position()) ? 1 : 0;
      });
    }
    messages = peers_.exchange(std::move(messages));
    for (std::size_t peer = 0; peer < peers; ++peer) {
      MessageReader answers(messages[peer]);
      for (Question* question : in_round(peer)) question->answer(answers.take<std::uint8_t>() != 0);
    }
  }
}

template <class IsSet, class Keep>
void Questions::answer(Workers& workers, const IsSet& is_set, const Keep& keep) {
  if (peers_.is_alone()) return;
  const std::size_t at_once =
      std::max<std::size_t>(window_ * static_cast<std::size_t>(peers_.size()) / sizeof(Question), 1);
  std::vector<Question*> asked;  // questions of this peer, until they are as many as are asked at once
  std::uint64_t count = 0;
  for (const Notes& notes : notes_) count += notes.questions.size();
  std::uint64_t turns = peers_.greatest((count + at_once - 1) / at_once);
  for (Notes& notes : notes_)
    for (Question& question : notes.questions) {
      asked.push_back(&question);
      if (asked.size() < at_once) continue;
      exchange(std::exchange(asked, {}), workers, is_set);
      --turns;
    }
  for (; turns > 0; --turns) exchange(std::exchange(asked, {}), workers, is_set);
  workers.run(static_cast<std::size_t>(workers.size()), [&](std::size_t part, int worker) {
    Notes& notes = notes_[static_cast<int>(part)];
    std::size_t next = 0;
    for (Candidates& candidates : notes.candidates) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < candidates.list.size(); ++i) {
        bool dropped = false;
        for (; next < candidates.ends[i]; ++next) dropped |= notes.questions[next].is_answered_by_yes();
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
