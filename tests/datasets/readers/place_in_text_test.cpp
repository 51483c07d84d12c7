#include "datasets/readers/place_in_text.hpp"

#include "datasets/readers/line_reader.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;

TEST_CASE("Places of rows are found by a second look at the text, plain or compressed") {
  const std::string ending = GENERATE("", ".gz");
  const TemporaryFolder folder;
  const auto path = folder.write(
      "rows" + ending, test::compressed("# 5 7:1\n\n1 1:1 9:2\r\n \t2\t3:1 7:1 # 8:1\n-1 7:1", ending));
  const std::string file = path.string();
  CHECK(place_of_row(path, 0) == file + ":3:1");
  CHECK(place_of_row(path, 1) == file + ":4:3");
  CHECK(place_of_row(path, 2) == file + ":5:1");
  CHECK(place_of_row(path, 3) == file);
}

TEST_CASE("A place that cannot be had is the path alone") {
  const TemporaryFolder folder;
  const std::string blanks(3 * LineReader::longest_line, ' ');
  const auto path = folder.write("long", "1 1:1\n2" + blanks + "\n3 4:1\n");
  CHECK(place_of_row(path, 0) == path.string() + ":1:1");
  CHECK(place_of_row(path, 2) == path.string());
  CHECK(place_of_row(folder.path() / "none", 0) == (folder.path() / "none").string());
}
