#include "datasets/readers/libsvm_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;

namespace {

using Row = std::vector<Entry>;

RawSample read_text(const std::string& text, const LibsvmOptions& options = {}) {
  const TemporaryFolder folder;
  return read_libsvm(folder.write("sample", text), options);
}

Row row(const RawSample& sample, Index line) {
  const auto entries = sample.rows[line];
  return {entries.begin(), entries.end()};
}

void check_two_rows(const RawSample& sample) {
  REQUIRE(sample.rows.outer_size() == 2);
  CHECK(sample.rows.inner_size() == 7);
  CHECK(sample.labels == std::vector<double>{1, -1});
  CHECK(row(sample, 0) == Row{{0, 0.5F}, {6, -2}});
  CHECK(row(sample, 1) == Row{{2, 300}});
}

}  // namespace

TEST_CASE("LIBSVM text is read row by row") {
  check_two_rows(read_text("+1 1:0.5 7:-2\n-1 3:3e2\n"));
}

TEST_CASE("The reader is tolerant of what changes no number") {
  SECTION("no final line end") {
    check_two_rows(read_text("+1 1:0.5 7:-2\n-1 3:3e2"));
  }
  SECTION("CRLF") {
    check_two_rows(read_text("+1 1:0.5 7:-2\r\n-1 3:3e2\r\n"));
  }
  SECTION("CRLF, but for the last line") {
    check_two_rows(read_text("+1 1:0.5 7:-2\r\n-1 3:3e2"));
  }
  SECTION("a carriage return at the very end") {
    check_two_rows(read_text("1 1:.5 7:-2\r\n-1 3:3e2\r"));
  }
  SECTION("blank lines") {
    check_two_rows(read_text("\n\n+1 1:0.5 7:-2\n \t\n\r\n-1 3:3e2\n\n"));
  }
  SECTION("blanks and tabs") {
    check_two_rows(read_text("\t +1\t1:0.5  \t 7:-2 \n  -1   3:3e2\t\n"));
  }
  SECTION("comments") {
    check_two_rows(read_text("# 9 9:9\n+1 1:0.5 7:-2 # 8:1\n  #\n-1 3:3e2#glued\n#last, without an end"));
  }
  SECTION("a plus sign before any number") {
    check_two_rows(read_text("+1 1:+0.5 7:-2\n-1 3:+3.0E+2\n"));
  }
  SECTION("zeros spelled out") {
    check_two_rows(read_text("+1 1:0.5 2:0 3:0.0 4:-0 7:-2\n-1 3:300 4:0e5\n"));
  }
}

TEST_CASE("A zero in the file is not stored but counts for the width") {
  const RawSample sample = read_text("1 1:1 9:0\n2\n");
  CHECK(sample.rows.inner_size() == 9);
  CHECK(sample.rows.nonzeros() == 1);
  CHECK(row(sample, 1).empty());
}

TEST_CASE("Numbers that are too small for double precision are 0, and are counted") {
  const RawSample sample = read_text("1 1:1e-400 2:-1e-999 3:1e-320\n2 1:0e-400 2:0.0e0 3:1\n");
  CHECK(sample.underflows == 2);
  CHECK(row(sample, 0) == Row{{2, 1e-320}});
  CHECK(read_text("1 1:1e-400\n1 1:2e-400\n", {.block_bytes = 16}).underflows == 2);
  CHECK_THROWS_WITH(read_text("1 1:1e400\n"), ContainsSubstring("expected a value that is finite"));
}

TEST_CASE("Labels are kept as the numbers that they are") {
  CHECK(read_text("+1\n1\n-1\n0\n2\n29.5\n-1e-3\n").labels ==
        std::vector<double>{1, 1, -1, 0, 2, 29.5, -1e-3});
}

TEST_CASE("A text whose entries do not fit into memory is refused, with how far it was read") {
  const TemporaryFolder folder;
  const auto path = folder.write("sample", "1 1:1 2:1\n-1 1:2 2:2\n");
  CHECK(test::error_of<DataError>([&] { read_libsvm(path, {.most_in_memory = 40}); }) ==
        path.string() + ": its first 4 nonzeros take 0.0 GB, and no more memory is free");
  CHECK(read_libsvm(path, {.most_in_memory = 48}).rows.nonzeros() == 4);
}

TEST_CASE("Blocks cut the text anywhere without a change") {
  std::string text = "# a comment_without_blanks_that_is_longer_than_a_block_of_text\n";
  for (int line = 1; line <= 200; ++line) {
    text += std::to_string(line % 3) + "  1:" + std::to_string(line) + ".25 17:1 " +
            std::to_string(17 + line) + ":-0.125" +
            (line % 5 == 0 ? "#comment_without_blanks_that_is_longer_than_a_block\r\n" : "\r\n");
  }
  const RawSample whole = read_text(text);
  for (std::size_t block_bytes = 16; block_bytes < 80; ++block_bytes) {
    const RawSample pieces = read_text(text, {.block_bytes = block_bytes});
    REQUIRE(std::vector(pieces.rows.starts().begin(), pieces.rows.starts().end()) ==
            std::vector(whole.rows.starts().begin(), whole.rows.starts().end()));
    REQUIRE(Row(pieces.rows.entries().begin(), pieces.rows.entries().end()) ==
            Row(whole.rows.entries().begin(), whole.rows.entries().end()));
    REQUIRE(pieces.labels == whole.labels);
  }
}

TEST_CASE("A line may be much longer than a block") {
  std::string text = "1";
  for (int index = 1; index <= 5000; ++index) text += " " + std::to_string(index) + ":1";
  const RawSample sample = read_text(text, {.block_bytes = 64});
  CHECK(sample.rows.nonzeros() == 5000);
  CHECK(sample.rows.inner_size() == 5000);
}

TEST_CASE("Compressed files read like plain ones") {
  const TemporaryFolder folder;
  const std::string ending = GENERATE(".bz2", ".gz", ".xz");
  const auto path = folder.write("sample" + ending, test::compressed("+1 1:0.5 7:-2\n-1 3:3e2\n", ending));
  check_two_rows(read_libsvm(path));
}

TEST_CASE("A loaded matrix holds one entry a nonzero, and at most an eighth of room to spare") {
  constexpr std::size_t least = 3000 * sizeof(OneEntry) + 1001 * sizeof(Offset);
  std::string text;
  for (int line = 0; line < 1000; ++line) text += "1 1:1 2:1 3:1\n";
  const std::string without_entries(50'000, '#');
  for (const std::string& whole : {text, text + without_entries}) {
    const std::size_t bytes = read_text(whole, {.block_bytes = 1 << 10}).rows.bytes();
    CHECK(bytes >= least);
    CHECK(bytes <= least + least / 8);
  }
}

TEST_CASE("Values are those of the text, whatever they take") {
  const auto row_of = [](const std::string& text) { return row(read_text(text), 0); };
  CHECK(row_of("1 1:0.5 2:0.1 3:16777217\n") == Row{{0, 0.5}, {1, 0.1}, {2, 16777217}});
  CHECK(row_of("1 1:0.5 2:1e-60 3:3\n") == Row{{0, 0.5}, {1, 1e-60}, {2, 3}});
  CHECK(row_of("1 1:1e-320 2:1e300\n") == Row{{0, 1e-320}, {1, 1e300}});
  CHECK(row_of("1 1:1700000000 2:1700000000.1\n") == Row{{0, 1700000000}, {1, 1700000000.1}});
}

TEST_CASE("A number too small for double is read as zero, at its nearest") {
  CHECK(read_text("1e-400 1:1e-400 2:1\n").labels[0] == 0);
  CHECK(read_text("1 1:1e-400 2:1\n").rows.nonzeros() == 1);
  CHECK(read_text("1 1:-1e-5000 2:1\n").rows.nonzeros() == 1);
}

TEST_CASE("What a file begins with says little of the rest: nothing is lost where it misleads") {
  constexpr std::size_t each = 3000;
  const test::TemporaryFolder folder;
  std::string few;
  std::string many;
  for (std::size_t row = 0; row < each; ++row) {
    few += "-1 2:1\n";
    many += "1 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1\n";
  }
  for (const bool few_first : {true, false}) {
    CAPTURE(few_first);
    const auto path = folder.write("sample", few_first ? few + many : many + few);
    const RawSample sample = read_libsvm(path, {.block_bytes = 1 << 10});
    CHECK(sample.rows.nonzeros() == 10 * each);
    REQUIRE(sample.labels.size() == 2 * each);
    for (Index row = 0; row < sample.rows.outer_size(); ++row) {
      const bool is_few = (static_cast<std::size_t>(row) < each) == few_first;
      REQUIRE(sample.labels[static_cast<std::size_t>(row)] == (is_few ? -1 : 1));
      REQUIRE(sample.rows[row].size() == (is_few ? 1 : 9));
      REQUIRE(sample.rows[row].back() == Entry{is_few ? 1 : 8, 1});
    }
  }
}
