// SPDX-License-Identifier: MIT
//
// Manifests: the bytes as they are, then, if they are JSON, with the signature that belongs to the layers and
// the hash that belongs to the text, if it has one, so
// that what comes after that check is reached. What is read is printed so that it reads the same.
#include "table/manifest.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "quixo/error.h"
#include "tests/files.h"

namespace quixo::fuzz {
namespace {

using Json = nlohmann::ordered_json;

/// A directory whose manifest is in memory.
class Directory {
 public:
  Directory() { std::filesystem::create_symlink(file_.path(), table::manifest_file(path())); }

  const std::filesystem::path& path() const { return directory_.path(); }
  void write(std::string_view text) const {
    file_.write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  table::Manifest manifest() const {
    std::optional<table::Manifest> manifest = table::read_manifest(path());
    expect(manifest.has_value());  // unless somebody has cleaned up where temporary files are
    return std::move(*manifest);
  }

 private:
  MemoryFile file_;
  TemporaryDirectory directory_;
};

void read(std::string_view text) {
  static const Directory directory;
  try {
    directory.write(text);
    const std::string printed = table::to_text(directory.manifest());
    directory.write(printed);
    expect(table::to_text(directory.manifest()) == printed);
  } catch (const Error&) {
  }
}

std::uint64_t hash_in(const Json& layer, const char* part) {
  const Json* hash = layer.contains(part) && layer[part].contains("hash") ? &layer[part]["hash"] : nullptr;
  return hash != nullptr && hash->is_string()
             ? std::strtoull(hash->get_ref<const std::string&>().c_str(), nullptr, 16)
             : 0;
}

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::read(text);
  fuzz::Json json = fuzz::Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("layers") || !json["layers"].is_array()) return 0;
  std::vector<std::uint64_t> hashes;
  for (const fuzz::Json& layer : json["layers"])
    for (const char* part : {"outcomes", "distances"}) hashes.push_back(fuzz::hash_in(layer, part));
  json["signature"] = hex(hash_of(std::span<const std::uint64_t>(hashes)));
  const bool hashed = json.erase("hash") > 0;
  std::string fixed = json.dump(1, ' ', false, fuzz::Json::error_handler_t::replace) + '\n';
  if (hashed) {
    fixed.replace(fixed.size() - 3, 3, ",\n");
    fixed += " \"hash\": \"" + hex(hash_of(std::string_view(fixed))) + "\"\n}\n";
  }
  fuzz::read(fixed);
  return 0;
}
