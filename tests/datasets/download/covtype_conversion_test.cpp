#include "datasets/download/covtype_conversion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "datasets/readers/libsvm_reader.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;
using Row = std::vector<int>;

namespace {

std::string converted(const std::filesystem::path& path, int positive_class = 2) {
  std::string text;
  convert_covtype(path, positive_class, [&](std::string_view piece) { text += piece; });
  return text;
}

/// A row of zeros after the given numbers.
std::string row_of(std::vector<int> numbers, int cover_type) {
  numbers.resize(54);
  return fmt::format("{},{}\n", fmt::join(numbers, ","), cover_type);
}

/// The error message for the text, without the folder.
std::string refusal_of_columns(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder.write("covtype.data", text);
  return test::error_after<DataError>(folder.path().string() + "/", [&] { converted(path); });
}

}  // namespace

TEST_CASE("covtype: columns go from 0 to 1, and zeros and constant columns are not written") {
  const TemporaryFolder folder;
  const auto path = folder.write(
      "covtype.data", row_of({2596, -3, 7, 1}, 5) + row_of({2600, 0, 7}, 2) + row_of({2604, 9, 7}, 1));
  CHECK(converted(path) == "-1 4:1\n+1 1:0.5 2:0.25\n-1 1:1 2:1\n");
  CHECK(converted(path, 5) == "+1 4:1\n-1 1:0.5 2:0.25\n-1 1:1 2:1\n");
}

TEST_CASE("covtype: rows at random, compressed, as a direct computation says") {
  std::mt19937 random(5);
  std::vector<Row> rows;
  std::string text;
  for (int i = 0; i < 500; ++i) {
    Row row;
    for (int column = 0; column < 54; ++column)
      row.push_back(column < 10 ? static_cast<int>(random() % 7000) - 200
                                : static_cast<int>(random() % 20 == 0));
    text += fmt::format("{},{}\n", fmt::join(row, ","), 1 + i % 7);
    rows.push_back(row);
  }
  const TemporaryFolder folder;
  const auto path = folder.write("covtype.data.gz", test::compressed(text, ".gz"));
  RawSample sample = read_libsvm(folder.write("covtype", converted(path)));
  sample.rows.widen(54);
  REQUIRE(sample.rows.outer_size() == 500);
  REQUIRE(sample.rows.inner_size() == 54);
  for (std::size_t column = 0; column < 54; ++column) {
    const auto [least, largest] = std::minmax_element(
        rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return a[column] < b[column]; });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double expected =
          static_cast<double>(rows[i][column] - (*least)[column]) / ((*largest)[column] - (*least)[column]);
      double got = 0;
      for (const Entry& entry : sample.rows[static_cast<Index>(i)]) {
        if (entry.index == static_cast<Index>(column)) got = entry.value;
      }
      REQUIRE(got == expected);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) REQUIRE(sample.labels[i] == (i % 7 == 1 ? 1 : -1));
}

TEST_CASE("covtype: what is malformed is named with file and line") {
  const std::string good = row_of({1, 2}, 1);
  CHECK(refusal_of_columns("") ==
        "covtype.data: has no rows, expected 54 numbers and the class, separated by commas");
  CHECK(refusal_of_columns(good + "\n") ==
        "covtype.data:2: expected 54 numbers and the class, separated by commas, got 1 fields");
  CHECK(refusal_of_columns(good + good.substr(0, good.size() - 3) + "\n") ==
        "covtype.data:2: expected 54 numbers and the class, separated by commas, got 54 fields");
  CHECK(refusal_of_columns(good.substr(0, good.size() - 1) + ",1\n") ==
        "covtype.data:1: expected 54 numbers and the class, separated by commas, got more fields");
  CHECK(refusal_of_columns(good + row_of({1, 2}, 0)) ==
        "covtype.data:2: expected a class from 1 to 7, got 0");
  CHECK(refusal_of_columns(good + row_of({1, 2}, 8)) ==
        "covtype.data:2: expected a class from 1 to 7, got 8");
  for (const std::string field : {"", "x", "1.5", " 1", "1 ", "+1", "99999999999"}) {
    const std::string text = good + "1," + field + good.substr(3);
    CHECK(refusal_of_columns(text) ==
          fmt::format("covtype.data:2: field 2: expected a whole number, got '{}'", field));
  }
}

TEST_CASE("covtype: a sink that fails ends the conversion") {
  const TemporaryFolder folder;
  const auto path = folder.write("covtype.data", row_of({1}, 1) + row_of({2}, 2));
  const auto full = [](std::string_view) { throw RunError("the disk is full"); };
  REQUIRE_THROWS_WITH(convert_covtype(path, 2, full), "the disk is full");
}
