// SPDX-License-Identifier: MIT
//
// Arrays in a file as numpy.load() reads it: a zip file, not compressed, with one .npy file for each array.
// An array stands in one piece, and rows come one by one and nobody knows how many: so each array is gathered
// in a file without a name first, which the system removes however this program ends, and the zip file is put
// together in the end. Memory stays bounded.
//
// Sizes are always written in the 64 bits of zip64, so that there is one way for small and large files, and
// times are always the same, so that the same arrays make the same bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"

namespace quixo::data {

/// An array in the making: its elements in the order of C, the last index first.
class Column {
 public:
  /// `type` as numpy has it, "<u4" or "|S4"; `row` are the elements of one row, 0 for a single number. The
  /// bytes are gathered beside `path`. Throws SystemError.
  Column(const std::filesystem::path& path, std::string name, std::string type, std::size_t row);

  /// Of whole elements, the lowest byte of each first.
  void add(std::span<const std::uint8_t> bytes);

 private:
  friend class Npz;
  void flush();

  std::string name_;
  std::string type_;
  std::size_t row_;
  File file_;
  std::vector<std::uint8_t> gathered_;
  std::uint64_t bytes_ = 0;
};

class Npz {
 public:
  explicit Npz(std::filesystem::path path) : path_(std::move(path)) {}

  /// A new array. It lives as long as this.
  Column& column(const std::string& name, const std::string& type, std::size_t row = 0);

  /// Writes the file, whole or not at all. `progress` is told the share of this that is done.
  void write(const std::function<void(double share)>& progress = {});

 private:
  std::filesystem::path path_;
  std::vector<std::unique_ptr<Column>> columns_;
};

}  // namespace quixo::data
