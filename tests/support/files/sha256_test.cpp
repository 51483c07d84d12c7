#include "support/files/sha256.hpp"

#include <string>
#include <vector>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

struct Example {
  const char* algorithm;
  std::vector<std::string> pieces;
  std::string digest;
};

}  // namespace

// FIPS 180-4 (NIST, "Secure Hash Standard", examples), and the test suite of RFC 1321, appendix A.5.
TEST_CASE("digests of the standards' examples, in pieces, asked for on the way") {
  const Example example = GENERATE(values<Example>({
      {"SHA256", {}, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"SHA256", {"a", "bc"}, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"SHA256",
       {"abcdbcdecdefdefgefghfghighijhijk", "ijkljklmklmnlmnomnopnopq"},
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {"MD5", {}, "d41d8cd98f00b204e9800998ecf8427e"},
      {"MD5", {"message ", "digest"}, "f96b697d7cb7938d525a2f31aaf161d0"},
  }));
  MessageDigest digest(example.algorithm);
  for (const std::string& piece : example.pieces) {
    digest.hex();
    digest.add(piece);
  }
  CHECK(digest.hex() == example.digest);
  CHECK(digest.hex() == example.digest);
}

TEST_CASE("SHA-256 of files is that of their bytes, one after the other") {
  const test::TemporaryFolder folder;
  const auto million = folder.write("million", std::string(1'000'000, 'a'));
  CHECK(sha256_of_file(million) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  Sha256 both;
  both.add_file(folder.write("first", "ab"));
  both.add_file(folder.write("second", "c"));
  CHECK(both.hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  REQUIRE_THROWS_AS(sha256_of_file(folder.path() / "missing"), DataError);
  REQUIRE_THROWS_WITH(sha256_of_file(folder.path()), folder.path().string() + ": cannot be read");
  REQUIRE_THROWS_WITH(MessageDigest("MD55"), "libcrypto does not offer MD55");
}
