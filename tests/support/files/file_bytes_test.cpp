#include "support/files/file_bytes.hpp"

#include <unistd.h>

#include <fstream>
#include <string>
#include <system_error>

#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;

namespace {

std::string text_of(const FileBytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.all().data()), bytes.all().size()};
}

const std::string text(3'000'000, 'x');

}  // namespace

TEST_CASE("a copy of a file stays what it was, whatever becomes of the file") {
  const TemporaryFolder folder;
  const auto path = folder.write("data", text);
  const FileBytes bytes(path);
  CHECK_FALSE(bytes.is_mapped());
  CHECK((text_of(bytes) == text));
  SECTION("it is cut off") {
    std::filesystem::resize_file(path, 0);
  }
  SECTION("it is overwritten") {
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out) << std::string(text.size(), '\0');
  }
  CHECK((text_of(bytes) == text));
}

TEST_CASE("what does not fit into memory is mapped") {
  const TemporaryFolder folder;
  const FileBytes bytes(folder.write("data", text), text.size() - 1);
  CHECK(bytes.is_mapped());
  CHECK((text_of(bytes) == text));
}

TEST_CASE("the bytes of every length are all there, and what is no file is an error of the system") {
  const TemporaryFolder folder;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, page - 1, page, page + 1, (std::size_t{1} << 19) + 3,
        std::size_t{1'900'000}, std::size_t{2} << 20, (std::size_t{2} << 20) + 1}) {
    const auto path = folder.write("data", text.substr(0, length));
    for (const std::optional<std::uint64_t> most_copied : {std::optional<std::uint64_t>(), {0}}) {
      const FileBytes bytes(path, most_copied);
      CHECK((text_of(bytes) == text.substr(0, length)));
    }
  }
  CHECK_THROWS_AS(FileBytes(folder.path()), std::system_error);
  CHECK_THROWS_AS(FileBytes(folder.path() / "missing"), std::system_error);
  CHECK_THROWS_AS(FileBytes("/dev/zero"), std::system_error);
}
