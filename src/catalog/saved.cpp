// SPDX-License-Identifier: MIT
//
// The bytes of a saved table:
//
//   a line   JSON: the format and its version, the rules, and what the game comes down to
//   values   of all stored positions, layer by layer and bitmap by bitmap (value_code.h)
//   8 bytes  XXH3 of all that is before, the lowest byte first
#include "quixo/saved.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <new>
#include <string_view>

#include "base/hash.h"
#include "catalog/memory_source.h"
#include "catalog/value_code.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "table/census_json.h"

namespace quixo {
namespace {

constexpr std::string_view format_name = "quixo-saved";
constexpr int format_version = 1;
constexpr table::CensusFields fields = table::manifest_fields;
constexpr std::size_t checksum_bytes = 8;
constexpr std::size_t most_head_bytes = std::size_t{1} << 20;  // as of a manifest

Error bad_bytes(std::string_view how) {
  return Error(fmt::format("these bytes are {}: solve the board again", how));
}

std::string head_of(const Table& table) {
  const Summary& summary = table.summary();
  const Geometry& geometry = geometry_of(table);
  const Value& empty = summary.empty_board;
  const Json json = {
      {"format", format_name},
      {"version", format_version},
      {"rules", to_string(table.rules())},
      {"signature", hex(summary.signature)},
      {"empty_board", {{"outcome", outcome_name(empty.outcome)}, {"distance", empty.distance}}},
      {"longest_win", table::to_json(geometry, summary.win, fields)},
      {"longest_loss", table::to_json(geometry, summary.loss, fields)},
      {"distances", table::distances_to_json(summary.census, fields)},
      {"classes", table::classes_to_json(summary.census, table.rules().cells(), fields)}};
  return json.dump() + '\n';
}

Json parse_head(std::string_view text) {
  if (text.size() > most_head_bytes) throw bad_bytes("a damaged table");
  try {
    return table::parse_stored_json(text);
  } catch (const Error&) {
    throw bad_bytes("a damaged table");
  }
}

Summary summary_from(const Geometry& geometry, const Json& json) {
  Summary summary;
  const std::string signature = json.at("signature");
  std::from_chars(signature.data(), signature.data() + signature.size(), summary.signature, 16);
  if (hex(summary.signature) != signature) throw bad_bytes("a damaged table");
  const std::string outcome = json.at("empty_board").at("outcome");
  summary.empty_board = {outcome == "win"    ? Outcome::win
                         : outcome == "loss" ? Outcome::loss
                                             : Outcome::draw,
                         json.at("empty_board").at("distance")};
  summary.win = table::longest_from(geometry, json.at("longest_win"), fields);
  summary.loss = table::longest_from(geometry, json.at("longest_loss"), fields);
  table::read_distances(json.at("distances"), fields, summary.census);
  table::read_classes(json.at("classes"), fields, summary.census);
  return summary;
}

LayerValues values_from(const Layout& layout, std::span<const std::uint8_t> bytes) {
  LayerValues layers;
  for (int layer = 0; layer <= layout.cells(); ++layer) {
    std::vector<Value>& values = layers[static_cast<std::size_t>(layer)];
    values.resize(static_cast<std::size_t>(layout.shape(layer).positions()));
    for (Value& value : values) {
      const std::optional<Value> next = take_value(bytes);
      if (!next) throw bad_bytes("a damaged table");
      value = *next;
    }
  }
  if (!bytes.empty()) throw bad_bytes("a damaged table");
  return layers;
}

}  // namespace

std::vector<std::uint8_t> save_table(const Table& table) {
  if (table.metric() != Metric::distance || table.rules().cells() > most_cells_in_memory)
    throw Error(fmt::format("only tables with distances and of at most {} cells can be saved as bytes",
                            most_cells_in_memory));
  const std::string head = head_of(table);
  std::vector<std::uint8_t> bytes(head.begin(), head.end());
  for (int layer = 0; layer <= table.rules().cells(); ++layer) {
    const LayerShape shape = layout_of(table).shape(layer);
    std::vector<Value> values(static_cast<std::size_t>(shape.positions()));
    source_of(table).scan(layer, 1, {}, [&](const probe::ValueRun& run, int) {
      std::ranges::copy(run.values, values.begin() + static_cast<std::ptrdiff_t>(
                                                         shape.position_number(run.bitmap, run.first)));
    });
    for (const Value& value : values) append_value(value, bytes);
  }
  const std::uint64_t hash = hash_of(std::span<const std::uint8_t>(bytes));
  for (unsigned byte = 0; byte < checksum_bytes; ++byte)
    bytes.push_back(static_cast<std::uint8_t>(hash >> 8 * byte));
  return bytes;
}

Table load_table(std::span<const std::uint8_t> bytes) {
  const std::string_view begin = R"({"format":"quixo-saved",)";
  if (bytes.size() < begin.size() + checksum_bytes || !std::equal(begin.begin(), begin.end(), bytes.begin()))
    throw bad_bytes("no saved table");
  std::uint64_t hash = 0;
  for (unsigned byte = 0; byte < checksum_bytes; ++byte)
    hash |= std::uint64_t{bytes[bytes.size() - checksum_bytes + byte]} << 8 * byte;
  bytes = bytes.first(bytes.size() - checksum_bytes);
  if (hash_of(bytes) != hash) throw bad_bytes("a damaged table");
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string_view head = text.substr(0, text.find('\n'));
  try {
    const Json json = parse_head(head);
    if (json.at("version") != format_version) throw bad_bytes("a table of another version of quixo");
    const Rules rules = parse_rules(json.at("rules").get<std::string>());
    if (rules.cells() > most_cells_in_memory) throw bad_bytes("a damaged table");
    const Geometry geometry(rules);
    const auto values = bytes.subspan(std::min(head.size() + 1, bytes.size()));
    return probe::Access::table(
        memory_source(rules, values_from(Layout(geometry), values), summary_from(geometry, json)));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw bad_bytes("a damaged table");
  }
}

}  // namespace quixo
