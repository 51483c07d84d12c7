#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // from libcrypto

namespace descent {

/// A checksum of bytes that come in pieces, by one of libcrypto's algorithms.
class MessageDigest {
 public:
  /// Throws RunError for an algorithm that libcrypto lacks. "SHA256", or "MD5": it protects only against
  /// accidents, but publishers of old data still give it.
  explicit MessageDigest(const char* algorithm);

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  /// Adds the bytes of a file as they are on the disk, or a part of them once a stop is requested. Throws
  /// DataError if it is unreadable.
  void add_file(const std::filesystem::path& path, const std::stop_token& stop = {});

  /// Hexadecimal digits, lower case, of everything added so far; more can be added.
  std::string hex() const;

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  using Context = std::unique_ptr<evp_md_ctx_st, Free>;
  Context context_;
};

/// SHA-256 of bytes that come in pieces; 64 hexadecimal digits.
class Sha256 : public MessageDigest {
 public:
  Sha256() : MessageDigest("SHA256") {}
};

std::string sha256_of(std::string_view text);
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace descent
