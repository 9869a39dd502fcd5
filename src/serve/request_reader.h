// SPDX-License-Identifier: MIT
//
// Requests out of the bytes of a connection, one after the other, without a socket: what is HTTP, what is
// refused and how much is held until there is a request. Every byte counts: a header, and a body with the
// sizes, extensions and trailers of its chunks, are each bounded, whatever they are made of.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "serve/limits.h"
#include "serve/names.h"

namespace quixo::serve {

class RequestReader {
 public:
  explicit RequestReader(const Limits& limits);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  /// Takes bytes of the client, in whatever parts they come.
  void add(std::string_view bytes);

  enum class Next {
    wait,     ///< For more bytes.
    go_on,    ///< The client waits for a word before it sends the body. Said once a request.
    request,  ///< take() has it.
  };
  /// Reads on. Throws Refusal when that is no request or too large a one; nothing can be read after that.
  Next next();
  /// The request that is whole. What follows it is kept for the next.
  Request take();

  /// Of the request that is whole, or of as much as was understood before it was refused.
  bool keep_alive() const { return keep_alive_; }
  bool is_old_http() const { return is_old_http_; }  ///< 1.0
  bool is_head() const { return is_head_; }

  /// Drops all that is here.
  void clear();

  /// Whether a part of a request is here.
  bool has_begun() const;
  /// Whether as much is here, unread, as there may be: more comes in when next() has read it.
  bool is_full() const;
  /// Bytes in memory.
  std::size_t held() const;

 private:
  struct Parser;

  void start();
  void read_header();

  const Limits& limits_;
  std::unique_ptr<Parser> parser_;
  std::size_t header_bytes_ = 0;  ///< Of the request that is being read; of its body:
  std::size_t body_bytes_ = 0;
  bool is_header_read_ = false;
  bool keep_alive_ = false;
  bool is_old_http_ = false;
  bool is_head_ = false;
};

}  // namespace quixo::serve
