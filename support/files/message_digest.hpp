#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace descent {

/// A checksum of bytes that arrive in pieces, by one of libcrypto's algorithms.
class MessageDigest {
 public:
  /// Throws RunError for an algorithm that libcrypto does not offer: "SHA256", or "MD5", which is against
  /// accidents only, and which publishers of old data still give.
  explicit MessageDigest(const char* algorithm);
  ~MessageDigest();
  MessageDigest(MessageDigest&&) noexcept;
  MessageDigest& operator=(MessageDigest&&) noexcept;

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text);
  /// The bytes of a file as it lies on the disk. Throws DataError when it cannot be read.
  void add_file(const std::filesystem::path& path);

  /// Hexadecimal digits, lower case, of all that was added so far; more may follow.
  std::string hex() const;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace descent
