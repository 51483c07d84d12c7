#include "datasets/readers/reader.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "datasets/catalog/catalog.hpp"
#include "datasets/catalog/data_folders.hpp"
#include "datasets/load_dataset.hpp"
#include "datasets/matrix/line_products.hpp"
#include "support/errors.hpp"
#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/datasets/readers/german_credit_text.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

RawSample read_coded(const std::string& text, FileFormat coding) {
  const TemporaryFolder folder;
  return read_german_credit(folder.write("german.data", text), coding);
}

std::vector<double> dense_row(const RawSample& credit, Index row) {
  std::vector<double> x(static_cast<std::size_t>(credit.rows.inner_size()));
  for (const Entry& entry : credit.rows[row]) x[static_cast<std::size_t>(entry.index)] = entry.value;
  return x;
}

/// The number of codes of each attribute; 0 for a number.
constexpr std::array<std::size_t, 20> codes_of{4, 0, 5, 11, 0, 5, 5, 0, 5, 3, 0, 4, 0, 3, 3, 0, 4, 0, 2, 2};

const std::string three = first_applicant + second_applicant + third_applicant;

/// The message without the file's path; empty if the text is accepted.
std::string applicants_message(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder.write("german.data", text);
  return test::error_after<DataError>(
      path.string() + ":", [&] { read_german_credit(path, FileFormat::german_numeric); }, "");
}

/// The first applicant with one text replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = first_applicant;
  const auto place = text.find(from);
  REQUIRE(place != std::string::npos);
  return text.replace(place, from.size(), to);
}

Json entry(const Json& keys) {
  Json result{{"name", "credit"},         {"title", "Credit"},          {"description", "Made up."},
              {"task", "classification"}, {"format", "german-numeric"}, {"train", "german.data"}};
  result.update(keys);
  return Json{{"datasets", Json::array({result})}};
}

}  // namespace

TEST_CASE("Numeric coding: a category is its place among the codes, a number its place in the file's range") {
  const RawSample credit = read_coded(three, FileFormat::german_numeric);
  CHECK(credit.labels == std::vector<double>{1, 2, 1});
  CHECK(credit.rows.inner_size() == 20);
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
  const RawSample credit = read_coded(three, FileFormat::german_codes);
  CHECK(credit.labels == std::vector<double>{1, 2, 1});
  CHECK(credit.attribute_of_column == read_coded(three, FileFormat::german_numeric).attribute_of_column);
  CHECK(dense_row(credit, 0) ==
        std::vector<double>{1, 6, 4, 3, 1000, 5, 5, 4, 3, 1, 4, 1, 60, 3, 2, 2, 3, 1, 2, 1});
  CHECK(dense_row(credit, 1) ==
        std::vector<double>{2, 48, 2, 10, 5000, 1, 3, 2, 2, 1, 2, 1, 20, 3, 2, 1, 3, 1, 1, 1});
  CHECK(dense_row(credit, 2) ==
        std::vector<double>{4, 12, 0, 0, 2000, 1, 4, 2, 5, 3, 3, 4, 40, 1, 1, 1, 4, 2, 1, 2});
}

TEST_CASE("One-hot coding: a column for every documented code, numbers as in the other coding") {
  const RawSample credit = read_coded(three, FileFormat::german_one_hot);
  const RawSample numeric = read_coded(three, FileFormat::german_numeric);
  CHECK(credit.labels == numeric.labels);
  CHECK(credit.rows.inner_size() == 63);
  REQUIRE(credit.attribute_of_column.size() == 63);
  CHECK(std::is_sorted(credit.attribute_of_column.begin(), credit.attribute_of_column.end()));
  for (Index number = 1; number <= 20; ++number) {
    const auto columns =
        std::count(credit.attribute_of_column.begin(), credit.attribute_of_column.end(), number - 1);
    CHECK(columns == std::max<std::ptrdiff_t>(
                         1, static_cast<std::ptrdiff_t>(codes_of[static_cast<std::size_t>(number - 1)])));
  }
  for (Index row = 0; row < 3; ++row) {
    const std::vector<double> x = dense_row(credit, row);
    const std::vector<double> places = dense_row(numeric, row);
    std::size_t column = 0;
    for (Index number = 1; number <= 20; ++number) {
      const double place = places[static_cast<std::size_t>(number - 1)];
      const std::size_t codes = codes_of[static_cast<std::size_t>(number - 1)];
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
  const RawSample credit = read_coded(first_applicant + first_applicant, FileFormat::german_numeric);
  CHECK(dense_row(credit, 0)[1] == 0);
  CHECK(dense_row(credit, 0)[2] == 1);  // A34 is the last code, even if no other row has it
}

TEST_CASE("Blanks, line ends and compression do not matter, nor whether bad is 2 or 0") {
  const RawSample plain = read_coded(three, FileFormat::german_numeric);
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
    const RawSample credit = read_german_credit(
        folder.write("german.data" + ending, compressed(variant, ending)), FileFormat::german_numeric);
    CHECK(credit.labels == plain.labels);
    CHECK(std::ranges::equal(credit.rows.entries(), plain.rows.entries()));
    CHECK(std::ranges::equal(credit.rows.starts(), plain.rows.starts()));
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

TEST_CASE("Wrong codes name the attribute and those that there are") {
  CHECK(applicants_message(with("A11", "A15")) ==
        "1:1: attribute 1 (status of the checking account): expected one of A11, A12, A13, A14, got 'A15'");
  CHECK(applicants_message(with("A201 1", "A203 1")) ==
        "1:73: attribute 20 (foreign worker): expected one of A201, A202, got 'A203'");
  CHECK(applicants_message("\n" + second_applicant + with("A34", "A43")) ==
        "3:7: attribute 3 (credit history): expected one of A30, A31, A32, A33, A34, got 'A43'");
  CHECK(applicants_message(with("A43", "")) ==
        "1:12: attribute 4 (purpose): expected one of A40, A41, A42, A43, A44, A45, A46, A47, A48, A49, "
        "A410, got "
        "'1000'");
  CHECK(applicants_message(with("A43", "a43")).starts_with("1:11: attribute 4 (purpose): expected one of"));
}

TEST_CASE("Wrong numbers") {
  const std::string duration = "1:5: attribute 2 (duration in months): expected a whole number from 0, got ";
  for (const char* wrong : {"x", "6.5", "-6", "+6", "6,", "99999999999", "A21"}) {
    CAPTURE(wrong);
    CHECK(applicants_message(with(" 6 ", std::string(" ") + wrong + " ")) == duration + "'" + wrong + "'");
  }
}

TEST_CASE("Lines that end too early or too late") {
  CHECK(applicants_message("A11 6 A34\n") ==
        "1:10: attribute 4 (purpose): expected one of A40, A41, A42, A43, A44, A45, A46, A47, A48, A49, "
        "A410, got "
        "the end of the line");
  CHECK(applicants_message(with("A201 1", "A201")) ==
        "1:77: expected the class, 1 (good) or 2 (bad), got the end of the line");
  CHECK(applicants_message(with("A201 1", "A201 1 7")) ==
        "1:80: expected the end of the line after the class, got '7'");
}

TEST_CASE("Wrong classes") {
  CHECK(applicants_message(with("A201 1", "A201 3")) ==
        "1:78: expected the class, 1 (good) or 2 (bad), got '3'");
  CHECK(applicants_message(with("A201 1", "A201 +1")) ==
        "1:78: expected the class, 1 (good) or 2 (bad), got '+1'");
  CHECK(applicants_message(second_applicant + with("A201 1", "A201 0")) ==
        "2:78: the class 0 stands beside 2 in an earlier line; a file writes bad as 2 or as 0");
}

TEST_CASE("What is not german.data is refused at its first byte") {
  CHECK(applicants_message("+1 1:1 2:1\n").ends_with("got '+1'"));
  CHECK(applicants_message(std::string(100, 'x')).ends_with("got '" + std::string(40, 'x') + "…'"));
  const std::string none = " has no rows, expected lines of 20 attributes and the class 1 or 2";
  CHECK(applicants_message("") == none);
  CHECK(applicants_message("\n \r\n") == none);
}

TEST_CASE("Wrong formats in a catalogue") {
  const TemporaryFolder folder;
  const auto error_of = [&](const Json& keys) {
    const auto path = folder.write("catalog.json", entry(keys).dump());
    return test::error_after<ConfigError>(
        path.string() + ": ", [&] { read_catalog({path}); }, "");
  };
  CHECK(error_of(Json::object()).empty());
  CHECK(error_of({{"format", "german-onehot"}}).empty());
  CHECK_THAT(error_of({{"format", "german"}}), StartsWith("/datasets/0/format: unknown format \"german\""));
  CHECK(error_of({{"test", "german.test"}}) == "/datasets/0/test: german.data is one file; give a 'split'");
  CHECK(error_of({{"task", "regression"}}) == "/datasets/0/task: german.data has two classes");
}
