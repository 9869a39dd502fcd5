// SPDX-License-Identifier: MIT
#include "solve/directory.h"

#include <fmt/format.h>

#include <cassert>
#include <new>
#include <system_error>

#include "base/file.h"
#include "base/hash.h"
#include "base/system_calls.h"
#include "cube/bitmap.h"
#include "quixo/error.h"
#include "solve/block_keepers.h"
#include "table/manifest_json.h"

namespace quixo::solve {
namespace {

using table::Json;
constexpr int format_version = 7;

// One has some thousands, and a hundred for each peer.
constexpr std::uint64_t most_summary_bytes = std::uint64_t{1} << 28;
constexpr std::uint64_t most_identity_bytes = std::uint64_t{1} << 20;

/// A line, and its checksum in another.
std::string checked(const std::string& line) { return line + '\n' + hex(hash_of(line)) + '\n'; }

/// Refuses to go on with a solve that is not this one.
void check_identity(const std::filesystem::path& file, const Json& expected) {
  const std::string directory = file.parent_path().string();
  const std::string text = read_whole(file, most_identity_bytes).value_or("");
  Json found;
  std::string rules;
  std::string metric;
  try {
    found = table::parse_stored_json(text);
    rules = to_string(parse_rules(found.at("rules").get<std::string>()));
    metric = found.at("metric");
    if (metric != metric_name(Metric::distance) && metric != metric_name(Metric::outcome))
      throw Error("its metric is none");
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
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

/// The planes of some bitmaps of a layer from its file of outcomes.
OutcomePlanes unpack_outcomes(const table::BlockFile& file, BitmapRange bitmaps, Workers& workers) {
  const LayerShape shape = file.header().shape;
  OutcomePlanes planes{OwnPlane(bitmaps, shape.layer), OwnPlane(bitmaps, shape.layer)};
  if (bitmaps.size() == 0) return planes;
  assert(bitmaps.begin % shape.bitmaps_of_unit() == 0);
  const std::size_t first = bitmaps.begin * shape.bitmap_words() / block_words;
  const std::size_t blocks = (bitmaps.size() * shape.bitmap_words() + block_words - 1) / block_words;
  PerWorker<table::Compressor> compressors(workers.size());
  workers.run(blocks, [&](std::size_t number, int worker) {
    const std::size_t block = first + number;
    table::Bytes packed;
    file.read_outcomes(block, compressors[worker], packed);
    Word* not_win = planes.not_win[bitmaps.begin].words() + number * block_words;
    table::unpack_outcomes(packed, not_win, planes.loss[bitmaps.begin].words() + number * block_words);
    for (std::size_t i = 0; i < shape.words_in(block); ++i)
      not_win[i] = ~not_win[i] & cube::valid_bits(shape.layer);
  });
  return planes;
}

}  // namespace

Directory::Directory(std::filesystem::path path, const Geometry& geometry, Metric metric, Peers& peers)
    : path_(std::move(path)), geometry_(geometry), metric_(metric), peers_(peers) {
  if (!peers.is_first()) return;
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

std::filesystem::path Directory::frames_file(int layer, std::size_t part, std::size_t parts) const {
  return file(layer, parts == 1 ? "frames" : fmt::format("{}.frames", part).c_str());
}

std::optional<LayerSummary> Directory::load(int layer) const {
  // The first reads it and looks at the files: so all go on in the same way.
  std::optional<LayerSummary> summary;
  std::string text;
  if (peers_.is_first()) {
    if (std::optional<std::string> found = read_whole(file(layer, "json"), most_summary_bytes)) {
      summary = parse_summary(layer, text = *std::move(found));
      check_frames(layer, *summary);
    }
  }
  if (peers_.is_alone()) return summary;
  text = said_by_first(peers_, text);
  if (!summary && !text.empty()) summary = parse_summary(layer, text);
  return summary;
}

LayerSummary Directory::parse_summary(int layer, const std::string& text) const {
  try {
    const std::string line = text.substr(0, text.find('\n'));
    if (text != checked(line)) throw Error("its checksum differs");
    const Json json = table::parse_stored_json(line);
    LayerSummary summary;
    table::read_classes(json.at("classes"), table::layer_file_fields, summary.census);
    table::read_distances(json.at("distances"), table::layer_file_fields, summary.census);
    summary.win = table::longest_from(geometry_, json.at("longest_win"), table::layer_file_fields);
    summary.loss = table::longest_from(geometry_, json.at("longest_loss"), table::layer_file_fields);
    for (const Json& part : json.at("parts"))
      summary.parts.push_back({{part.at("begin"), part.at("end")},
                               part.at("bytes"),
                               {part.at("footer_bytes"), part.at("footer_hash")}});
    summary.packed = json.at("packed");
    summary.files = table::layer_from(layer, metric_, summary.packed, json.at("files"));
    return summary;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw damaged_summary(layer, error.what());
  }
}

void Directory::check_frames(int layer, const LayerSummary& summary) const {
  for (std::size_t part = 0; part < summary.parts.size(); ++part) {
    const std::optional<File> frames = File::if_there(frames_file(layer, part, summary.parts.size()));
    if (frames && frames->size() != summary.parts[part].bytes)
      throw damaged_summary(layer, "its .frames file has another size");
  }
}

Error Directory::damaged_summary(int layer, const char* how) const {
  return Error(fmt::format("{} is damaged ({}): remove its directory and solve again",
                           file(layer, "json").string(), how));
}

void Directory::save(int layer, const LayerSummary& summary) const {
  if (!peers_.is_first()) return;
  constexpr table::CensusFields fields = table::layer_file_fields;
  Json parts = Json::array();
  for (const FramesPart& part : summary.parts)
    parts.push_back({{"begin", part.bitmaps.begin},
                     {"end", part.bitmaps.end},
                     {"bytes", part.bytes},
                     {"footer_bytes", part.footer.bytes},
                     {"footer_hash", part.footer.hash}});
  const Json json = {{"layer", layer},
                     {"classes", table::layer_classes_to_json(summary.census, layer, fields)},
                     {"distances", table::distances_to_json(summary.census, fields)},
                     {"longest_win", table::to_json(geometry_, summary.win, fields)},
                     {"longest_loss", table::to_json(geometry_, summary.loss, fields)},
                     {"parts", parts},
                     {"files", table::to_json(layer, metric_, summary.files)},
                     {"packed", summary.packed}};
  const std::string line = json.dump();
  write_whole(file(layer, "json"), checked(line));
}

std::unique_ptr<Spool> Directory::create_frames(int layer) const {
  return create_file_spool(partial_path(own_frames_file(layer)), own_frames_file(layer));
}

void Directory::keep_frames(int layer) const { publish(own_frames_file(layer)); }

std::unique_ptr<Spool> Directory::open_frames(int layer, std::size_t part, std::size_t parts) const {
  return open_file_spool(frames_file(layer, part, parts));
}

void Directory::remove_frames(int layer) const {
  if (!peers_.is_first()) return;
  remove_file(frames_file(layer, 0, 1));
  constexpr std::size_t several = 2;  // the names are the same for any number
  std::size_t parts = 0;
  while (File::if_there(frames_file(layer, parts, several))) ++parts;
  while (parts > 0) remove_file(frames_file(layer, --parts, several));
}

CreateBlocks Directory::create_blocks() const {
  return peers_.is_alone() ? blocks_in(path_) : blocks_shared_in(path_, peers_);
}

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
                                       BitmapRange bitmaps, Workers& workers) const {
  return unpack_outcomes(open_blocks(shape, table::Part::outcomes, files), bitmaps, workers);
}

void Directory::finish(const Summary& summary, const std::vector<table::LayerEntry>& layers) const {
  if (!peers_.is_first()) return;
  const table::Manifest manifest{geometry_.rules(), metric_, summary, layers};
  check_files(path_, manifest);
  table::write_manifest(path_, manifest);
  remove_working_files(path_);
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
