// SPDX-License-Identifier: MIT
//
// The bytes of a connection through the class that makes requests of them, without a socket: a byte that says
// in parts of which size they come, then the bytes. However they are cut, the same requests come out, the
// same bytes are refused, and no more is held than may be.
#include <string>

#include "fuzz/target.h"
#include "serve/request_reader.h"

namespace quixo::fuzz {
namespace {

/// Small, so that they are reached.
const serve::Limits limits = [] {
  serve::Limits small;
  small.header_bytes = 512;
  small.target_bytes = 64;
  small.body_bytes = 256;
  return small;
}();

/// What the bytes are read as: the requests, and whether the rest is refused. When and why may differ: what
/// is wrong in a header that comes at once is told at once, in one that comes in parts only when it is whole
/// or too long.
std::string read(std::string_view bytes, std::size_t part) {
  serve::RequestReader reader(limits);
  std::string found;
  try {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(part, bytes.size()))) {
      reader.add(bytes.substr(0, part));
      for (;;) {
        const serve::RequestReader::Next next = reader.next();
        if (next == serve::RequestReader::Next::wait) break;
        if (next == serve::RequestReader::Next::go_on) continue;
        const serve::Request request = reader.take();
        expect(request.target.size() <= limits.target_bytes);
        expect(request.body.size() <= limits.body_bytes);
        found += request.method + ' ' + request.target + ' ' + request.body + '\n';
      }
    }
  } catch (const serve::Refusal& refusal) {
    expect(refusal.status >= 400 && refusal.status < 600 && !refusal.message.empty());
    found += "refused";
  }
  return found;
}

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo::fuzz;
  Source source(data, size);
  const std::size_t part = source.byte() + 1;
  const std::string bytes = std::string(source.text()) + "\r\n\r\n";  // the end of a header that has none
  expect(read(bytes, SIZE_MAX) == read(bytes, part));
  return 0;
}
