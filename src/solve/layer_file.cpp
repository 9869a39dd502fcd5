// SPDX-License-Identifier: MIT
#include "solve/layer_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "game/error.h"
#include "game/notation.h"

namespace quixo::solve {
namespace {

using Json = nlohmann::ordered_json;
constexpr int format_version = 1;

std::string reason() { return std::generic_category().message(errno); }

/// Written to the side, synced and renamed: the name never shows a part.
void write_whole(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path partial = path.string() + ".partial";
  {
    std::ofstream out(partial, std::ios::binary);
    out << text;
    out.flush();
    if (!out) throw Error(fmt::format("cannot write {}: {}", partial.string(), reason()));
  }
  sync(partial);
  std::filesystem::rename(partial, path);
  sync(path.parent_path());
}

Json to_json(const Geometry& geometry, const std::optional<Longest>& longest) {
  if (!longest) return {};
  return {{"distance", longest->distance}, {"position", to_string(geometry, longest->position)}};
}

std::optional<Longest> longest_from(const Geometry& geometry, const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Longest{json.at("distance"), parse_position(geometry, json.at("position").get<std::string>())};
}

}  // namespace

Directory::Directory(std::filesystem::path path, const Geometry& geometry, Metric metric)
    : path_(std::move(path)), geometry_(geometry) {
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  if (error) throw Error(fmt::format("cannot create {}: {}", path_.string(), error.message()));
  lock_ = open((path_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw Error(fmt::format("cannot write in {}: {}", path_.string(), reason()));
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    close(lock_);
    throw Error(
        fmt::format("another quixo is solving in {}: wait for it or choose another --out", path_.string()));
  }
  identity_ = Json{{"format", "quixo-layers"},
                   {"version", format_version},
                   {"rules", to_string(geometry.rules())},
                   {"metric", metric == Metric::outcome ? "outcome" : "distance"}}
                  .dump() +
              '\n';
  try {
    const std::filesystem::path identity_file = path_ / "solve.json";
    if (!std::filesystem::exists(identity_file)) {
      write_whole(identity_file, identity_);
      return;
    }
    std::ifstream in(identity_file, std::ios::binary);
    const std::string found((std::istreambuf_iterator<char>(in)), {});
    if (found != identity_)
      throw Error(fmt::format("{} holds another solve ({}): choose another --out", path_.string(),
                              found.substr(0, found.find('\n'))));
  } catch (...) {
    close(lock_);
    throw;
  }
}

Directory::~Directory() { close(lock_); }

std::filesystem::path Directory::file(int layer, const char* extension) const {
  return path_ / fmt::format("layer-{:02}.{}", layer, extension);
}

std::optional<LayerSummary> Directory::load(int layer) const {
  const std::filesystem::path path = file(layer, "json");
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  try {
    const Json json = Json::parse(in);
    LayerSummary summary;
    summary.bytes = json.at("bytes");
    for (const Json& row : json.at("classes")) {
      OutcomeCounts& counts = summary.census.classes.at(row.at("x")).at(row.at("o"));
      counts = {row.at("win"), row.at("loss"), row.at("draw")};
    }
    for (const Json& row : json.at("distances"))
      summary.census.distances[row.at("distance")] = {row.at("win"), row.at("loss"), 0};
    summary.win = longest_from(geometry_, json.at("longest_win"));
    summary.loss = longest_from(geometry_, json.at("longest_loss"));
    for (const Json& row : json.at("frames"))
      summary.frames.push_back({row.at("kind") == "win" ? FrameKind::win : FrameKind::loss, row.at("step"),
                                row.at("states"), row.at("positions"), row.at("hash"),
                                row.at("chunks").get<std::vector<std::uint64_t>>()});
    if (std::filesystem::file_size(file(layer, "frames")) != summary.bytes)
      throw Error("its .frames file has another size");
    return summary;
  } catch (const std::exception& error) {
    throw Error(fmt::format("{} is damaged ({}): remove it and solve again", path.string(), error.what()));
  }
}

std::unique_ptr<Spool> Directory::open_layer(int layer) const {
  return open_file_spool(file(layer, "frames"));
}

std::unique_ptr<Spool> Directory::create_layer(int layer) const {
  return create_file_spool(file(layer, "frames.partial"));
}

void Directory::finish(int layer, const LayerSummary& summary) const {
  sync(file(layer, "frames.partial"));
  std::filesystem::rename(file(layer, "frames.partial"), file(layer, "frames"));
  Json classes = Json::array();
  for (int x = 0; x <= layer; ++x) {
    const int o = layer - x;
    const OutcomeCounts& counts =
        summary.census.classes[static_cast<std::size_t>(x)][static_cast<std::size_t>(o)];
    classes.push_back(
        {{"x", x}, {"o", o}, {"win", counts.win}, {"loss", counts.loss}, {"draw", counts.draw}});
  }
  Json distances = Json::array();
  for (const auto& [distance, counts] : summary.census.distances)
    distances.push_back({{"distance", distance}, {"win", counts.win}, {"loss", counts.loss}});
  Json frames = Json::array();
  for (const FrameInfo& frame : summary.frames)
    frames.push_back({{"kind", frame.kind == FrameKind::win ? "win" : "loss"},
                      {"step", frame.step},
                      {"states", frame.states},
                      {"positions", frame.positions},
                      {"hash", frame.hash},
                      {"chunks", frame.chunks}});
  const Json json = {{"layer", layer},
                     {"bytes", summary.bytes},
                     {"classes", classes},
                     {"distances", distances},
                     {"longest_win", to_json(geometry_, summary.win)},
                     {"longest_loss", to_json(geometry_, summary.loss)},
                     {"frames", frames}};
  write_whole(file(layer, "json"), json.dump() + '\n');
}

}  // namespace quixo::solve
