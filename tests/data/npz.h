// SPDX-License-Identifier: MIT
//
// Reads a file of arrays back: a zip file by its directory, as the format describes it, and the .npy files in
// it. Nothing of the writer is used.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>

namespace quixo::data {

struct Array {
  std::string head;  ///< "{'descr': ..."
  std::string bytes;

  /// An element of a signed type of so many bytes.
  std::int64_t number(std::size_t index, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value |= std::uint64_t{static_cast<std::uint8_t>(bytes.at(index * size + i))} << 8 * i;
    const std::size_t unused = 64 - 8 * size;
    return static_cast<std::int64_t>(value << unused) >> unused;
  }
};

inline std::map<std::string, Array> arrays_in(const std::string& zip) {
  const auto check = [](bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
  };
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      value |= std::uint64_t{static_cast<std::uint8_t>(zip.at(at + i))} << 8 * i;
    return value;
  };
  // The end of the directory, and before it the place of its 64-bit twin.
  const std::size_t end = zip.size() - 22;
  check(number(end, 4) == 0x06054b50 && number(end - 20, 4) == 0x07064b50, "no end of the directory");
  const std::size_t end64 = number(end - 20 + 8, 8);
  check(number(end64, 4) == 0x06064b50 && end64 + 56 == end - 20, "no 64-bit end of the directory");
  const std::uint64_t members = number(end64 + 32, 8);
  std::size_t at = number(end64 + 48, 8);
  check(at + number(end64 + 40, 8) == end64, "the directory has another size");
  std::map<std::string, Array> arrays;
  for (std::uint64_t i = 0; i < members; ++i) {
    check(number(at, 4) == 0x02014b50 && number(at + 10, 2) == 0, "no entry of a stored file");
    const std::size_t name_size = number(at + 28, 2);
    const std::string name = zip.substr(at + 46, name_size);
    const std::size_t extra = at + 46 + name_size;
    check(number(extra, 2) == 1 && number(extra + 2, 2) == 24, "no 64-bit sizes");
    const std::size_t size = number(extra + 4, 8);
    check(size == number(extra + 12, 8), "a compressed file");
    const std::size_t local = number(extra + 20, 8);
    check(number(local, 4) == 0x04034b50 && zip.substr(local + 30, name_size) == name, "another file");
    check(number(local + 14, 4) == number(at + 16, 4), "another checksum");
    const std::size_t data = local + 30 + name_size + number(local + 28, 2);
    check(zip.substr(data, 8) == std::string("\x93NUMPY\x01\0", 8), "no array");
    const std::size_t head = number(data + 8, 2);
    check((head + 10) % 64 == 0, "the elements are not aligned");
    arrays[name] = {zip.substr(data + 10, head), zip.substr(data + 10 + head, size - 10 - head)};
    at = extra + 28;
  }
  check(at == end64, "more entries than there are files");
  return arrays;
}

}  // namespace quixo::data
