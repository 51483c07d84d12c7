// Threads parse blocks of long text at the same time. Sample and errors must agree with one thread and one
// block.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "datasets/readers/libsvm_parser.hpp"
#include "datasets/readers/reader.hpp"
#include "datasets/readers/short_decimal.hpp"
#include "support/errors.hpp"
#include "support/memory/available_memory.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

constexpr LibsvmOptions one_block{.block_bytes = 1 << 26, .threads = 1};
constexpr std::size_t lines_of_text = 80'000;

/// Rows of every kind that the reader distinguishes, 5 to 70 bytes long.
std::string line_of(std::size_t k) {
  switch (k % 7) {
    case 0:
      return fmt::format("{}\n", k);  // a row without entries
    case 1:
      return "\n";  // no row
    case 2:
      return fmt::format("-1 {}:0.1 9000{}:7\r\n", 1 + k % 50, k % 10);  // no float
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

TEST_CASE("Blocks of a text make the sample of the whole, whatever the number of threads") {
  if (physical_cores().size() < 2) WARN("NOT TRIED: two threads, which a single core does not get");
  const test::TemporaryFolder folder;
  const std::string text = text_of(lines_of_text);
  const auto path = folder.write("sample", text);
  const RawSample whole = read_libsvm(path, one_block);
  REQUIRE(whole.rows.outer_size() > 40'000);
  for (const std::size_t threads : {1, 2, 5}) {
    for (std::size_t block_bytes = 700; block_bytes < 1'000'000; block_bytes *= 5) {
      CAPTURE(threads, block_bytes);
      const RawSample parts = read_libsvm(path, {.block_bytes = block_bytes, .threads = threads});
      CHECK(parts.labels == whole.labels);
      CHECK(parts.rows.format() == whole.rows.format());
      CHECK(parts.rows.inner_size() == whole.rows.inner_size());
      CHECK(std::ranges::equal(parts.rows.starts(), whole.rows.starts()));
      CHECK(std::ranges::equal(parts.rows.stored(), whole.rows.stored()));
    }
  }
}

TEST_CASE("Of several errors in different blocks, the first is reported with its place") {
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
              path.string() + ":", [&] { read_libsvm(path, {.block_bytes = 10'000, .threads = 3}); }, "") ==
          fmt::format("{}:7: the index 5 stands twice in a line", wrong + 1));
  }
}

TEST_CASE("Whatever only one block of a text has is in the sample of the whole") {
  const test::TemporaryFolder folder;
  std::string rest;
  while (rest.size() < (std::size_t{1} << 16)) rest += "1 2:1 4:1\n";
  const LibsvmOptions blocks{.block_bytes = 10'000, .threads = 2};
  for (const std::string line : {"2 1:-1\n", "2 1:0.0001\n", "2 9:7\n", "2 1:1e-400\n", "2 qid:3 1:1\n",
                                 "2 0:1\n", "2 3:1 1:0 2:1\n", "2 1:1e9\n", "2 1:0.1 2:1e200\n"}) {
    for (const std::string& text : {line + rest, rest + line + rest}) {
      CAPTURE(line, text.starts_with('1'));
      const auto path = folder.write("sample", text);
      const RawSample whole = read_libsvm(path, one_block);
      const RawSample parts = read_libsvm(path, blocks);
      CHECK(parts.rows.format() == whole.rows.format());
      CHECK(parts.rows.inner_size() == whole.rows.inner_size());
      CHECK(std::ranges::equal(parts.rows.stored(), whole.rows.stored()));
      CHECK(parts.underflows == whole.underflows);
      CHECK(parts.remarks == whole.remarks);
    }
  }
  for (const std::string line : {"2 3:1 1:0 2:1 1:5\n", "2 1:1 2:x\n", "word 1:1\n", "1\n2 1:1 1:1\n"}) {
    const auto path = folder.write("sample", rest + line + rest);
    const auto message = [&](const LibsvmOptions& options) {
      return test::error_of<DataError>([&] { read_libsvm(path, options); });
    };
    CHECK(message(blocks) == message(one_block));
  }
}

TEST_CASE("Words of all blocks are one list") {
  const test::TemporaryFolder folder;
  std::string text;
  for (int k = 0; k < 5000; ++k) text += fmt::format("word{} 1:1\n", (4999 - k) / 100);
  const auto path = folder.write("sample", text);
  const RawSample parts = read_libsvm(path, {.block_bytes = 1000, .threads = 2});
  CHECK(parts.words.size() == 50);
  CHECK(parts.labels == read_libsvm(path, one_block).labels);
}

TEST_CASE("What one parser found is added to what another found before, if both are right together") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "sample";
  const auto parsed = [&](LibsvmParser& parser, const std::string& text) {
    LibsvmRows rows;
    parser.parse(std::string_view(text + std::string(bytes_read_ahead, ' ')).substr(0, text.size()), rows);
    return rows.labels;
  };
  const auto appended = [&](const std::string& first, const std::string& second) {
    LibsvmParser all(path, {});
    LibsvmParser next(path, {});
    parsed(all, first);
    std::vector<double> labels = parsed(next, second);
    return all.append(next, labels)
               ? fmt::format("{} {} {}", fmt::join(all.words(), ","), fmt::join(labels, ","), all.lines())
               : "refused";
  };
  CHECK(appended("b 1:1\na 1:1\n", "a 1:1\nc 1:1\nb 1:1\n") == "b,a,c 1,2,0 5");
  CHECK(appended("# none\n", "a 1:1\n") == "a 0 2");
  CHECK(appended("a 1:1\n", "# none\n") == "a  2");
  CHECK(appended("3 1:1\n", "5 1:1\n") == " 5 2");
  CHECK(appended("3 1:1\n", "a 1:1\n") == "refused");
  CHECK(appended("a 1:1\n", "3 1:1\n") == "refused");
  std::string many;
  for (int k = 0; k < 999; ++k) many += fmt::format("word{} 1:1\n", k);
  CHECK(appended(many, "a 1:1\nword7 1:1\n").ends_with(" 999,7 1001"));
  CHECK(appended(many, "a 1:1\nb 1:1\n") == "refused");
}

TEST_CASE("Text from a pipe is read in large blocks") {
  const auto reads_so_far = [] { return number_after("/proc/self/io", "syscr:"); };
  const std::uint64_t before = reads_so_far();
  if (before == 0) WARN("NOT TRIED: this system does not count reads");
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  const std::string text = text_of(lines_of_text);
  std::thread writer([&] { std::ofstream(path) << text; });
  const RawSample sample = read_libsvm(path);
  const std::uint64_t reads = reads_so_far() - before;
  writer.join();
  CHECK(sample.labels == read_libsvm(folder.write("sample", text), one_block).labels);
  CHECK(reads < text.size() / 1000);
}
