#include "support/files/message_digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <vector>

#include "support/errors.hpp"

namespace descent {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

void require(int success) {
  if (success != 1) throw RunError("libcrypto cannot compute a checksum");
}

}  // namespace

struct MessageDigest::Context {
  std::unique_ptr<EVP_MD_CTX, FreeContext> evp{EVP_MD_CTX_new()};
};

MessageDigest::MessageDigest(const char* algorithm) : context_(std::make_unique<Context>()) {
  const EVP_MD* const known = EVP_get_digestbyname(algorithm);
  if (known == nullptr) throw RunError(fmt::format("libcrypto does not offer {}", algorithm));
  require(EVP_DigestInit_ex(context_->evp.get(), known, nullptr));
}

MessageDigest::~MessageDigest() = default;
MessageDigest::MessageDigest(MessageDigest&&) noexcept = default;
MessageDigest& MessageDigest::operator=(MessageDigest&&) noexcept = default;

void MessageDigest::add(std::span<const std::byte> bytes) {
  require(EVP_DigestUpdate(context_->evp.get(), bytes.data(), bytes.size()));
}

void MessageDigest::add(std::string_view text) {
  add(std::as_bytes(std::span(text)));
}

void MessageDigest::add_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(std::size_t{1} << 20);
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    add(std::string_view(block.data(), static_cast<std::size_t>(file.gcount())));
  }
  if (!file.eof()) throw DataError(fmt::format("{}: cannot be read", path.string()));
}

std::string MessageDigest::hex() const {
  const Context copy;  // finishing ends a digest, so a copy is finished
  require(EVP_MD_CTX_copy_ex(copy.evp.get(), context_->evp.get()));
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  require(EVP_DigestFinal_ex(copy.evp.get(), digest.data(), &length));
  std::string text;
  for (unsigned int i = 0; i < length; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace descent
