// SPDX-License-Identifier: MIT
#include "data/npz.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>

#include "data/crc32.h"

namespace quixo::data {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// A file that is open and has no name any more.
File nameless_file(const std::filesystem::path& beside) {
  for (int number = 1;; ++number) {
    const std::filesystem::path path = fmt::format("{}.column{}", beside.string(), number);
    if (std::optional<File> file = File::create_new(path)) {
      remove_file(path);
      return std::move(*file);
    }
  }
}

std::uint64_t element_bytes(const std::string& type) {
  std::uint64_t bytes = 0;
  std::from_chars(type.data() + 2, type.data() + type.size(), bytes);
  assert(bytes > 0);
  return bytes;
}

/// What stands before the elements of a .npy file: its length is a multiple of 64.
std::string npy_head(const std::string& type, std::uint64_t rows, std::size_t row) {
  std::string head = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},{}), }}", type, rows,
                                 row == 0 ? "" : fmt::format(" {}", row));
  constexpr std::size_t magic = 10;
  head.resize((magic + head.size() + 1 + 63) / 64 * 64 - magic - 1, ' ');
  head += '\n';
  assert(head.size() < 65536);
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(head.size() & 0xff) +
         static_cast<char>(head.size() >> 8) + head;
}

/// Numbers as zip files have them, the lowest byte first.
class Record {
 public:
  Record& add(std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::uint8_t>(number >> 8 * i));
    return *this;
  }
  Record& add(const std::string& text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return *this;
  }
  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

/// A file in the zip file.
struct Member {
  std::string name;
  std::uint32_t crc = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
};

constexpr std::uint64_t zip64_version = 45;
constexpr std::uint64_t in_zip64 = 0xffffffff;       // stands for a number that is elsewhere, in 64 bits
constexpr std::uint64_t new_year_1980 = 0x00210000;  // the first time that a zip file can tell

/// The fields that both records of a member have.
void add_common(Record& record, const Member& member, std::uint64_t extra_bytes) {
  record.add(zip64_version, 2).add(0, 2).add(0, 2).add(new_year_1980, 4).add(member.crc, 4);
  record.add(in_zip64, 4).add(in_zip64, 4).add(member.name.size(), 2).add(extra_bytes, 2);
}

Bytes local_head(const Member& member) {
  Record record;
  record.add(0x04034b50, 4);
  add_common(record, member, 20);
  record.add(member.name).add(1, 2).add(16, 2).add(member.size, 8).add(member.size, 8);
  return record.bytes();
}

Bytes directory_entry(const Member& member) {
  Record record;
  record.add(0x02014b50, 4).add(zip64_version, 2);
  add_common(record, member, 28);
  record.add(0, 2).add(0, 2).add(0, 2).add(0, 4).add(in_zip64, 4).add(member.name);
  record.add(1, 2).add(24, 2).add(member.size, 8).add(member.size, 8).add(member.offset, 8);
  return record.bytes();
}

Bytes directory_end(std::uint64_t members, std::uint64_t offset, std::uint64_t size) {
  Record record;
  record.add(0x06064b50, 4).add(44, 8).add(zip64_version, 2).add(zip64_version, 2).add(0, 4).add(0, 4);
  record.add(members, 8).add(members, 8).add(size, 8).add(offset, 8);
  record.add(0x07064b50, 4).add(0, 4).add(offset + size, 8).add(1, 4);
  record.add(0x06054b50, 4).add(0, 2).add(0, 2).add(0xffff, 2).add(0xffff, 2);
  record.add(in_zip64, 4).add(in_zip64, 4).add(0, 2);
  return record.bytes();
}

template <class Visit>
void for_each_piece(const File& file, std::uint64_t bytes, const Visit& visit) {
  Bytes piece(std::size_t{1} << 18);
  for (std::uint64_t offset = 0; offset < bytes;) {
    const std::size_t count = file.read_at(offset, piece);
    if (count == 0) throw Error("cannot read back what was gathered: its end is missing");
    visit(std::span<const std::uint8_t>(piece).first(count));
    offset += count;
  }
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

Column::Column(const std::filesystem::path& path, std::string name, std::string type, std::size_t row)
    : name_(std::move(name)), type_(std::move(type)), row_(row), file_(nameless_file(path)) {}

void Column::add(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t together = std::size_t{1} << 18;
  gathered_.insert(gathered_.end(), bytes.begin(), bytes.end());
  bytes_ += bytes.size();
  if (gathered_.size() >= together) flush();
}

void Column::flush() {
  file_.append(gathered_);
  gathered_.clear();
}

Column& Npz::column(const std::string& name, const std::string& type, std::size_t row) {
  columns_.push_back(std::make_unique<Column>(path_, name, type, row));
  return *columns_.back();
}

void Npz::write(const std::function<void(double share)>& progress) {
  NewFile out(path_, Beside::others);
  std::uint64_t all = 1;
  for (const auto& column : columns_) all += 2 * column->bytes_;
  std::uint64_t done = 0;
  const auto see = [&](std::size_t bytes) {
    done += bytes;
    if (progress) progress(static_cast<double>(done) / static_cast<double>(all));
  };
  std::vector<Member> members;
  for (const auto& column : columns_) {
    column->flush();
    const std::uint64_t row_bytes = element_bytes(column->type_) * std::max<std::uint64_t>(1, column->row_);
    assert(column->bytes_ % row_bytes == 0);
    const std::string head = npy_head(column->type_, column->bytes_ / row_bytes, column->row_);
    Member member{column->name_ + ".npy", crc32(bytes_of(head)), head.size() + column->bytes_, out.size()};
    // Read twice: the checksum comes first in the file.
    for_each_piece(column->file_, column->bytes_, [&](std::span<const std::uint8_t> piece) {
      member.crc = crc32(piece, member.crc);
      see(piece.size());
    });
    out.append(local_head(member));
    out.append(bytes_of(head));
    for_each_piece(column->file_, column->bytes_, [&](std::span<const std::uint8_t> piece) {
      out.append(piece);
      see(piece.size());
    });
    members.push_back(member);
  }
  const std::uint64_t directory = out.size();
  for (const Member& member : members) out.append(directory_entry(member));
  out.append(directory_end(members.size(), directory, out.size() - directory));
  out.publish();
}

}  // namespace quixo::data
