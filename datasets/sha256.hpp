#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace descent {

/// SHA-256 of bytes that arrive in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text);
  /// The bytes of a file as it lies on the disk. Throws DataError when it cannot be read.
  void add_file(const std::filesystem::path& path);

  /// 64 hexadecimal digits, lower case, of all that was added so far; more may follow.
  std::string hex() const;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace descent
