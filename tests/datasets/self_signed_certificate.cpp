#include "tests/datasets/self_signed_certificate.hpp"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <stdexcept>

namespace descent::test {

namespace {

void require(bool success) {
  if (!success) throw std::runtime_error("no certificate for a test could be made");
}

}  // namespace

SelfSignedCertificate::SelfSignedCertificate() : key_(EVP_EC_gen("P-256")), certificate_(X509_new()) {
  constexpr long version_3 = 2;
  constexpr long hour = 3600;
  require(key_ != nullptr && certificate_ != nullptr);
  require(X509_set_version(certificate_, version_3) == 1);
  require(ASN1_INTEGER_set(X509_get_serialNumber(certificate_), 1) == 1);
  require(X509_gmtime_adj(X509_getm_notBefore(certificate_), -hour) != nullptr);
  require(X509_gmtime_adj(X509_getm_notAfter(certificate_), hour) != nullptr);
  X509_NAME* const name = X509_get_subject_name(certificate_);
  const auto* const common_name = reinterpret_cast<const unsigned char*>("descent test");
  require(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, common_name, -1, -1, 0) == 1);
  require(X509_set_issuer_name(certificate_, name) == 1);
  require(X509_set_pubkey(certificate_, key_) == 1);
  X509_EXTENSION* const address = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "IP:127.0.0.1");
  require(address != nullptr && X509_add_ext(certificate_, address, -1) == 1);
  X509_EXTENSION_free(address);
  require(X509_sign(certificate_, key_, EVP_sha256()) > 0);
}

SelfSignedCertificate::~SelfSignedCertificate() {
  X509_free(certificate_);
  EVP_PKEY_free(key_);
}

void SelfSignedCertificate::write(const std::filesystem::path& path) const {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), &std::fclose);
  require(file != nullptr && PEM_write_X509(file.get(), certificate_) == 1);
}

}  // namespace descent::test
