#include "datasets/readers/compressed_input.hpp"

#include <string>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::compressed;
using test::TemporaryFolder;

namespace {

std::string read_all(const std::filesystem::path& path, std::size_t block_bytes) {
  CompressedInput input(path);
  std::string block(block_bytes, '\0');
  std::string text;
  for (;;) {
    const std::size_t count = input.read(block);
    text.append(block, 0, count);
    if (count < block.size()) return text;
  }
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 60'000; ++i) text += std::to_string(i * 7919LL % 100'003) + (i % 13 == 0 ? "\n" : " ");
  return text;
}

}  // namespace

TEST_CASE("Plain and compressed files hold the same text, whatever the block size") {
  const TemporaryFolder folder;
  const std::string text = long_text();
  const std::string ending = GENERATE("", ".bz2", ".gz", ".xz");
  const auto path = folder.write("numbers" + ending, compressed(text, ending));
  CHECK(read_all(path, 1 << 20) == text);
  CHECK(read_all(path, 1000) == text);
  CHECK(read_all(path, text.size()) == text);
  CHECK(read_all(folder.write("without-ending", compressed(text, ending)), 1000) == text);
}

TEST_CASE("Several archives in one file read as one text") {
  const TemporaryFolder folder;
  const std::string ending = GENERATE(".bz2", ".gz", ".xz");
  const auto path =
      folder.write("two" + ending, compressed("first\n", ending) + compressed("second\n", ending));
  CHECK(read_all(path, 100) == "first\nsecond\n");
}

TEST_CASE("Zeros after the end of an archive are left out") {
  const TemporaryFolder folder;
  const std::string ending = GENERATE(".bz2", ".gz", ".xz");
  for (const std::string& text : {long_text(), std::string("+1 1:1\n"), std::string(300, 'a')}) {
    for (const std::size_t zeros : {4u, 512u, 300'000u}) {
      const auto path = folder.write("padded" + ending, compressed(text, ending) + std::string(zeros, '\0'));
      CHECK(read_all(path, 1 << 20) == text);
      CHECK(read_all(path, 1000) == text);
    }
  }
}

TEST_CASE("A damaged archive is an error that names the file") {
  const TemporaryFolder folder;
  const std::string ending = GENERATE(".bz2", ".gz", ".xz");
  const std::string whole = compressed(long_text(), ending);
  for (const std::string& bytes : {whole.substr(0, whole.size() / 2), whole.substr(0, whole.size() - 3),
                                   std::string(), std::string(whole).replace(whole.size() / 2, 4, "oops"),
                                   std::string("+1 1:1\n"), whole + "+1 1:1\n"}) {
    const auto path = folder.write("bad" + ending, bytes);
    REQUIRE_THROWS_AS(read_all(path, 4096), DataError);
    REQUIRE_THROWS_WITH(read_all(path, 4096),
                        path.string() + ": damaged, cut off or no archive at all; fetch or pack it again");
  }
}

TEST_CASE("What is no file is an error that says so") {
  const TemporaryFolder folder;
  const auto missing = folder.path() / "missing.gz";
  REQUIRE_THROWS_WITH(CompressedInput(missing), missing.string() + ": no such file");
  REQUIRE_THROWS_WITH(CompressedInput(folder.path()),
                      folder.path().string() + ": is a folder, expected a file");
  REQUIRE_THROWS_AS(CompressedInput(missing), DataError);
  const auto loop = folder.path() / "loop";
  std::filesystem::create_symlink(loop, loop);
  REQUIRE_THROWS_WITH(CompressedInput(loop),
                      loop.string() + ": cannot be opened for reading: Too many levels of symbolic links");
}

TEST_CASE("An archive that unpacks to far more than it is refused, and soon") {
  const TemporaryFolder folder;
  const std::string ending = GENERATE(".bz2", ".gz", ".xz");
  const std::string blanks = compressed(std::string(std::size_t{6} << 20, ' '), ending);
  CHECK(read_all(folder.write("two" + ending, blanks + blanks), 1 << 20).size() == std::size_t{12} << 20);
  std::string many;
  for (int archive = 0; archive < 20; ++archive) many += blanks;
  CompressedInput input(folder.write("many" + ending, many));
  std::vector<char> block(1 << 20);
  std::size_t blocks = 0;
  const auto read_on = [&] {
    for (;; ++blocks) input.read(block);
  };
  REQUIRE_THROWS_WITH(read_on(),
                      (folder.path() / ("many" + ending)).string() +
                          ": unpacks to more than 100 times its size; if that is what it should be, "
                          "unpack it first");
  CHECK(blocks < 32);
}
