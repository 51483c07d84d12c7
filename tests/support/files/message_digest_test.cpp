#include "support/files/message_digest.hpp"

#include "support/errors.hpp"
#include "tests/catch.hpp"

using namespace descent;

// Test suite of RFC 1321, appendix A.5.
TEST_CASE("MD5 of the standard's examples") {
  MessageDigest digest("MD5");
  CHECK(digest.hex() == "d41d8cd98f00b204e9800998ecf8427e");
  digest.add("message ");
  digest.add("digest");
  CHECK(digest.hex() == "f96b697d7cb7938d525a2f31aaf161d0");
}

TEST_CASE("An unknown checksum is named") {
  REQUIRE_THROWS_AS(MessageDigest("MD55"), RunError);
  REQUIRE_THROWS_WITH(MessageDigest("MD55"), "libcrypto does not offer MD55");
}
