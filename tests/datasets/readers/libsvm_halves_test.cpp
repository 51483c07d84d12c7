// With two cores, two threads parse the halves of each block of long text. Sample and errors must agree with
// blocks too small for that.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

constexpr std::size_t one_thread = 1 << 10;
constexpr std::size_t lines_of_text = 80'000;

/// Rows of every kind that the reader distinguishes, 5 to 70 bytes long.
std::string line_of(std::size_t k) {
  switch (k % 7) {
    case 0:
      return fmt::format("{}\n", k);  // a row without entries
    case 1:
      return "\n";  // no row
    case 2:
      return fmt::format("-1 {}:0.1 9000{}:7\r\n", 1 + k % 50, k % 10);  // not exact as a float
    case 3:
      return fmt::format("# {} 1:1\n", k);
    case 4:
      return fmt::format("+1 3:0 {}:1e-3 # 7:{}\n", 5 + k % 9, k);
    case 5:
      return fmt::format("2 1:1 2:{} 70:-3.25 71:12345.678 72:1\t73:.5 74:5. 75:1e2\n", k);
    default:
      return "1 2:3\n";
  }
}

std::string text_of(std::size_t lines) {
  std::string text;
  for (std::size_t k = 0; k < lines; ++k) text += line_of(k);
  return text;
}

}  // namespace

TEST_CASE("Halves of a text make the sample of the whole") {
  if (physical_cores().size() < 2) WARN("NOT TRIED: two threads, which a single core does not get");
  const test::TemporaryFolder folder;
  const std::string text = text_of(lines_of_text);
  REQUIRE(text.size() > std::size_t{1} << 20);
  const auto path = folder.write("sample", text);
  const RawSample whole = read_libsvm(path, {.block_bytes = one_thread});
  REQUIRE(whole.rows.outer_size() > 40'000);
  // All sizes, so that blocks end in rows and in comments.
  for (std::size_t block_bytes = 140'001; block_bytes < 4'000'000; block_bytes += block_bytes / 5) {
    CAPTURE(block_bytes);
    const RawSample halves = read_libsvm(path, {.block_bytes = block_bytes});
    CHECK(halves.labels == whole.labels);
    CHECK(halves.rows.format() == whole.rows.format());
    CHECK(halves.rows.inner_size() == whole.rows.inner_size());
    CHECK(std::ranges::equal(halves.rows.starts(), whole.rows.starts()));
    CHECK(std::ranges::equal(halves.rows.entries(), whole.rows.entries()));
  }
}

TEST_CASE("What is wrong in either half is told with its place, the first one first") {
  const test::TemporaryFolder folder;
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < lines_of_text; ++k) lines.push_back(line_of(k));
  for (const std::size_t wrong :
       {lines_of_text - 20'000, std::size_t{40'000}, std::size_t{30'100}, std::size_t{17}}) {
    lines[wrong] = "1 5:1 5:1\n";  // the other lines stay wrong
    std::string text;
    for (const std::string& line : lines) text += line;
    const auto path = folder.write("bad", text);
    CHECK(test::error_after<DataError>(
              path.string() + ":", [&] { read_libsvm(path, {.block_bytes = 1 << 20}); }, "") ==
          fmt::format("{}:7: the index 5 stands twice in a line", wrong + 1));
  }
}

TEST_CASE("What only one half of a text has is in the sample of the whole") {
  if (physical_cores().size() < 2) WARN("NOT TRIED: two threads, which a single core does not get");
  const test::TemporaryFolder folder;
  std::string rest;
  while (rest.size() < (std::size_t{1} << 18)) rest += "1 2:3 4:0.5\n";
  for (const std::string line : {"2 1:-1\n", "2 1:0.0001\n", "2 9:7\n", "2 1:1e-400\n", "2 qid:3 1:1\n",
                                 "2 0:1\n", "2 3:1 1:0 2:1\n", "2 1:1e9\n"}) {
    for (const std::string& text : {line + rest, rest + line}) {
      CAPTURE(line, text.starts_with('1'));
      const auto path = folder.write("sample", text);
      const RawSample whole = read_libsvm(path, {.block_bytes = one_thread});
      const RawSample halves = read_libsvm(path);
      CHECK(halves.rows.format() == whole.rows.format());
      CHECK(halves.rows.inner_size() == whole.rows.inner_size());
      CHECK(std::ranges::equal(halves.rows.entries(), whole.rows.entries()));
      CHECK(halves.underflows == whole.underflows);
      CHECK(halves.remarks == whole.remarks);
    }
  }
  for (const std::string line : {"2 3:1 1:0 2:1 1:5\n", "2 1:1 2:x\n"}) {
    const auto path = folder.write("sample", rest + line);
    const auto message = [&](std::size_t block_bytes) {
      return test::error_of<DataError>([&] { read_libsvm(path, {.block_bytes = block_bytes}); });
    };
    CHECK(message(std::size_t{1} << 22) == message(one_thread));
  }
  const auto path = folder.write("sample", rest + "2 1:0\n3 3:1 2:5\n");  // two rows with the index 1 or less
  CHECK(read_libsvm(path).rows.nonzeros() == read_libsvm(path, {.block_bytes = one_thread}).rows.nonzeros());
}
