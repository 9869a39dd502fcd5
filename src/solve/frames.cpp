// SPDX-License-Identifier: MIT
#include "solve/frames.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/file.h"
#include "base/hash.h"
#include "cube/bitmap.h"
#include "cube/sparse_bytes.h"
#include "quixo/error.h"

namespace quixo::solve {
namespace {

static_assert(std::endian::native == std::endian::little, "bitmaps are stored as they are in memory");

constexpr std::uint8_t code_gaps = 0;
constexpr std::uint8_t code_words = 1;
constexpr std::uint8_t code_bytes = 2;

struct NotACode : Error {
  NotACode() : Error("this is not the code of a cube") {}
};

constexpr std::size_t varint_size = 5;

/// Returns where it ends.
std::uint8_t* write_varint(std::uint32_t value, std::uint8_t* out) {
  for (; value >= 0x80; value >>= 7) *out++ = static_cast<std::uint8_t>(value | 0x80);
  *out++ = static_cast<std::uint8_t>(value);
  return out;
}

/// Reads a varint off the front of `in`.
std::uint32_t take_varint(std::span<const std::uint8_t>& in) {
  std::uint64_t value = 0;
  for (int shift = 0; shift <= 28; shift += 7) {
    if (in.empty()) break;
    const std::uint8_t byte = in.front();
    in = in.subspan(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if ((byte & 0x80) == 0 && value >> 32 == 0) return static_cast<std::uint32_t>(value);
  }
  throw NotACode();
}

/// The layers above may be gone, so the layer alone cannot be solved again.
Error damaged(const std::string& name, const char* how) {
  return Error(fmt::format("{} is {}: remove its directory and solve again", name, how));
}

}  // namespace

// A gap takes a byte as a rule. Up to one position in 32 gaps are smaller than bytes, but above one in 64
// they take longer to read.
std::uint64_t CubeCodec::most_gaps() const {
  return std::max<std::uint64_t>((std::uint64_t{1} << axes_) / 64, 2);
}

void CubeCodec::encode(const States& states, Bytes& out) const {
  if (states.count() == 0) return;
  const std::size_t words = cube::words_of(axes_);
  const std::size_t begin = out.size();
  const bool gaps = states.count() <= most_gaps();
  out.resize(begin + 1 + (gaps ? states.count() * varint_size : cube::most_sparse_bytes(words)));
  std::uint8_t* const code = out.data() + begin;
  std::uint8_t* end = code + 1;
  if (gaps) {
    *code = code_gaps;
    std::uint32_t next = 0;
    states.for_each([&](std::uint32_t point) {
      end = write_varint(point - next, end);
      next = point + 1;
    });
  } else {
    std::vector<Word> filled(states.listed() ? words : 0);
    if (states.listed()) states.copy_to(filled.data());
    const Word* bitmap = states.listed() ? filled.data() : states.bitmap();
    *code = code_bytes;
    end = cube::write_sparse_bytes(bitmap, words, end);
    if (static_cast<std::size_t>(end - code) > words * sizeof(Word)) {
      *code = code_words;
      end = std::copy_n(reinterpret_cast<const std::uint8_t*>(bitmap), words * sizeof(Word), code + 1);
    }
  }
  out.resize(static_cast<std::size_t>(end - out.data()));
}

void CubeCodec::decode(std::span<const std::uint8_t> code, States& states) const {
  const std::size_t words = cube::words_of(axes_);
  const std::uint8_t kind = code.front();
  code = code.subspan(1);
  if (kind == code_words) {
    if (code.size() != words * sizeof(Word)) throw NotACode();
    states.set_bitmap([&](Word* bitmap) { std::memcpy(bitmap, code.data(), code.size()); });
  } else if (kind == code_bytes) {
    states.set_bitmap([&](Word* bitmap) {
      if (!cube::read_sparse_bytes(code, bitmap, words)) throw NotACode();
    });
  } else if (kind == code_gaps) {
    states.set_list([&](std::vector<std::uint32_t>& list) {
      for (std::uint64_t next = 0; !code.empty(); ++next) {
        next += take_varint(code);
        if (next >> axes_ != 0) throw NotACode();
        list.push_back(static_cast<std::uint32_t>(next));
      }
    });
  } else {
    throw NotACode();
  }
}

namespace {

class MemorySpool : public Spool {
 public:
  void append(std::span<const std::uint8_t> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::uint64_t size() const override { return bytes_.size(); }
  void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  }
  std::string name() const override { return "a layer in memory"; }

 private:
  Bytes bytes_;
};

class FileSpool : public Spool {
 public:
  FileSpool(const std::filesystem::path& path, const std::filesystem::path& name, int flags)
      : name_(name.string()), file_(open(path.c_str(), flags, 0666)) {
    if (file_ < 0) fail("open");
    const off_t end = lseek(file_, 0, SEEK_END);
    if (end < 0) fail("read");
    size_ = static_cast<std::uint64_t>(end);
  }
  ~FileSpool() override { close(file_); }
  FileSpool(const FileSpool&) = delete;
  FileSpool& operator=(const FileSpool&) = delete;

  void append(std::span<const std::uint8_t> bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw WriteError(name_);
      size_ += static_cast<std::uint64_t>(written);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  std::uint64_t size() const override { return size_; }
  void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    while (!bytes.empty()) {
      const ssize_t got = pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail("read");
      if (got == 0) throw damaged(name_, "cut short");
      offset += static_cast<std::uint64_t>(got);
      bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
  }
  std::string name() const override { return name_; }

 private:
  [[noreturn]] void fail(const char* what) const { throw system_error(what, name_); }

  std::string name_;
  int file_;
  std::uint64_t size_ = 0;
};

}  // namespace

std::unique_ptr<Spool> memory_spool() { return std::make_unique<MemorySpool>(); }
std::unique_ptr<Spool> create_file_spool(const std::filesystem::path& path,
                                         const std::filesystem::path& later_name) {
  return std::make_unique<FileSpool>(path, later_name, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC);
}
std::unique_ptr<Spool> open_file_spool(const std::filesystem::path& path) {
  return std::make_unique<FileSpool>(path, path, O_RDONLY | O_CLOEXEC);
}

LayerFrames::LayerFrames(std::size_t cubes, int axes, std::function<int(std::size_t)> orbit,
                         std::unique_ptr<Spool> spool, std::vector<FrameInfo> frames)
    : cubes_(cubes),
      axes_(axes),
      orbit_(std::move(orbit)),
      spool_(std::move(spool)),
      frames_(std::move(frames)) {}

const FrameInfo* LayerFrames::find(FrameKind kind, int step) const {
  const auto found =
      std::ranges::find_if(frames_, [&](const FrameInfo& f) { return f.kind == kind && f.step == step; });
  return found == frames_.end() ? nullptr : &*found;
}

int LayerFrames::last_step() const {
  int last = 0;
  for (const FrameInfo& frame : frames_) last = std::max(last, frame.step);
  return last;
}

std::size_t LayerFrames::cubes_per_chunk() const {
  // Of bitmaps: enough for a thread to do at a time, and whole blocks of a table.
  constexpr std::size_t bytes = 1 << 19;
  constexpr std::size_t most_cubes = 2048;
  return std::clamp<std::size_t>(bytes / (cube::words_of(axes_) * sizeof(Word)), 1, most_cubes);
}

std::vector<States> LayerFrames::states_of(const Workers& workers) const {
  std::vector<States> states;
  for (int worker = 0; worker < workers.size(); ++worker) states.emplace_back(axes_);
  return states;
}

Error LayerFrames::wrong(const char* what) const { return damaged(spool_->name(), what); }

FrameInfo LayerFrames::write(FrameKind kind, int step, Workers& workers, const Produce& produce,
                             const std::function<void(double)>& progress) {
  struct Coded {
    Bytes bytes;
    std::uint64_t states = 0;
    std::uint64_t positions = 0;
  };
  FrameInfo frame{kind, step, 0, 0, 0, {spool_->size()}};
  std::vector<std::uint64_t> hashes(chunks());
  const CubeCodec codec(axes_);
  std::vector<States> found_by = states_of(workers);

  const auto code_chunk = [&](std::size_t chunk, int worker) {
    const std::size_t first = chunk * cubes_per_chunk();
    States& found = found_by[static_cast<std::size_t>(worker)];
    Coded coded;
    Bytes codes;
    for (std::size_t i = 0; i < cubes_in(chunk); ++i) {
      const std::size_t begin = codes.size();
      found.clear();
      produce(first + i, worker, found);
      codec.encode(found, codes);
      std::uint8_t size[varint_size];
      coded.bytes.insert(coded.bytes.end(), size,
                         write_varint(static_cast<std::uint32_t>(codes.size() - begin), size));
      coded.states += found.count();
      if (found.count() > 0) coded.positions += found.count() * static_cast<std::uint64_t>(orbit_(first + i));
    }
    if (codes.empty()) coded.bytes.clear();
    coded.bytes.insert(coded.bytes.end(), codes.begin(), codes.end());
    hashes[chunk] = hash_of(std::span<const std::uint8_t>(coded.bytes));
    return coded;
  };
  run_in_order(workers, chunks(), code_chunk, [&](std::size_t chunk, const Coded& coded) {
    spool_->append(coded.bytes);
    frame.chunks.push_back(spool_->size());
    frame.states += coded.states;
    frame.positions += coded.positions;
    if (progress) progress(static_cast<double>(chunk + 1) / static_cast<double>(chunks()));
  });
  frame.hash = hash_of(std::span<const std::uint64_t>(hashes));
  if (frame.states > 0) frames_.push_back(frame);
  return frame;
}

std::uint64_t LayerFrames::read_codes(const FrameInfo& frame, std::size_t chunk, Codes& codes) const {
  if (frame.chunks.size() != chunks() + 1 || frame.chunks[chunk] > frame.chunks[chunk + 1])
    throw wrong("damaged");
  if (frame.chunks[chunk + 1] > spool_->size()) throw wrong("cut short");
  codes.cubes.assign(cubes_in(chunk), {});
  codes.bytes.resize(frame.chunks[chunk + 1] - frame.chunks[chunk]);
  if (!codes.bytes.empty()) {
    spool_->read(frame.chunks[chunk], codes.bytes);
    std::vector<std::uint32_t> sizes(codes.cubes.size());
    std::span<const std::uint8_t> rest = codes.bytes;
    try {
      for (std::uint32_t& size : sizes) size = take_varint(rest);
    } catch (const NotACode&) {
      throw wrong("damaged");
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] > rest.size()) throw wrong("damaged");
      codes.cubes[i] = rest.first(sizes[i]);
      rest = rest.subspan(sizes[i]);
    }
  }
  return hash_of(std::span<const std::uint8_t>(codes.bytes));
}

void LayerFrames::decode(std::span<const std::uint8_t> code, States& states) const {
  try {
    CubeCodec(axes_).decode(code, states);
  } catch (const NotACode&) {
    throw wrong("damaged");
  }
}

void LayerFrames::check(const FrameInfo& frame, const std::vector<std::uint64_t>& hashes) const {
  if (hash_of(std::span<const std::uint64_t>(hashes)) != frame.hash) throw wrong("damaged");
}

void LayerFrames::read(const FrameInfo& frame, Workers& workers, const Consume& consume) const {
  std::vector<States> states_by = states_of(workers);
  std::vector<Codes> codes_of(static_cast<std::size_t>(workers.size()));
  std::vector<std::uint64_t> hashes(chunks());
  workers.run(chunks(), [&](std::size_t chunk, int worker) {
    Codes& codes = codes_of[static_cast<std::size_t>(worker)];
    States& states = states_by[static_cast<std::size_t>(worker)];
    hashes[chunk] = read_codes(frame, chunk, codes);
    for (std::size_t i = 0; i < codes.cubes.size(); ++i) {
      if (codes.cubes[i].empty()) continue;
      decode(codes.cubes[i], states);
      consume(chunk * cubes_per_chunk() + i, worker, states);
    }
  });
  check(frame, hashes);
}

}  // namespace quixo::solve
