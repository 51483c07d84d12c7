#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // of libcrypto

namespace descent {

/// A checksum of bytes that arrive in pieces, by one of libcrypto's algorithms.
class MessageDigest {
 public:
  /// Throws RunError for an algorithm that libcrypto does not offer: "SHA256", or "MD5", which is against
  /// accidents only, and which publishers of old data still give.
  explicit MessageDigest(const char* algorithm);

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  /// The bytes of a file as it lies on the disk. Throws DataError when it cannot be read.
  void add_file(const std::filesystem::path& path);

  /// Hexadecimal digits, lower case, of all that was added so far; more may follow.
  std::string hex() const;

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  using Context = std::unique_ptr<evp_md_ctx_st, Free>;
  Context context_;
};

/// SHA-256 of bytes that arrive in pieces; 64 hexadecimal digits.
class Sha256 : public MessageDigest {
 public:
  Sha256() : MessageDigest("SHA256") {}
};

std::string sha256_of(std::string_view text);
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace descent
