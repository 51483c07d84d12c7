// Every possible error in LIBSVM text, with its place and message.
#include <string>
#include <type_traits>
#include <utility>

#include "datasets/readers/libsvm_reader.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;

namespace {

/// The message without the file's path; empty if the text is accepted.
std::string message(const std::string& text, std::size_t block_bytes = 1 << 20) {
  const TemporaryFolder folder;
  const auto path = folder.write("bad", text);
  return test::error_after<DataError>(
      path.string() + ":", [&] { read_libsvm(path, {.block_bytes = block_bytes}); }, "");
}

}  // namespace

TEST_CASE("Wrong labels") {
  CHECK(message("yes 1:1\n") == "1:1: expected a label (a number), got 'yes'");
  CHECK(message("+1 1:1\n\n  +-1 1:1\n") == "3:3: expected a label (a number), got '+-1'");
  CHECK(message("1 1:1\n1:1 2:1\n") == "2:1: a line starts with its label, got '1:1'");
  CHECK(message("1,2 1:1\n") == "1:2: expected a blank after the label, got ',2'");
  CHECK(message("nan 1:1\n") == "1:1: expected a label that is finite, got 'nan'");
  CHECK(message("-inf 1:1\n") == "1:1: expected a label that is finite, got '-inf'");
}

TEST_CASE("Wrong indices") {
  CHECK(message("1 0:1\n") == "1:3: indices count from 1, got '0:1'");
  CHECK(message("1 -4:1\n") == "1:3: indices count from 1, got '-4:1'");
  CHECK(message("1 3:1 2:1\n") == "1:7: indices ascend in a line, got 2 after 3");
  CHECK(message("1 3:1 3:1\n") == "1:7: indices ascend in a line, got 3 after 3");
  CHECK(message("1 1.5:1\n") == "1:3: an index is an integer, got '1.5:1'");
  CHECK(message("1 2147483648:1\n") == "1:3: the largest index is 2147483647, got '2147483648:1'");
  CHECK(message("1 2147483647:1\n").empty());
  CHECK(message("1 qid:3\n") == "1:3: expected index:value, got 'qid:3'");
  CHECK(message("1 17\n") == "1:3: expected index:value, got '17'");
  CHECK(message("1 3:1\n2 2:1 1:1\n") == "2:7: indices ascend in a line, got 1 after 2");
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
  CHECK(message("\xEF\xBB\xBF"
                "1 1:1\n") == "1:1: expected a label (a number), got '\\xef\\xbb\\xbf1'");
  CHECK(message("1 1:1\r2 1:1\n") == "1:6: expected index:value, got '\\x0d2'");
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
  CHECK(message("1 1:" + std::string(100, '1') + " 2:1\n", 64) ==
        "1:3: expected a blank or a line end within 63 bytes: is this LIBSVM text?");
}

TEST_CASE("A file without rows") {
  const std::string none = " has no rows, expected lines of the form 'label index:value …'";
  CHECK(message("") == none);
  CHECK(message("\n# only this\n\n") == none);
}
