#pragma once

#include <filesystem>
#include <memory>

struct x509_st;
struct evp_pkey_st;
struct ssl_ctx_st;

namespace descent::test {

/// A key and a certificate for 127.0.0.1 that vouches for itself: no authority of the system knows it.
class SelfSignedCertificate {
 public:
  SelfSignedCertificate();
  ~SelfSignedCertificate();
  SelfSignedCertificate(const SelfSignedCertificate&) = delete;
  SelfSignedCertificate& operator=(const SelfSignedCertificate&) = delete;

  x509_st* certificate() const { return certificate_; }
  evp_pkey_st* key() const { return key_; }

  /// Writes the certificate as PEM, for who wants to trust it.
  void write(const std::filesystem::path& path) const;

 private:
  evp_pkey_st* key_ = nullptr;
  x509_st* certificate_ = nullptr;
};

}  // namespace descent::test
