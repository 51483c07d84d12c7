// german.data, read in both codings.
#include "datasets/readers/german_credit_reader.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/load_dataset.hpp"
#include "datasets/matrix/line_products.hpp"
#include "datasets/readers/german_credit_attributes.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/datasets/readers/german_credit_text.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

GermanCredit read_text(const std::string& text, GermanCoding coding) {
  const TemporaryFolder folder;
  return read_german_credit(folder.write("german.data", text), coding);
}

std::vector<double> dense_row(const GermanCredit& credit, Index row) {
  std::vector<double> x(static_cast<std::size_t>(credit.sample.rows.inner_size()));
  for (const Entry& entry : credit.sample.rows[row]) x[static_cast<std::size_t>(entry.index)] = entry.value;
  return x;
}

const std::string three = first_applicant + second_applicant + third_applicant;

}  // namespace

TEST_CASE("The documented codes of an attribute are in the order of their numbers") {
  CHECK(german_credit_attributes().size() == 20);
  CHECK(german_credit_codes(1) == std::vector<std::string>{"A11", "A12", "A13", "A14"});
  CHECK(german_credit_codes(2).empty());
  CHECK(german_credit_codes(3) == std::vector<std::string>{"A30", "A31", "A32", "A33", "A34"});
  CHECK(german_credit_codes(4).size() == 11);
  CHECK(german_credit_codes(4)[2] == "A42");
  CHECK(german_credit_codes(4).back() == "A410");
  CHECK(german_credit_codes(20) == std::vector<std::string>{"A201", "A202"});
}

TEST_CASE("Numeric coding: a category is its place among the codes, a number its place in the file's range") {
  const GermanCredit credit = read_text(three, GermanCoding::numeric);
  CHECK(credit.sample.labels == std::vector<double>{1, 2, 1});
  CHECK(credit.sample.rows.inner_size() == 20);
  REQUIRE(credit.attribute_of_column.size() == 20);
  for (Index j = 0; j < 20; ++j) CHECK(credit.attribute_of_column[static_cast<std::size_t>(j)] == j);

  const std::vector<std::vector<double>> expected{
      {0, 0, 1, 0.3, 0, 1, 1, 1, 0.5, 0, 1, 0, 1, 1, 0.5, 1, 2.0 / 3, 0, 1, 0},
      {1.0 / 3, 1, 0.5, 1, 1, 0, 0.5, 0, 0.25, 0, 0, 0, 0, 1, 0.5, 0, 2.0 / 3, 0, 0, 0},
      {1, 1.0 / 7, 0, 0, 0.25, 0, 0.75, 0, 1, 1, 0.5, 1, 0.5, 0, 0, 0, 1, 1, 0, 1}};
  for (Index row = 0; row < 3; ++row) {
    const std::vector<double> x = dense_row(credit, row);
    for (std::size_t j = 0; j < x.size(); ++j) {
      CAPTURE(row, j);
      CHECK(x[j] == expected[static_cast<std::size_t>(row)][j]);
    }
  }
}

TEST_CASE("Codes: numbers stand as they are, a category is the number behind the attribute's own") {
  const GermanCredit credit = read_text(three, GermanCoding::codes);
  CHECK(credit.sample.labels == std::vector<double>{1, 2, 1});
  CHECK(credit.attribute_of_column == read_text(three, GermanCoding::numeric).attribute_of_column);
  CHECK(dense_row(credit, 0) ==
        std::vector<double>{1, 6, 4, 3, 1000, 5, 5, 4, 3, 1, 4, 1, 60, 3, 2, 2, 3, 1, 2, 1});
  CHECK(dense_row(credit, 1) ==
        std::vector<double>{2, 48, 2, 10, 5000, 1, 3, 2, 2, 1, 2, 1, 20, 3, 2, 1, 3, 1, 1, 1});
  CHECK(dense_row(credit, 2) ==
        std::vector<double>{4, 12, 0, 0, 2000, 1, 4, 2, 5, 3, 3, 4, 40, 1, 1, 1, 4, 2, 1, 2});
}

TEST_CASE("One-hot coding: a column for every documented code, numbers as in the other coding") {
  const GermanCredit credit = read_text(three, GermanCoding::one_hot);
  const GermanCredit numeric = read_text(three, GermanCoding::numeric);
  CHECK(credit.sample.labels == numeric.sample.labels);
  CHECK(credit.sample.rows.inner_size() == 63);
  REQUIRE(credit.attribute_of_column.size() == 63);
  CHECK(std::is_sorted(credit.attribute_of_column.begin(), credit.attribute_of_column.end()));
  for (Index number = 1; number <= 20; ++number) {
    const auto columns =
        std::count(credit.attribute_of_column.begin(), credit.attribute_of_column.end(), number - 1);
    CHECK(columns == std::max<std::ptrdiff_t>(1, std::ssize(german_credit_codes(number))));
  }
  for (Index row = 0; row < 3; ++row) {
    const std::vector<double> x = dense_row(credit, row);
    const std::vector<double> places = dense_row(numeric, row);
    std::size_t column = 0;
    for (Index number = 1; number <= 20; ++number) {
      const double place = places[static_cast<std::size_t>(number - 1)];
      const std::size_t codes = german_credit_codes(number).size();
      CAPTURE(row, number);
      if (codes == 0) {
        CHECK(x[column++] == place);
        continue;
      }
      for (std::size_t code = 0; code < codes; ++code, ++column) {
        const bool is_own =
            std::abs(place * static_cast<double>(codes - 1) - static_cast<double>(code)) < 1e-6;
        CHECK(x[column] == (is_own ? 1 : 0));
      }
    }
    CHECK(column == 63);
  }
}

TEST_CASE("A number that is the same in all rows is a column of zeros") {
  const GermanCredit credit = read_text(first_applicant + first_applicant, GermanCoding::numeric);
  CHECK(dense_row(credit, 0)[1] == 0);
  CHECK(dense_row(credit, 0)[2] == 1);  // A34 is the last code, even if no other row has it
}

TEST_CASE("Blanks, line ends and compression do not matter, nor whether bad is 2 or 0") {
  const GermanCredit plain = read_text(three, GermanCoding::numeric);
  std::string text = "\n  " + three;
  text.replace(text.find(" A34"), 1, "\t  ");
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? std::string(" \r\n") : std::string(1, c);
  std::string zeros = three;
  zeros.replace(zeros.find("A201 2"), 6, "A201 0");
  std::string endless = three;
  endless.pop_back();
  const TemporaryFolder folder;
  const std::string ending = GENERATE("", ".bz2", ".gz", ".xz");
  for (const std::string& variant : {text, crlf, zeros, endless}) {
    const GermanCredit credit = read_german_credit(
        folder.write("german.data" + ending, compressed(variant, ending)), GermanCoding::numeric);
    CHECK(credit.sample.labels == plain.sample.labels);
    CHECK(std::ranges::equal(credit.sample.rows.entries(), plain.sample.rows.entries()));
    CHECK(std::ranges::equal(credit.sample.rows.starts(), plain.sample.rows.starts()));
  }
}

TEST_CASE("The catalogue's German Credit data: shapes, classes, split and attributes") {
  const EnvironmentVariable own("DESCENT_CATALOG", "");
  if (!find_data_file("german.data")) {
    WARN("not tested on german.data, which is not in the folder DESCENT_DATA");
    return;
  }
  for (const auto& [name, columns, used] :
       {std::tuple{"german-numeric", 20, 20}, std::tuple{"german-onehot", 63, 61},
        std::tuple{"german-codes", 20, 20}}) {
    CAPTURE(name);
    const Dataset dataset = load_dataset(name);
    CHECK(dataset.source == "file");
    CHECK(dataset.train.rows.outer_size() == 700);
    CHECK(dataset.test.rows.outer_size() == 300);
    CHECK(dataset.train.rows.inner_size() == columns);
    CHECK(std::ssize(dataset.attribute_of_column) == columns);
    const auto bad = [](const Sample& sample) {
      return std::count(sample.labels.begin(), sample.labels.end(), 1.0);
    };
    CHECK(bad(dataset.train) + bad(dataset.test) == 300);
    CHECK(dataset.train.labels[0] == -1);  // the first applicant is good, the second bad
    CHECK(dataset.train.labels[1] == 1);
    std::set<Index> seen;
    for (const Sample* sample : {&dataset.train, &dataset.test}) {
      for (const Entry& entry : sample->rows.entries()) {
        seen.insert(entry.index);
        REQUIRE(std::abs(entry.value) <= (name == std::string("german-codes") ? 20'000 : 1));
      }
    }
    CHECK(std::ssize(seen) == used);
  }
}

// The paper on ADMM and L1/2 (§3.4) prints these weights, intercept first, with the shares .73 and .7133.
TEST_CASE("German Credit: the weights that the paper prints are right on 505 of 700 and 210 of 300 rows") {
  const EnvironmentVariable own("DESCENT_CATALOG", "");
  if (!find_data_file("german.data")) {
    WARN("not tested on german.data, which is not in the folder DESCENT_DATA");
    return;
  }
  const double intercept = -4.09799082;
  const std::vector<double> printed{0.299172915,   1.29003525,   0.0257517753, 0.102006742,
                                    0.00201688635, 0.0658321341, 0.658427344};
  Dataset dataset = load_dataset("german-codes");
  keep_attributes(dataset, {1, 3, 6, 7, 10, 11, 15});
  REQUIRE(dataset.train.rows.inner_size() == 7);
  // The printed weights are for good applicants, whose label here is −1: rows are y_i x_i.
  const auto right = [&](const Sample& sample) {
    int count = 0;
    for (Index i = 0; i < sample.rows.outer_size(); ++i)
      count +=
          dot(sample.rows[i], printed.data()) + sample.labels[static_cast<std::size_t>(i)] * intercept < 0;
    return count;
  };
  CHECK(right(dataset.train) == 505);
  CHECK(right(dataset.test) == 210);
}
