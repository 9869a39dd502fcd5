// SPDX-License-Identifier: MIT
#include "solve/directory.h"

#include <fmt/format.h>

#include <new>
#include <system_error>

#include "base/file.h"
#include "base/hash.h"
#include "base/system_calls.h"
#include "cube/bitmap.h"
#include "quixo/error.h"
#include "table/manifest_json.h"

namespace quixo::solve {
namespace {

using table::Json;
constexpr int format_version = 5;

// That of the largest layer of 5x5 has some megabytes.
constexpr std::uint64_t most_summary_bytes = std::uint64_t{1} << 28;

/// A line, and its checksum in another.
std::string checked(const std::string& line) { return line + '\n' + hex(hash_of(line)) + '\n'; }

/// Refuses to go on with a solve that is not this one.
void check_identity(const std::filesystem::path& file, const Json& expected) {
  const std::string directory = file.parent_path().string();
  Json found;
  std::string rules;
  std::string metric;
  try {
    found = Json::parse(bytes_in(file));
    rules = found.at("rules");
    metric = found.at("metric");
  } catch (const Json::exception&) {
    throw Error(fmt::format("{} is damaged: remove {} and solve again", file.string(), directory));
  }
  if (found == expected) return;
  if (rules == expected.at("rules") && metric == expected.at("metric"))
    throw Error(
        fmt::format("{} holds an unfinished solve of another version of quixo: finish it with that version, "
                    "or remove the directory and solve again",
                    directory));
  throw WrongDirectory(fmt::format("{} holds the {}s of {}", directory, metric, rules));
}

class BlockFileKeeper : public BlockKeeper {
 public:
  BlockFileKeeper(const std::filesystem::path& directory, const table::BlockFileHeader& header, int workers)
      : part_(header.part),
        writer_(directory / table::file_name(header.shape.layer, header.part), header),
        compressors_(workers) {}

  void encode(std::span<const std::uint8_t> packed, std::span<const std::size_t> run_ends, int worker,
              table::Bytes& code) override {
    if (part_ == table::Part::outcomes)
      compressors_[worker].compress_outcomes(packed, code);
    else
      compressors_[worker].compress_distances(packed, run_ends, code);
  }
  void append(std::span<const std::uint8_t> code) override { writer_.append(code); }
  table::FileEntry finish() override {
    const std::uint64_t checksum = writer_.finish();
    return {.bytes = writer_.size(), .checksum = checksum};
  }

 private:
  table::Part part_;
  table::BlockFileWriter writer_;
  PerWorker<table::Compressor> compressors_;
};

/// The planes of a layer from its file of outcomes.
OutcomePlanes unpack_outcomes(const table::BlockFile& file, Workers& workers) {
  const LayerShape shape = file.header().shape;
  OutcomePlanes planes{OwnPlane(shape.bitmaps, shape.layer), OwnPlane(shape.bitmaps, shape.layer)};
  PerWorker<table::Compressor> compressors(workers.size());
  workers.run(shape.blocks(), [&](std::size_t block, int worker) {
    table::Bytes packed;
    file.read_outcomes(block, compressors[worker], packed);
    Word* not_win = planes.not_win[0].words() + block * block_words;
    table::unpack_outcomes(packed, not_win, planes.loss[0].words() + block * block_words);
    for (std::size_t i = 0; i < shape.words_in(block); ++i)
      not_win[i] = ~not_win[i] & cube::valid_bits(shape.layer);
  });
  return planes;
}

}  // namespace

Directory::Directory(std::filesystem::path path, const Geometry& geometry, Metric metric)
    : path_(std::move(path)), geometry_(geometry), metric_(metric) {
  make_directories(path_);
  lock_.emplace(path_, "solving");
  // Any version of the program may have made a finished table.
  if (table::read_manifest(path_, geometry.rules(), metric)) return;
  const std::filesystem::path identity_file = path_ / "solve.json";
  const Json identity = {{"format", "quixo-layers"},
                         {"version", format_version},
                         {"rules", to_string(geometry.rules())},
                         {"metric", metric_name(metric)}};
  if (File::if_there(identity_file))
    check_identity(identity_file, identity);
  else
    write_whole(identity_file, identity.dump() + '\n');
}

std::filesystem::path Directory::file(int layer, const char* extension) const {
  return path_ / fmt::format("layer-{:02}.{}", layer, extension);
}

std::optional<LayerSummary> Directory::load(int layer) const {
  const std::filesystem::path path = file(layer, "json");
  const std::optional<std::string> text = read_whole(path, most_summary_bytes);
  if (!text) return std::nullopt;
  try {
    const std::string line = text->substr(0, text->find('\n'));
    if (*text != checked(line)) throw Error("its checksum differs");
    const Json json = Json::parse(line);
    LayerSummary summary;
    summary.frame_bytes = json.at("bytes");
    table::read_classes(json.at("classes"), table::layer_file_fields, summary.census);
    table::read_distances(json.at("distances"), table::layer_file_fields, summary.census);
    summary.win = table::longest_from(geometry_, json.at("longest_win"), table::layer_file_fields);
    summary.loss = table::longest_from(geometry_, json.at("longest_loss"), table::layer_file_fields);
    for (const Json& row : json.at("frames"))
      summary.frames.push_back({row.at("kind") == "win" ? FrameKind::win : FrameKind::loss, row.at("step"),
                                row.at("states"), row.at("positions"), row.at("hash"),
                                row.at("chunks").get<std::vector<std::uint64_t>>()});
    summary.packed = json.at("packed");
    summary.files = table::layer_from(layer, metric_, summary.packed, json.at("files"));
    const std::optional<File> frames = File::if_there(file(layer, "frames"));
    if (frames && frames->size() != summary.frame_bytes) throw Error("its .frames file has another size");
    return summary;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const SystemError&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(
        fmt::format("{} is damaged ({}): remove its directory and solve again", path.string(), error.what()));
  }
}

void Directory::save(int layer, const LayerSummary& summary) const {
  constexpr table::CensusFields fields = table::layer_file_fields;
  Json frames = Json::array();
  for (const FrameInfo& frame : summary.frames)
    frames.push_back({{"kind", frame.kind == FrameKind::win ? "win" : "loss"},
                      {"step", frame.step},
                      {"states", frame.states},
                      {"positions", frame.positions},
                      {"hash", frame.hash},
                      {"chunks", frame.chunks}});
  const Json json = {{"layer", layer},
                     {"bytes", summary.frame_bytes},
                     {"classes", table::layer_classes_to_json(summary.census, layer, fields)},
                     {"distances", table::distances_to_json(summary.census, fields)},
                     {"longest_win", table::to_json(geometry_, summary.win, fields)},
                     {"longest_loss", table::to_json(geometry_, summary.loss, fields)},
                     {"frames", frames},
                     {"files", table::to_json(layer, metric_, summary.files)},
                     {"packed", summary.packed}};
  const std::string line = json.dump();
  write_whole(file(layer, "json"), checked(line));
}

std::unique_ptr<Spool> Directory::create_frames(int layer) const {
  return create_file_spool(partial_path(file(layer, "frames")), file(layer, "frames"));
}

void Directory::keep_frames(int layer) const { publish(file(layer, "frames")); }

std::unique_ptr<Spool> Directory::open_frames(int layer) const {
  return open_file_spool(file(layer, "frames"));
}

void Directory::remove_frames(int layer) const { remove_file(file(layer, "frames")); }

CreateBlocks Directory::create_blocks() const { return blocks_in(path_); }

table::BlockFile Directory::open_blocks(const LayerShape& shape, table::Part part,
                                        const table::LayerEntry& files) const {
  const bool outcomes = part == table::Part::outcomes;
  return table::open_known(path_, {part, shape, outcomes ? 0 : files.distance_bytes},
                           outcomes ? files.outcomes : files.distances, "the summary of its layer");
}

void Directory::check_blocks(const LayerShape& shape, table::Part part,
                             const table::LayerEntry& files) const {
  open_blocks(shape, part, files);
}

OutcomePlanes Directory::load_outcomes(const LayerShape& shape, const table::LayerEntry& files,
                                       Workers& workers) const {
  return unpack_outcomes(open_blocks(shape, table::Part::outcomes, files), workers);
}

void Directory::finish(const Summary& summary, const std::vector<table::LayerEntry>& layers) const {
  const table::Manifest manifest{geometry_.rules(), metric_, summary, layers};
  check_files(path_, manifest);
  table::write_manifest(path_, manifest);
  remove_working_files(path_);
}

CreateBlocks blocks_in(std::filesystem::path directory) {
  return [directory = std::move(directory)](const LayerShape& shape, table::Part part, int distance_bytes,
                                            int workers) {
    return std::make_unique<BlockFileKeeper>(directory, table::BlockFileHeader{part, shape, distance_bytes},
                                             workers);
  };
}

void check_files(const std::filesystem::path& directory, const table::Manifest& manifest) {
  for (int layer = 0; layer <= manifest.rules.cells(); ++layer) {
    manifest.open(directory, layer, table::Part::outcomes);
    if (manifest.metric == Metric::distance) manifest.open(directory, layer, table::Part::distances);
  }
}

void remove_working_files(const std::filesystem::path& directory) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
    const std::filesystem::path& path = entry.path();
    const bool of_a_layer = path.filename().string().starts_with("layer-");
    if (path.extension() == ".partial" ||
        (of_a_layer && (path.extension() == ".json" || path.extension() == ".frames")))
      system_calls().unlink(path.c_str());
  }
}

}  // namespace quixo::solve
