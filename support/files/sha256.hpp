#pragma once

#include <filesystem>
#include <string>

#include "support/files/message_digest.hpp"

namespace descent {

/// SHA-256 of bytes that arrive in pieces; 64 hexadecimal digits.
class Sha256 : public MessageDigest {
 public:
  Sha256() : MessageDigest("SHA256") {}
};

std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace descent
