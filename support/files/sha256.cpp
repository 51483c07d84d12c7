#include "support/files/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <vector>

#include "support/errors.hpp"

namespace descent {
namespace {

void require(int success) {
  if (success != 1) throw RunError("libcrypto cannot compute a checksum");
}

}  // namespace

void MessageDigest::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

MessageDigest::MessageDigest(const char* algorithm) : context_(EVP_MD_CTX_new()) {
  const EVP_MD* const known = EVP_get_digestbyname(algorithm);
  if (known == nullptr) throw RunError("libcrypto does not offer {}", algorithm);
  require(EVP_DigestInit_ex(context_.get(), known, nullptr));
}

void MessageDigest::add(std::span<const std::byte> bytes) {
  require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

void MessageDigest::add_file(const std::filesystem::path& path, const std::stop_token& stop) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(std::size_t{1} << 20);
  while (file && !stop.stop_requested()) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    add(std::string_view(block.data(), static_cast<std::size_t>(file.gcount())));
  }
  if (!file.eof() && !stop.stop_requested()) throw DataError("{}: cannot be read", path.string());
}

std::string MessageDigest::hex() const {
  const Context copy(EVP_MD_CTX_new());  // finishing ends a digest, so finish a copy
  require(EVP_MD_CTX_copy_ex(copy.get(), context_.get()));
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  require(EVP_DigestFinal_ex(copy.get(), digest.data(), &length));
  std::string text;
  for (unsigned int i = 0; i < length; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256_of(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return digest.hex();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  Sha256 digest;
  digest.add_file(path);
  return digest.hex();
}

}  // namespace descent
