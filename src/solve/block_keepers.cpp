// SPDX-License-Identifier: MIT
#include "solve/block_keepers.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "base/system_calls.h"
#include "table/block_file.h"
#include "table/compressor.h"
#include "table/manifest.h"

namespace quixo::solve {
namespace {

class Encoder : public BlockKeeper {
 public:
  Encoder(table::Part part, int workers) : part_(part), compressors_(workers) {}

  void encode(std::span<const std::uint8_t> packed, std::span<const std::size_t> run_ends, int worker,
              table::Bytes& code) override {
    if (part_ == table::Part::outcomes)
      compressors_[worker].compress_outcomes(packed, code);
    else
      compressors_[worker].compress_distances(packed, run_ends, code);
  }

 private:
  table::Part part_;
  PerWorker<table::Compressor> compressors_;
};

class OneFile : public Encoder {
 public:
  OneFile(std::filesystem::path path, const table::BlockFileHeader& header, int workers)
      : Encoder(header.part, workers), writer_(std::move(path), header) {}

  void append(std::span<const std::uint8_t> code) override { writer_.append(code); }
  table::FileEntry finish() override {
    const std::uint64_t checksum = writer_.finish();
    return {.bytes = writer_.size(), .checksum = checksum};
  }

 private:
  table::BlockFileWriter writer_;
};

std::span<const std::uint8_t> bytes_of(std::span<const std::uint64_t> words) {
  return {reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()};
}

class SharedFile : public Encoder {
 public:
  SharedFile(std::filesystem::path path, const table::BlockFileHeader& header, int workers, Peers& peers)
      : Encoder(header.part, workers),
        path_(std::move(path)),
        header_(header),
        peers_(peers),
        own_path_(partial_path(fmt::format("{}.{}", path_.string(), peers.self()))),
        own_(File::create(own_path_)) {}
  ~SharedFile() override { system_calls().unlink(own_path_.c_str()); }

  void append(std::span<const std::uint8_t> code) override {
    entries_.push_back({code.size(), hash_of(code)});
    gathered_.insert(gathered_.end(), code.begin(), code.end());
    if (gathered_.size() >= together) flush();
  }

  table::FileEntry finish() override {
    flush();
    const std::vector<std::uint64_t> header = table::words_of(header_);
    std::uint64_t begin = bytes_of(header).size();
    std::uint64_t end = begin;
    const std::vector<std::uint64_t> bytes = told_by_all(peers_, own_bytes_);
    for (std::size_t peer = 0; peer < bytes.size(); ++peer) {
      if (static_cast<int>(peer) < peers_.self()) begin += bytes[peer];
      end += bytes[peer];
    }
    if (peers_.is_first()) remove_file(partial_path(path_));  // of a run that was killed
    peers_.meet();
    File whole = File::shared(partial_path(path_));
    copy_own(whole, begin);
    table::BlockFileEnd last(header_);
    const auto write_last = [&](const std::vector<std::uint64_t>& words) {
      whole.write_at(end, bytes_of(words));
      end += bytes_of(words).size();
    };
    stream_to_first(peers_, std::span<const table::CodeEntry>(entries_),
                    [&](std::span<const table::CodeEntry> entries) { write_last(last.index(entries)); });
    table::FileEntry entry;
    if (peers_.is_first()) {
      whole.write_at(0, bytes_of(header));
      write_last(last.footer());
      entry = {.bytes = end, .checksum = last.checksum()};
    }
    whole.sync();
    whole.close();
    peers_.meet();
    if (peers_.is_first()) publish(path_);
    return entry;
  }

 private:
  static constexpr std::size_t together = std::size_t{1} << 20;

  void flush() {
    own_.append(gathered_);
    own_bytes_ += gathered_.size();
    gathered_.clear();
  }

  void copy_own(const File& whole, std::uint64_t begin) const {
    table::Bytes piece(together);
    for (std::uint64_t done = 0; done < own_bytes_;) {
      const std::size_t got = own_.read_at(done, piece);
      if (got == 0) throw Error(fmt::format("cannot read {}: it is cut short", own_path_.string()));
      whole.write_at(begin + done, std::span(piece).first(got));
      whole.start_syncing(begin + done, got);
      done += got;
    }
  }

  std::filesystem::path path_;
  table::BlockFileHeader header_;
  Peers& peers_;
  std::filesystem::path own_path_;
  File own_;
  table::Bytes gathered_;  // and not written yet
  std::uint64_t own_bytes_ = 0;
  std::vector<table::CodeEntry> entries_;
};

}  // namespace

CreateBlocks blocks_in(std::filesystem::path directory) {
  return [directory = std::move(directory)](const LayerShape& shape, table::Part part, int distance_bytes,
                                            int workers) {
    return std::make_unique<OneFile>(directory / table::file_name(shape.layer, part),
                                     table::BlockFileHeader{part, shape, distance_bytes}, workers);
  };
}

CreateBlocks blocks_shared_in(std::filesystem::path directory, Peers& peers) {
  return [directory = std::move(directory), &peers](const LayerShape& shape, table::Part part,
                                                    int distance_bytes, int workers) {
    return std::make_unique<SharedFile>(directory / table::file_name(shape.layer, part),
                                        table::BlockFileHeader{part, shape, distance_bytes}, workers, peers);
  };
}

}  // namespace quixo::solve
