// SPDX-License-Identifier: MIT
//
// A training set as a file: arrays for numpy, a table as text, or a suite for `quixo judge`. All of them are
// written in bounded memory and appear whole or not at all. docs/agents.md says what stands in each.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "data/pick.h"
#include "game/geometry.h"
#include "quixo/value.h"

namespace quixo::data {

enum class Format : std::uint8_t { npz, csv, suite };

/// By the end of a name: .npz, .csv or .txt. Throws Error when it is none of these.
Format format_of(const std::filesystem::path& path);

class Writer {
 public:
  Writer() = default;
  virtual ~Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  virtual void add(const Row& row) = 0;
  /// Gives the file its name. `progress` is told the share of this that is done.
  virtual void finish(const std::function<void(double share)>& progress) = 0;
};

/// `head` is the comment at the head of a suite.
std::unique_ptr<Writer> make_writer(const std::filesystem::path& path, Format format,
                                    const Geometry& geometry, Metric metric, From from,
                                    const std::string& head);

/// What the columns of a format are, as a list for the data card.
std::string columns_text(Format format, const Geometry& geometry, Metric metric, From from);

}  // namespace quixo::data
