// SPDX-License-Identifier: MIT
#include "solve/frames.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "cube/bitmap.h"
#include "game/error.h"

namespace quixo::solve {
namespace {

static_assert(std::endian::native == std::endian::little, "bitmaps are stored as they are in memory");

constexpr std::uint8_t code_gaps = 0;
constexpr std::uint8_t code_zstd = 1;
constexpr int zstd_level = 1;  // the solver waits for it

struct NotACode : Error {
  NotACode() : Error("this is not the code of a cube") {}
};

void put_varint(std::uint32_t value, Bytes& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
  out.push_back(static_cast<std::uint8_t>(value));
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

std::uint64_t hash_of(std::span<const std::uint64_t> values) {
  return XXH3_64bits(values.data(), values.size_bytes());
}

}  // namespace

void CubeCodec::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
void CubeCodec::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

CubeCodec::CubeCodec(int axes)
    : axes_(axes), compressor_(ZSTD_createCCtx()), decompressor_(ZSTD_createDCtx()) {}
CubeCodec::~CubeCodec() = default;

// A gap takes a byte as a rule, so up to one position in 24 gaps are smaller than what zstd makes of the
// bitmap (measured on random bits), and several times faster to write.
std::uint64_t CubeCodec::most_gaps() const {
  return std::max<std::uint64_t>((std::uint64_t{1} << axes_) / 24, 2);
}

std::uint64_t CubeCodec::encode(const Word* bitmap, Bytes& out) {
  const std::uint64_t set = cube::count(bitmap, axes_);
  if (set == 0) return 0;
  const std::size_t begin = out.size();
  const std::size_t bytes = cube::words_of(axes_) * sizeof(Word);
  if (set <= most_gaps()) {
    out.push_back(code_gaps);
    std::uint32_t next = 0;
    cube::for_each_point(bitmap, axes_, [&](std::uint32_t point) {
      put_varint(point - next, out);
      next = point + 1;
    });
  } else {
    out.push_back(code_zstd);
    const std::size_t bound = ZSTD_compressBound(bytes);
    out.resize(begin + 1 + bound);
    const std::size_t size =
        ZSTD_compressCCtx(compressor_.get(), out.data() + begin + 1, bound, bitmap, bytes, zstd_level);
    if (ZSTD_isError(size)) throw Error(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
    out.resize(begin + 1 + size);
  }
  return XXH3_64bits(bitmap, bytes);
}

std::uint64_t CubeCodec::decode(std::span<const std::uint8_t> code, Word* bitmap) {
  const std::size_t bytes = cube::words_of(axes_) * sizeof(Word);
  if (code.front() == code_zstd) {
    if (ZSTD_decompressDCtx(decompressor_.get(), bitmap, bytes, code.data() + 1, code.size() - 1) != bytes)
      throw NotACode();
  } else if (code.front() == code_gaps) {
    std::fill_n(bitmap, cube::words_of(axes_), 0);
    std::uint64_t next = 0;
    for (std::span<const std::uint8_t> gaps = code.subspan(1); !gaps.empty(); ++next) {
      next += take_varint(gaps);
      if (next >> axes_ != 0) throw NotACode();
      bitmap[next / 64] |= Word{1} << next % 64;
    }
  } else {
    throw NotACode();
  }
  return XXH3_64bits(bitmap, bytes);
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
  FileSpool(const std::filesystem::path& path, int flags)
      : path_(path), file_(open(path.c_str(), flags, 0666)) {
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
      if (written < 0) fail("write");
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
      if (got == 0) throw Error(fmt::format("{} is cut short: remove it and solve again", path_.string()));
      offset += static_cast<std::uint64_t>(got);
      bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
  }
  std::string name() const override { return path_.string(); }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw Error(
        fmt::format("cannot {} {}: {}", what, path_.string(), std::generic_category().message(errno)));
  }

  std::filesystem::path path_;
  int file_;
  std::uint64_t size_ = 0;
};

}  // namespace

std::unique_ptr<Spool> memory_spool() { return std::make_unique<MemorySpool>(); }
std::unique_ptr<Spool> create_file_spool(const std::filesystem::path& path) {
  return std::make_unique<FileSpool>(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC);
}
std::unique_ptr<Spool> open_file_spool(const std::filesystem::path& path) {
  return std::make_unique<FileSpool>(path, O_RDONLY | O_CLOEXEC);
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
  constexpr std::size_t bytes = 1 << 19;
  return std::clamp<std::size_t>(bytes / (cube::words_of(axes_) * sizeof(Word)), 1, 2048);
}

Error LayerFrames::wrong(const char* what) const {
  return Error(fmt::format("{} is {}: remove it and solve again", spool_->name(), what));
}

FrameInfo LayerFrames::write(FrameKind kind, int step, Workers& workers, const Produce& produce,
                             const std::function<void(double)>& progress) {
  struct Coded {
    Bytes bytes;
    std::uint64_t states = 0;
    std::uint64_t positions = 0;
    std::uint64_t hash = 0;
  };
  FrameInfo frame{kind, step, 0, 0, 0, {spool_->size()}};
  std::vector<std::uint64_t> hashes(chunks());
  std::vector<CubeCodec> codecs;
  std::vector<Plane> bitmaps;
  for (int worker = 0; worker < workers.size(); ++worker) {
    codecs.emplace_back(axes_);
    bitmaps.emplace_back(1, axes_);
  }

  const auto code_chunk = [&](std::size_t chunk, int worker) {
    const std::size_t first = chunk * cubes_per_chunk();
    CubeCodec& codec = codecs[static_cast<std::size_t>(worker)];
    Word* bitmap = bitmaps[static_cast<std::size_t>(worker)][0];
    Coded coded;
    Bytes codes;
    std::vector<std::uint64_t> cube_hashes(cubes_in(chunk));
    for (std::size_t i = 0; i < cube_hashes.size(); ++i) {
      const std::size_t begin = codes.size();
      const bool some = produce(first + i, worker, bitmap);
      if (some) cube_hashes[i] = codec.encode(bitmap, codes);
      put_varint(static_cast<std::uint32_t>(codes.size() - begin), coded.bytes);
      if (!some) continue;
      const std::uint64_t set = cube::count(bitmap, axes_);
      coded.states += set;
      coded.positions += set * static_cast<std::uint64_t>(orbit_(first + i));
    }
    if (codes.empty()) coded.bytes.clear();
    coded.bytes.insert(coded.bytes.end(), codes.begin(), codes.end());
    coded.hash = hash_of(cube_hashes);
    return coded;
  };
  run_in_order(workers, chunks(), code_chunk, [&](std::size_t chunk, const Coded& coded) {
    spool_->append(coded.bytes);
    frame.chunks.push_back(spool_->size());
    frame.states += coded.states;
    frame.positions += coded.positions;
    hashes[chunk] = coded.hash;
    if (progress) progress(static_cast<double>(chunk + 1) / static_cast<double>(chunks()));
  });
  frame.hash = hash_of(hashes);
  if (frame.states > 0) frames_.push_back(frame);
  return frame;
}

void LayerFrames::read_codes(const FrameInfo& frame, std::size_t chunk, Codes& codes) const {
  if (frame.chunks.size() != chunks() + 1 || frame.chunks[chunk] > frame.chunks[chunk + 1])
    throw wrong("damaged");
  if (frame.chunks.back() > spool_->size()) throw wrong("cut short");
  codes.cubes.assign(cubes_in(chunk), {});
  codes.bytes.resize(frame.chunks[chunk + 1] - frame.chunks[chunk]);
  if (codes.bytes.empty()) return;
  spool_->read(frame.chunks[chunk], codes.bytes);
  std::vector<std::uint32_t> sizes(codes.cubes.size());
  std::span<const std::uint8_t> rest = codes.bytes;
  for (std::uint32_t& size : sizes) size = take_varint(rest);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > rest.size()) throw wrong("damaged");
    codes.cubes[i] = rest.first(sizes[i]);
    rest = rest.subspan(sizes[i]);
  }
}

void LayerFrames::read(const FrameInfo& frame, Workers& workers, const Consume& consume) const {
  struct Reader {
    CubeCodec codec;
    Plane bitmap;
    Codes codes;
  };
  std::vector<Reader> readers;
  for (int worker = 0; worker < workers.size(); ++worker)
    readers.push_back({CubeCodec(axes_), Plane(1, axes_), {}});
  std::vector<std::uint64_t> hashes(chunks());
  try {
    workers.run(chunks(), [&](std::size_t chunk, int worker) {
      Reader& reader = readers[static_cast<std::size_t>(worker)];
      read_codes(frame, chunk, reader.codes);
      std::vector<std::uint64_t> cube_hashes(reader.codes.cubes.size());
      for (std::size_t i = 0; i < cube_hashes.size(); ++i) {
        if (reader.codes.cubes[i].empty()) continue;
        cube_hashes[i] = reader.codec.decode(reader.codes.cubes[i], reader.bitmap[0]);
        consume(chunk * cubes_per_chunk() + i, worker, reader.bitmap[0]);
      }
      hashes[chunk] = hash_of(cube_hashes);
    });
  } catch (const NotACode&) {
    throw wrong("damaged");
  }
  if (hash_of(hashes) != frame.hash) throw wrong("damaged");
}

}  // namespace quixo::solve
