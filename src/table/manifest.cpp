// SPDX-License-Identifier: MIT
#include "table/manifest.h"

#include <fmt/format.h>

#include <cmath>
#include <new>
#include <type_traits>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "game/notation.h"
#include "layout/orbits.h"
#include "quixo/error.h"
#include "quixo/version.h"
#include "table/manifest_json.h"

namespace quixo::table {
namespace {

constexpr int version_without_hash = 2;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;  // that of 5x5 has a twentieth

Outcome outcome_from(const std::string& text) {
  for (const Outcome outcome : {Outcome::draw, Outcome::win, Outcome::loss})
    if (text == outcome_name(outcome)) return outcome;
  throw Error(fmt::format("{} is no outcome", quixo::quoted(text)));
}

std::uint64_t from_hex(const std::string& text) {
  std::size_t used = 0;
  const std::uint64_t value = text.size() == 16 ? std::stoull(text, &used, 16) : 0;
  if (used != 16) throw Error(fmt::format("{} is no checksum", quixo::quoted(text)));
  return value;
}

Json to_json(int layer, Part part, const FileEntry& file) {
  return {{"name", file_name(layer, part)},
          {"bytes", file.bytes},
          {"checksum", hex(file.checksum)},
          {"hash", hex(file.hash)}};
}

FileEntry file_from(int layer, Part part, const Json& json) {
  if (json.at("name") != file_name(layer, part).string())
    throw Error("a file has another name than its layer");
  return {json.at("bytes"), from_hex(json.at("checksum")), from_hex(json.at("hash"))};
}

/// The last two lines of a manifest, with the hash of those before them.
std::string last_lines(std::string_view text) {
  return fmt::format(" \"hash\": \"{}\"\n}}\n", hex(hash_of(text)));
}

/// Of this program's version, with its hash, or of the version that had none.
std::string to_text(const Manifest& manifest, bool hashed) {
  const Geometry geometry(manifest.rules);
  const Summary& summary = manifest.summary;
  Json layers = Json::array();
  for (const LayerEntry& entry : manifest.layers) {
    const int layer = static_cast<int>(layers.size());
    layers.push_back(to_json(layer, manifest.metric, entry));
  }
  const Json json = {
      {"format", "quixo-table"},
      {"version", hashed ? table_format : version_without_hash},
      {"rules", to_string(manifest.rules)},
      {"metric", metric_name(manifest.metric)},
      {"empty_board",
       {{"outcome", outcome_name(summary.empty_board.outcome)}, {"distance", summary.empty_board.distance}}},
      {"totals", to_json(summary.census.totals(), manifest_fields)},
      {"signature", hex(summary.signature)},
      {"bytes", manifest.bytes()},
      {"longest_win", to_json(geometry, summary.win, manifest_fields)},
      {"longest_loss", to_json(geometry, summary.loss, manifest_fields)},
      {"distances", distances_to_json(summary.census, manifest_fields)},
      {"classes", classes_to_json(summary.census, manifest.rules.cells(), manifest_fields)},
      {"layers", layers}};
  std::string text = json.dump(1) + '\n';
  if (!hashed) return text;
  text.replace(text.size() - 3, 3, ",\n");  // for the end of line, brace and end of line
  return text + last_lines(text);
}

/// Throws Error unless the last lines are those that belong to the others.
void check_hash(std::string_view text) {
  const std::size_t last = last_lines("").size();
  if (text.size() < last || !text.ends_with(last_lines(text.substr(0, text.size() - last))))
    throw Error("its hash is not that of its text");
}

/// The longest games are counted among the distances.
void check_longest(const Summary& summary) {
  const auto counted = [&](const std::optional<Longest>& longest, std::uint64_t OutcomeCounts::*outcome) {
    if (!longest) return true;
    const auto found = summary.census.distances.find(longest->distance);
    return found != summary.census.distances.end() && found->second.*outcome > 0;
  };
  if (!counted(summary.win, &OutcomeCounts::win) || !counted(summary.loss, &OutcomeCounts::loss))
    throw Error("its longest games are not among its distances");
}

Json parse_json(const std::string& text) {
  Json json = parse_stored_json(text);
  if (json.at("format") != "quixo-table") throw Error("it is not the manifest of a table");
  return json;
}

/// The manifest in these bytes, which are those that it is written with, to the last one.
Manifest parse(const Json& json, const std::string& text, bool hashed) {
  Manifest manifest;
  manifest.rules = parse_rules(json.at("rules").get<std::string>());
  manifest.metric = json.at("metric") == "outcome" ? Metric::outcome : Metric::distance;
  const Geometry geometry(manifest.rules);
  Summary& summary = manifest.summary;
  summary.empty_board = {outcome_from(json.at("empty_board").at("outcome")),
                         json.at("empty_board").at("distance")};
  read_classes(json.at("classes"), manifest_fields, summary.census);
  read_distances(json.at("distances"), manifest_fields, summary.census);
  summary.win = longest_from(geometry, json.at("longest_win"), manifest_fields);
  summary.loss = longest_from(geometry, json.at("longest_loss"), manifest_fields);
  check_longest(summary);
  summary.signature = from_hex(json.at("signature"));
  for (const Json& row : json.at("layers")) {
    const int layer = static_cast<int>(manifest.layers.size());
    manifest.layers.push_back(layer_from(layer, manifest.metric, true, row));
  }
  if (manifest.layers.size() != static_cast<std::size_t>(manifest.rules.cells()) + 1)
    throw Error("it does not have as many layers as its board");
  const std::vector<LayerShape> shapes = layer_shapes(geometry);
  for (std::size_t layer = 0; layer < shapes.size(); ++layer)
    if (manifest.layers[layer].bitmaps != shapes[layer].bitmaps)
      throw Error(fmt::format("layer {} is of another size than that of its board", layer));
  if (signature_of(manifest.layers) != summary.signature)
    throw Error("its signature is not that of its layers");
  const OutcomeCounts totals = summary.census.totals();
  if (totals != counts_from(json.at("totals"))) throw Error("its totals are not those of its classes");
  if (totals.total() != static_cast<std::uint64_t>(std::llround(std::pow(3, manifest.rules.cells()))))
    throw Error("its counts do not sum to the number of positions");
  if (to_text(manifest, hashed) != text) throw Error("it is not written as it should be");
  return manifest;
}

/// Reads the manifest by read(json, text). Nothing when there is none.
template <class Read>
auto read_text(const std::filesystem::path& directory, const Read& read)
    -> std::optional<std::invoke_result_t<Read, const Json&, const std::string&>> {
  const std::filesystem::path path = manifest_file(directory);
  const std::optional<std::string> text = read_whole(path, most_bytes);
  if (!text) return std::nullopt;
  try {
    return read(parse_json(*text), *text);
  } catch (const DamagedTable&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw DamagedTable(path, fmt::format("is damaged ({}): {}", error.what(), solve_again));
  }
}

}  // namespace

Json to_json(int layer, Metric metric, const LayerEntry& entry) {
  Json json = {{"cubes", entry.bitmaps},
               {"distance_bytes", entry.distance_bytes},
               {"outcomes", to_json(layer, Part::outcomes, entry.outcomes)}};
  if (metric == Metric::distance) json["distances"] = to_json(layer, Part::distances, entry.distances);
  return json;
}

LayerEntry layer_from(int layer, Metric metric, bool packed, const Json& json) {
  LayerEntry entry{
      json.at("cubes"), json.at("distance_bytes"), file_from(layer, Part::outcomes, json.at("outcomes")), {}};
  const int bytes = entry.distance_bytes;
  if (metric == Metric::distance && packed ? bytes != 1 && bytes != 2 : bytes != 0)
    throw Error(fmt::format("layer {} cannot have distances of {} bytes", layer, bytes));
  if (metric == Metric::distance) entry.distances = file_from(layer, Part::distances, json.at("distances"));
  return entry;
}

std::uint64_t Manifest::bytes() const {
  std::uint64_t sum = 0;
  for (const LayerEntry& layer : layers) sum += layer.outcomes.bytes + layer.distances.bytes;
  return sum;
}

BlockFileHeader Manifest::header(int layer, Part part) const {
  const LayerEntry& entry = layers.at(static_cast<std::size_t>(layer));
  return {part, {layer, entry.bitmaps}, part == Part::distances ? entry.distance_bytes : 0};
}

BlockFile Manifest::open(const std::filesystem::path& directory, int layer, Part part) const {
  const LayerEntry& entry = layers.at(static_cast<std::size_t>(layer));
  return open_known(directory, header(layer, part),
                    part == Part::outcomes ? entry.outcomes : entry.distances);
}

BlockFile open_known(const std::filesystem::path& directory, const BlockFileHeader& header,
                     const FileEntry& known, const std::string& who) {
  BlockFile file(directory / file_name(header.shape.layer, header.part), header);
  if (file.size() != known.bytes || file.checksum() != known.checksum)
    throw DamagedTable(file.path(), fmt::format("is not the file that {} speaks of: {}", who, solve_again));
  return file;
}

void Manifest::expect(const std::filesystem::path& directory, const Rules& wanted,
                      Metric wanted_metric) const {
  if (rules == wanted && metric == wanted_metric) return;
  throw Error(fmt::format("{} holds the {}s of {}, not the {}s of {}: move it away and solve again",
                          directory.string(), metric_name(metric), to_string(rules),
                          metric_name(wanted_metric), to_string(wanted)));
}

std::filesystem::path file_name(int layer, Part part) {
  return fmt::format("layer-{:02}.{}", layer, part == Part::outcomes ? "outcomes" : "distances");
}

std::filesystem::path manifest_file(const std::filesystem::path& directory) {
  return directory / "manifest.json";
}

std::string to_text(const Manifest& manifest) { return to_text(manifest, true); }

void write_manifest(const std::filesystem::path& directory, const Manifest& manifest) {
  write_whole(manifest_file(directory), to_text(manifest));
}

std::optional<Manifest> read_manifest(const std::filesystem::path& directory) {
  return read_text(directory, [&](const Json& json, const std::string& text) {
    const Json& found = json.at("version");
    if (found == version_without_hash)
      throw DamagedTable(manifest_file(directory),
                         "is of an older version of quixo, without a hash: solving the same again adds it in "
                         "a moment");
    if (!found.is_number_integer())
      throw Error(fmt::format("its version is no number, and this program reads {}", table_format));
    if (found != table_format)
      throw Error(fmt::format("its version is {} and this program reads {}", found.dump(), table_format));
    check_hash(text);
    return parse(json, text, true);
  });
}

std::optional<Manifest> read_manifest_without_hash(const std::filesystem::path& directory) {
  const auto read = [](const Json& json, const std::string& text) -> std::optional<Manifest> {
    if (json.at("version") != version_without_hash) return std::nullopt;
    return parse(json, text, false);
  };
  return read_text(directory, read).value_or(std::nullopt);
}

std::optional<Manifest> read_manifest(const std::filesystem::path& directory, const Rules& wanted,
                                      Metric metric) {
  std::optional<Manifest> manifest = read_manifest(directory);
  if (manifest) manifest->expect(directory, wanted, metric);
  return manifest;
}

}  // namespace quixo::table
