// SPDX-License-Identifier: MIT
#include "solve/frames.h"

#include <cassert>

#include "base/hash.h"
#include "quixo/error.h"
#include "solve/batches.h"

namespace quixo::solve {

namespace {

/// One behind the other: as a footer has them.
constexpr std::size_t words_of_frame = 6;  // without those that say where its chunks are
std::vector<std::uint64_t> footer_of(const std::vector<FrameInfo>& frames) {
  std::vector<std::uint64_t> words;
  for (const FrameInfo& frame : frames) {
    words.insert(words.end(), {static_cast<std::uint64_t>(frame.kind), static_cast<std::uint64_t>(frame.step),
                               frame.states, frame.positions, frame.hash, frame.chunks.size()});
    words.insert(words.end(), frame.chunks.begin(), frame.chunks.end());
  }
  return words;
}

}  // namespace

std::vector<FrameInfo> read_footer(const Spool& spool, const FramesFooter& footer) {
  if (footer.bytes > spool.size()) throw bad_spool(spool.name(), "cut short");
  std::vector<std::uint64_t> words(static_cast<std::size_t>(footer.bytes) / sizeof(std::uint64_t));
  spool.read(spool.size() - footer.bytes,
             {reinterpret_cast<std::uint8_t*>(words.data()), words.size() * sizeof(std::uint64_t)});
  if (hash_of(std::span<const std::uint64_t>(words)) != footer.hash) throw bad_spool(spool.name(), "damaged");
  std::vector<FrameInfo> frames;
  for (std::span<const std::uint64_t> rest = words; !rest.empty();) {
    if (rest.size() < words_of_frame || rest.size() - words_of_frame < rest[5])
      throw bad_spool(spool.name(), "damaged");
    const std::span<const std::uint64_t> chunks =
        rest.subspan(words_of_frame, static_cast<std::size_t>(rest[5]));
    frames.push_back({static_cast<FrameKind>(rest[0]),
                      static_cast<int>(rest[1]),
                      rest[2],
                      rest[3],
                      rest[4],
                      {chunks.begin(), chunks.end()}});
    rest = rest.subspan(words_of_frame + chunks.size());
  }
  return frames;
}

LayerFrames::LayerFrames(LayerShape shape, Partition partition, Peers& peers,
                         std::function<int(std::size_t)> orbit, std::unique_ptr<Spool> spool,
                         std::vector<FrameInfo> frames)
    : shape_(shape),
      partition_(std::move(partition)),
      peers_(peers),
      orbit_(std::move(orbit)),
      spool_(std::move(spool)),
      frames_(std::move(frames)) {
  assert(spool_ != nullptr);
}

const FrameInfo* LayerFrames::find(FrameKind kind, int step) const {
  const auto found = std::ranges::find_if(
      frames_, [&](const FrameInfo& frame) { return frame.kind == kind && frame.step == step; });
  return found == frames_.end() ? nullptr : &*found;
}

int LayerFrames::last_step() const {
  int last = 0;
  for (const FrameInfo& frame : frames_) last = std::max(last, frame.step);
  return last;
}

std::size_t LayerFrames::bitmaps_per_chunk() const {
  // Enough for a thread to do at a time, and whole units of a table.
  constexpr std::size_t bytes = 1 << 19;
  constexpr std::size_t most_bitmaps = 2048;
  const std::size_t bitmaps =
      std::clamp<std::size_t>(bytes / (shape_.bitmap_words() * sizeof(Word)), 1, most_bitmaps);
  assert(bitmaps % shape_.bitmaps_of_unit() == 0);
  return bitmaps;
}

FrameInfo LayerFrames::write(FrameKind kind, int step, Workers& workers, const Produce& produce,
                             const ShowProgress& progress, const Bring& bring) {
  assert(step >= 1 && find(kind, step) == nullptr);
  struct Coded {
    Bytes bytes;
    std::uint64_t states = 0;
    std::uint64_t positions = 0;
  };
  FrameInfo frame{kind, step, 0, 0, 0, {spool_->size()}};
  std::vector<std::uint64_t> hashes(chunks());
  const BitmapCodec codec(shape_.layer);
  PerWorker<States> found_by(workers.size(), [&] { return States(shape_.layer); });

  const auto code_chunk = [&](std::size_t chunk, int worker) {
    const BitmapRange bitmaps = bitmaps_in(chunk);
    States& found = found_by[worker];
    Coded coded;
    Bytes codes;
    for (std::size_t bitmap = bitmaps.begin; bitmap < bitmaps.end; ++bitmap) {
      const std::size_t begin = codes.size();
      found.clear();
      produce(bitmap, worker, found);
      codec.encode(found, codes);
      append_varint(static_cast<std::uint32_t>(codes.size() - begin), coded.bytes);
      coded.states += found.count();
      if (found.count() > 0) coded.positions += found.count() * static_cast<std::uint64_t>(orbit_(bitmap));
    }
    if (codes.empty()) coded.bytes.clear();
    coded.bytes.insert(coded.bytes.end(), codes.begin(), codes.end());
    hashes[chunk] = hash_of(std::span<const std::uint8_t>(coded.bytes));
    return coded;
  };
  const auto write_chunks = [&](std::size_t first, std::size_t count) {
    run_in_order(
        workers, count, [&](std::size_t i, int worker) { return code_chunk(first + i, worker); },
        [&](std::size_t i, const Coded& coded) {
          spool_->append(coded.bytes);
          frame.chunks.push_back(spool_->size());
          frame.states += coded.states;
          frame.positions += coded.positions;
          show_share(progress, static_cast<double>(first + i + 1) / static_cast<double>(chunks()));
        });
  };
  if (!bring) {
    write_chunks(0, chunks());
  } else {
    constexpr std::size_t chunks_per_batch = 32;
    in_batches(
        partition_, peers_, chunks_per_batch * bitmaps_per_chunk(), true, bring,
        [&](BitmapRange bitmaps) {
          write_chunks((bitmaps.begin - range().begin) / bitmaps_per_chunk(),
                       (bitmaps.size() + bitmaps_per_chunk() - 1) / bitmaps_per_chunk());
        },
        [](BitmapRange) {});
  }
  std::uint64_t numbers[] = {frame.states, frame.positions};
  peers_.sum(numbers);
  frame.states = numbers[0];
  frame.positions = numbers[1];
  frame.hash = hash_of(std::span<const std::uint64_t>(hashes));
  if (frame.states > 0) frames_.push_back(frame);
  return frame;
}

FramesFooter LayerFrames::write_footer() {
  const std::vector<std::uint64_t> words = footer_of(frames_);
  const std::span<const std::uint64_t> all = words;
  spool_->append({reinterpret_cast<const std::uint8_t*>(all.data()), all.size_bytes()});
  return {all.size_bytes(), hash_of(all)};
}

void LayerFrames::read(const FrameInfo& frame, Workers& workers, const Consume& consume) const {
  FrameReader reader(*this, frame);
  PerWorker<States> states_of(workers.size(), [&] { return States(shape_.layer); });
  PerWorker<ChunkCodes> codes_of(workers.size());
  workers.run(chunks(), [&](std::size_t chunk, int worker) {
    ChunkCodes& chunk_codes = codes_of[worker];
    reader.read(chunk, chunk_codes);
    for (std::size_t i = 0; i < chunk_codes.codes.size(); ++i) {
      if (chunk_codes.codes[i].empty()) continue;
      reader.decode(chunk_codes.codes[i], states_of[worker]);
      consume(bitmaps_in(chunk).begin + i, worker, states_of[worker]);
    }
  });
}

FrameReader::FrameReader(const LayerFrames& frames, const FrameInfo& frame)
    : frames_(frames), frame_(frame), hashes_(frames.chunks()), unread_(frames.chunks()) {
  if (frame.chunks.size() != frames.chunks() + 1) throw bad("damaged");
}

void FrameReader::read(std::size_t chunk, ChunkCodes& chunk_codes) {
  assert(chunk < hashes_.size() && unread_ > 0);
  const std::uint64_t begin = frame_.chunks[chunk];
  const std::uint64_t end = frame_.chunks[chunk + 1];
  if (begin > end) throw bad("damaged");
  if (end > frames_.spool_->size()) throw bad("cut short");
  chunk_codes.codes.assign(frames_.bitmaps_in(chunk).size(), {});
  chunk_codes.bytes.resize(static_cast<std::size_t>(end - begin));
  if (begin < end) {
    frames_.spool_->read(begin, chunk_codes.bytes);
    std::vector<std::uint32_t> sizes(chunk_codes.codes.size());
    std::span<const std::uint8_t> rest = chunk_codes.bytes;
    try {
      for (std::uint32_t& size : sizes) size = take_varint(rest);
    } catch (const NotACode&) {
      throw bad("damaged");
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] > rest.size()) throw bad("damaged");
      chunk_codes.codes[i] = rest.first(sizes[i]);
      rest = rest.subspan(sizes[i]);
    }
  }
  hashes_[chunk] = hash_of(std::span<const std::uint8_t>(chunk_codes.bytes));
  // Whoever reads the last chunk has all hashes before it.
  if (--unread_ == 0 && hash_of(std::span<const std::uint64_t>(hashes_)) != frame_.hash) throw bad("damaged");
}

void FrameReader::decode(std::span<const std::uint8_t> code, States& states) const {
  try {
    BitmapCodec(frames_.shape_.layer).decode(code, states);
  } catch (const NotACode&) {
    throw bad("damaged");
  }
}

Error FrameReader::bad(const char* how) const { return bad_spool(frames_.spool_->name(), how); }

}  // namespace quixo::solve
