#include "datasets/readers/reader.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/errors.hpp"
#include "tests/catch.hpp"
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

/// The message without the file's path; empty if the text is accepted.
std::string message(const std::string& text, std::size_t block_bytes = 1 << 20) {
  const TemporaryFolder folder;
  const auto path = folder.write("bad", text);
  return test::error_after<DataError>(
      path.string() + ":", [&] { read_libsvm(path, {.block_bytes = block_bytes}); }, "");
}

}  // namespace

TEST_CASE("LIBSVM text is read row by row, whatever changes no number") {
  for (const std::string text : {
           "+1 1:0.5 7:-2\n-1 3:3e2\n",
           "+1 1:0.5 7:-2\n-1 3:3e2",  // no final line end
           "+1 1:0.5 7:-2\r\n-1 3:3e2\r\n",
           "+1 1:0.5 7:-2\r\n-1 3:3e2",
           "1 1:.5 7:-2\r\n-1 3:3e2\r",
           "\n\n+1 1:0.5 7:-2\n \t\n\r\n-1 3:3e2\n\n",
           "\t +1\t1:0.5  \t 7:-2 \n  -1   3:3e2\t\n",
           "# 9 9:9\n+1 1:0.5 7:-2 # 8:1\n  #\n-1 3:3e2#glued\n#last, without an end",
           "+1 1:+0.5 7:-2\n-1 3:+3.0E+2\n",
           "+1 1:0.5 2:0 3:0.0 4:-0 7:-2\n-1 3:300 4:0e5\n",
       }) {
    INFO(text);
    const RawSample sample = read_text(text);
    REQUIRE(sample.rows.outer_size() == 2);
    CHECK(sample.rows.inner_size() == 7);
    CHECK(sample.labels == std::vector<double>{1, -1});
    CHECK(row(sample, 0) == Row{{0, 0.5F}, {6, -2}});
    CHECK(row(sample, 1) == Row{{2, 300}});
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
  CHECK(read_text("1e-400 1:1e-400 2:1\n").labels[0] == 0);
  CHECK_THROWS_WITH(read_text("1 1:1e400\n"), ContainsSubstring("expected a value that is finite"));
}

TEST_CASE("Labels are kept as the numbers that they are") {
  CHECK(read_text("+1\n1\n-1\n0\n2\n29.5\n-1e-3\n").labels ==
        std::vector<double>{1, 1, -1, 0, 2, 29.5, -1e-3});
}

TEST_CASE("A text whose entries do not fit into memory is refused, with how far it was read") {
  const TemporaryFolder folder;
  const auto path = folder.write("sample", "1 1:1 2:1\n-1 1:2 2:2\n");
  CHECK(test::error_of<DataError>([&] { read_libsvm(path, {.block_bytes = 12, .most_in_memory = 31}); }) ==
        path.string() + ": its first 2 rows take 0.0 GB, and no more memory is free");
  CHECK(read_libsvm(path, {.most_in_memory = 32}).rows.nonzeros() == 4);
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
  CHECK(row_of("1 1:0.12345678901234567890 2:-12345678901234567890.5 3:1\n") ==
        Row{{0, 0.12345678901234567890}, {1, -12345678901234567890.5}, {2, 1}});
  CHECK(row_of("1 1:1700000000 2:1700000000.1\n") == Row{{0, 1700000000}, {1, 1700000000.1}});
}

TEST_CASE("Wrong labels") {
  CHECK(message("1 1:1\nyes 1:1\n") == "2:1: expected a label (a number), got 'yes'");
  CHECK(message("yes 1:1\n1 1:1\n") == "2:1: expected a word as in the rows before, got '1'");
  CHECK(message("+1 1:1\n\n  +-1 1:1\n") == "3:3: expected a label (a number), got '+-1'");
  CHECK(message("1 1:1\n1:1 2:1\n") == "2:1: a line starts with its label, got '1:1'");
  CHECK_THAT(message("1,2 1:1\n"), StartsWith("1:2: expected a blank after the label; is this CSV?"));
  CHECK_THAT(message("a,b,y\n"), StartsWith("1:1: expected a blank after the label; is this CSV?"));
  CHECK(message("nan 1:1\n") == "1:1: expected a label that is finite, got 'nan'");
  CHECK(message("-inf 1:1\n") == "1:1: expected a label that is finite, got '-inf'");
}

TEST_CASE("Text that other programs write is read as they mean it") {
  const std::vector<Row> plain{{{0, 1.5}, {2, -2}}, {}, {{1, 3}}};
  const auto same = [&](const std::string& text, const std::vector<std::string>& remarks = {}) {
    CAPTURE(text);
    const RawSample sample = read_text(text, {.block_bytes = 32});
    REQUIRE(sample.rows.outer_size() == 3);
    for (Index i = 0; i < 3; ++i) CHECK(row(sample, i) == plain[static_cast<std::size_t>(i)]);
    CHECK(sample.rows.inner_size() == 3);
    CHECK(sample.remarks == remarks);
    CHECK(sample.labels == std::vector<double>{1, -1, 1});
  };
  same("1 1:1.5 3:-2\n-1\n1 2:3\n");
  same("1 0:1.5 2:-2\n-1\n1 1:3\n", {"indices from 0"});
  same("1 qid:7 1:1.5 3:-2\n-1 qid:7\n1 qid:8 2:3\n", {"qid left out"});
  same("1 3:-2 1:1.5\n-1\n1 2:3\n", {"indices sorted"});
  same("1 2:-2 1:0 0:1.5\n-1\n1 1:3\n", {"indices from 0", "indices sorted"});
  same(
      "\xEF\xBB\xBF"
      "1 1:1.5 3:-2\n-1\n1 2:3\n");
  same("1 1:1.5 3:-2\r-1\r1 2:3\r");
  same("1 1:1.5 3:-2 \r \n-1\r\n1 2:3\r");
  same("# text\r1 1:1.5 3:-2 # text\r-1\r1 2:3");
  const RawSample words = read_text("b 1:1\na 1:1\n\xC3\xA4 1:1\na 2:1\n");
  CHECK(words.words == std::vector<std::string>{"a", "b", "\xC3\xA4"});
  CHECK(words.labels == std::vector<double>{1, 0, 2, 0});
}

TEST_CASE("Values of any storage are the same whether indices count from 0 or from 1") {
  for (const char* const value : {"1", "-1", "0.5", "0.1", "1e9", "0.1234567890123"}) {
    for (const std::size_t block_bytes : {8, 1 << 20}) {  // index 0 is in the last block, or in the only one
      CAPTURE(value, block_bytes);
      const auto text = [&](int base) {
        return fmt::format("1 {2}:{0}\n2 {3}:{0}\n1 {1}:{0} {3}:{0}\n", value, base, base + 1, base + 2);
      };
      const RawSample expected = read_text(text(1), {.block_bytes = block_bytes});
      const RawSample sample = read_text(text(0), {.block_bytes = block_bytes});
      CHECK(sample.rows.format() == expected.rows.format());
      CHECK(sample.rows.inner_size() == 3);
      for (Index i = 0; i < 3; ++i) CHECK(row(sample, i) == row(expected, i));
      CHECK(row(sample, 2) == Row{{0, std::stod(value)}, {2, std::stod(value)}});
    }
  }
}

TEST_CASE("A base of indices that was given holds") {
  CHECK(row(read_text("1 1:5\n", {.index_base = 0}), 0) == Row{{1, 5}});
  CHECK(read_text("1 1:5\n", {.index_base = 0}).rows.inner_size() == 2);
  CHECK_THROWS_WITH(read_text("1 0:5\n", {.index_base = 1}),
                    ContainsSubstring("indices count from 1 here, got '0:5'"));
  CHECK_THROWS_WITH(read_text("1 0:5 2147483647:1\n"), ContainsSubstring("the largest index is 2147483646"));
}

TEST_CASE("Wrong indices") {
  CHECK(message("1 -4:1\n") == "1:3: an index is at least 0, got '-4:1'");
  CHECK(message("1 3:1 2:1 3:0\n") == "1:1: the index 3 stands twice in the line");
  CHECK(message("2 1:1\n1 3:0 2:1 3:5\n") == "2:1: the index 3 stands twice in the line");
  CHECK(message("1 3:1 3:1\n") == "1:7: the index 3 stands twice in a line");
  CHECK(message("1 1.5:1\n") == "1:3: an index is an integer, got '1.5:1'");
  CHECK(message("1 2147483648:1\n") == "1:3: the largest index is 2147483647, got '2147483648:1'");
  CHECK(message("1 2147483647:1\n").empty());
  CHECK(message("1 17\n") == "1:3: expected index:value, got '17'");
}

TEST_CASE("Wrong values") {
  CHECK(message("1 3:\n") == "1:5: expected a value (a number), got '3:'");
  CHECK(message("1 3: 1\n") == "1:5: expected a value (a number), got '3:'");
  CHECK(message("1 3:x\n") == "1:5: expected a value (a number), got '3:x'");
  CHECK(message("1 3:+-1\n") == "1:5: expected a value (a number), got '3:+-1'");
  CHECK(message("1 3:1,5\n") == "1:6: expected a blank after the value, got ',5'");
  CHECK(message("1 3:1:2\n") == "1:6: expected a blank after the value, got ':2'");
  CHECK(message("1 3:0x10\n") == "1:6: expected a blank after the value, got 'x10'");
  CHECK(message("1 3:1-2\n") == "1:6: expected a blank after the value, got '-2'");
  CHECK(message("1 3:nan\n") == "1:5: expected a value that is finite, got '3:nan'");
  CHECK(message("1 3:inf\n") == "1:5: expected a value that is finite, got '3:inf'");
  CHECK(message("1 3:1e999\n") == "1:5: expected a value that is finite, got '3:1e999'");
  CHECK(message("1 3:1e9999\n") == "1:5: expected a value that is finite, got '3:1e9999'");
}

TEST_CASE("Wrong bytes are shown so that they can be seen") {
  CHECK(message("1 1:1\n\xEF\xBB\xBF"
                "1 1:1\n") == "2:1: expected a label (a number), got '\\xef\\xbb\\xbf1'");
  CHECK(message("\x80 1:1\n") == "1:1: expected a label (a number), got '\\x80'");
  CHECK(message(std::string("1 1:1\0\n", 7)) == "1:6: expected a blank after the value, got '\\x00'");
  CHECK(message("1 " + std::string(100, 'x') + "\n") ==
        "1:3: expected index:value, got '" + std::string(40, 'x') + "…'");
}

TEST_CASE("Places are right behind CRLF, comments and block ends") {
  std::string text = "# comment\r\n\r\n";
  for (int line = 0; line < 50; ++line) text += "1 1:0.5 2:0.25 # comment\r\n";
  text += "1 1:0.5 2:oops\r\n";
  for (std::size_t block_bytes = 16; block_bytes < 64; ++block_bytes) {
    REQUIRE(message(text, block_bytes) == "53:11: expected a value (a number), got '2:oops'");
  }
}

TEST_CASE("What cannot be LIBSVM text is refused before it fills the memory") {
  const TemporaryFolder folder;
  const auto path = folder.write("bad", "1 1:1\n1 1:" + std::string(1000, '1') + " 2:1\n");
  CHECK(test::error_of<DataError>([&] { read_libsvm(path, {.block_bytes = 64, .longest_line = 200}); }) ==
        path.string() + ": has a line of more than 200 bytes: is this text?");
}

TEST_CASE("A file without rows") {
  const std::string none = " has no rows, expected lines of the form 'label index:value …'";
  CHECK(message("") == none);
  CHECK(message("\n# only this\n\n") == none);
}

TEST_CASE("A label that begins like infinity or like no number is a word, and these themselves are none") {
  const RawSample sample = read_text("infected 1:1\nnan_x 1:2\nNantes 1:3\n");
  CHECK(sample.words == std::vector<std::string>{"Nantes", "infected", "nan_x"});
  CHECK(sample.labels == std::vector<double>{1, 2, 0});
  for (const std::string word : {"inf", "nan", "infinity", "NaN"})
    CHECK(message(word + " 1:1\n") == "1:1: expected a label that is finite, got '" + word + "'");
}
