// SPDX-License-Identifier: MIT
#include <optional>
#include <utility>

#include "base/file.h"
#include "solve/spool.h"

namespace quixo::solve {
namespace {

class FileSpool : public Spool {
 public:
  FileSpool(File file, const std::filesystem::path& name)
      : name_(name.string()), file_(std::move(file)), size_(file_.size()) {}

  void append(std::span<const std::uint8_t> bytes) override {
    file_.append(bytes);
    size_ += bytes.size();
  }
  std::uint64_t size() const override { return size_; }
  void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    if (file_.read_at(offset, bytes) != bytes.size()) throw bad_spool(name_, "cut short");
  }
  std::string name() const override { return name_; }

 private:
  std::string name_;
  File file_;
  std::uint64_t size_;
};

}  // namespace

std::unique_ptr<Spool> create_file_spool(const std::filesystem::path& path,
                                         const std::filesystem::path& later_name) {
  return std::make_unique<FileSpool>(File::create(path, later_name), later_name);
}
std::unique_ptr<Spool> open_file_spool(const std::filesystem::path& path) {
  std::optional<File> file = File::if_there(path);
  return file ? std::make_unique<FileSpool>(std::move(*file), path) : nullptr;
}

}  // namespace quixo::solve
