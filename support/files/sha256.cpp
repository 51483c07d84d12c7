#include "support/files/sha256.hpp"

namespace descent {

std::string sha256_of_file(const std::filesystem::path& path) {
  Sha256 digest;
  digest.add_file(path);
  return digest.hex();
}

}  // namespace descent
