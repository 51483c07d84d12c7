#include "support/files/sha256.hpp"

#include <string>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

// Test vectors of FIPS 180-4 (NIST, "Secure Hash Standard", examples).
TEST_CASE("SHA-256 of the standard's examples") {
  Sha256 digest;
  CHECK(digest.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  digest.add("abc");
  CHECK(digest.hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Sha256 longer;
  longer.add("abcdbcdecdefdefgefghfghighijhijk");
  longer.add("ijkljklmklmnlmnomnopnopq");
  CHECK(longer.hex() == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("Asking for the digest does not end it") {
  Sha256 digest;
  digest.add("a");
  const std::string first = digest.hex();
  CHECK(digest.hex() == first);
  digest.add("bc");
  CHECK(digest.hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
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
}
