#include "datasets/matrix/classes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/classified.hpp"

using namespace descent;

namespace {

SparseMatrix three_rows() {
  return {{0, 1, 2, 4}, {{0, 1}, {1, 2}, {0, 3}, {1, -4}}, 2};
}

std::vector<Entry> entries(const Sample& sample) {
  return {sample.rows.entries().begin(), sample.rows.entries().end()};
}

/// Rows of dense values, zeros not stored.
SparseMatrix matrix_of(const std::vector<std::vector<double>>& dense) {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (const auto& row : dense) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] != 0) entries.push_back({static_cast<Index>(j), row[j]});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {std::move(starts), std::move(entries), static_cast<Index>(dense.front().size())};
}

/// x_ij of a classification sample.
double value_at(const Sample& sample, Index row, Index column) {
  for (const Entry& entry : sample.rows[row]) {
    if (entry.index == column) return sample.labels[static_cast<std::size_t>(row)] * entry.value;
  }
  return 0;
}

/// Columns: varying, constant 0.1 (whose sum is no exact multiple of it), zero in half of the rows, always
/// zero.
Dataset small_dataset() {
  Dataset dataset;
  dataset.name = "small";
  dataset.origin = "made up";
  dataset.train = test::classified(
      matrix_of({{1, 0.1, 0, 0}, {2, 0.1, 5, 0}, {6, 0.1, 0, 0}, {7, 0.1, 5, 0}}), {1, 2, 2, 1}, "train");
  dataset.test = test::classified(matrix_of({{4, 0.3, 2.5, 1}, {0, 0.1, 0, 0}}), {2, 1}, "test");
  return dataset;
}

}  // namespace

TEST_CASE("The larger of two labels becomes +1, and rows carry their label") {
  const std::vector<double> labels =
      GENERATE(std::vector<double>{-1, 1, -1}, std::vector<double>{0, 1, 0}, std::vector<double>{1, 2, 1},
               std::vector<double>{-3, -2.5, -3});
  const Sample sample = test::classified(three_rows(), labels, "rows");
  CHECK(sample.labels == std::vector<double>{-1, 1, -1});
  CHECK(entries(sample) == std::vector<Entry>{{0, -1}, {1, 2}, {0, -3}, {1, 4}});
}

TEST_CASE("Classification needs exactly two classes; it names those that there are and the row of a third") {
  const auto classes_of = [](const std::vector<double>& labels) {
    return find_classes(labels, [](Index row) { return fmt::format("row {}", row); });
  };
  CHECK_THROWS_AS(classes_of({1, 1, 1}), DataError);
  CHECK_THROWS_WITH(classes_of({1, 1, 1}), "row 3: classification needs two classes, found labels: 1");
  CHECK_THROWS_WITH(
      classes_of({3, 3, 0, 1.5, 3}),
      StartsWith("row 3: classification needs two classes, or one against the rest: name one as") &&
          EndsWith("found labels: 0, 1.5, 3"));
  CHECK_THROWS_WITH(classes_of({}), "row 0: classification needs two classes, found labels: none");
  CHECK_THROWS_WITH(classes_of({9, 8, 7, 6, 5, 4, 3, 2, 1, 0}),
                    EndsWith("found labels: 1, 2, 3, 4, 5, 6, 7, 8, …"));
}

TEST_CASE("The first word in the alphabet becomes +1, or the class that is named, also against all others") {
  const auto classes_of = [](const std::vector<double>& labels, const std::string& positive = "") {
    const std::vector<std::string> words{"a", "b", "c"};
    const Classes classes = find_classes(
        labels, [](Index) { return "row"; }, words, positive);
    return classes.negative + "<" + classes.positive;
  };
  CHECK(classes_of({1, 0, 1}) == "b<a");
  CHECK(classes_of({1, 0, 1}, "b") == "a<b");
  CHECK(classes_of({1, 0, 1}, "a") == "b<a");
  CHECK(classes_of({1, 0, 2}, "c") == "<c");
}

TEST_CASE("Test rows use the classes of the training rows") {
  const Classes classes{"1", "2"};
  const Sample one_class = make_classification_sample(three_rows(), {1, 1, 1}, classes, "test");
  CHECK(one_class.labels == std::vector<double>{-1, -1, -1});
  REQUIRE_THROWS_WITH(make_classification_sample(three_rows(), {1, 0, 2}, classes, "test"),
                      "test: row 2 has label 0, expected 1 or 2");
}

TEST_CASE("Rows are selected with their labels") {
  const Sample sample{three_rows(), {5, 6, 7}};
  const std::vector<Index> chosen{2, 0};
  const Sample selected = select_rows(sample, chosen);
  CHECK(selected.labels == std::vector<double>{7, 5});
  CHECK(entries(selected) == std::vector<Entry>{{0, 3}, {1, -4}, {0, 1}});
  CHECK(selected.rows.inner_size() == 2);
}

TEST_CASE("Some attributes are kept with all of their columns, in the order of the file") {
  Dataset dataset;
  dataset.name = "credit";
  dataset.origin = "file";
  dataset.train = {{{0, 3, 4}, {{0, 1}, {2, 2}, {3, -3}, {1, 4}}, 4}, {1, -1}};
  dataset.test = {{{0, 1}, {{3, 5}}, 4}, {1}};
  dataset.attribute_of_column = {0, 1, 1, 2};
  Dataset kept = dataset;
  keep_attributes(kept, {3, 2});
  CHECK(kept.train.rows.inner_size() == 3);
  CHECK(entries(kept.train) == std::vector<Entry>{{1, 2}, {2, -3}, {0, 4}});
  CHECK(kept.train.rows.outer_size() == 2);
  CHECK(kept.train.labels == dataset.train.labels);
  CHECK(entries(kept.test) == std::vector<Entry>{{2, 5}});
  CHECK(kept.attribute_of_column == std::vector<Index>{1, 1, 2});
  CHECK(kept.attributes == std::vector<Index>{2, 3});
  CHECK(kept.attributes_of == "credit");
  CHECK(kept.origin == "file, attributes 2, 3");
  CHECK_THROWS_WITH(keep_attributes(dataset, {1, 4}), "attributes: must be among 1 to 3 of credit, got 4");
  dataset.attribute_of_column.clear();
  CHECK_THROWS_WITH(keep_attributes(dataset, {1}),
                    "attributes: credit has columns alone, none of which codes an attribute");
}

TEST_CASE("A constant feature is appended to training and test rows, and the origin says so") {
  Dataset dataset;
  dataset.origin = "file";
  dataset.train = test::classified(three_rows(), {1, 2, 2}, "train");
  dataset.test = test::classified(three_rows(), {2, 2, 1}, "test");
  append_constant_feature(dataset, 0.5);
  CHECK(dataset.train.rows.inner_size() == 3);
  CHECK(dataset.test.rows.inner_size() == 3);
  CHECK(dataset.train.rows[0].back() == Entry{2, -0.5});  // rows are multiplied by their labels
  CHECK(dataset.train.rows[1].back() == Entry{2, 0.5});
  CHECK(dataset.test.rows[2].back() == Entry{2, -0.5});
  CHECK(dataset.train.rows.nonzeros() == three_rows().nonzeros() + 3);
  CHECK(dataset.origin == "file, constant feature 0.5 appended");

  Dataset targets;
  targets.task = Task::regression;
  targets.train = {three_rows(), {-7, 0, 7}};
  append_constant_feature(targets, 2);
  for (Index row = 0; row < 3; ++row) CHECK(targets.train.rows[row].back() == Entry{2, 2});
  CHECK(targets.test.rows.outer_size() == 0);
}

TEST_CASE("No constant feature is appended to as many features as an index counts") {
  Dataset dataset;
  dataset.name = "wide";
  dataset.train = test::classified(three_rows(), {1, 2, 2}, "train");
  dataset.train.rows.widen(std::numeric_limits<Index>::max() - 1);
  append_constant_feature(dataset, 1);
  CHECK(dataset.train.rows[0].back().index == std::numeric_limits<Index>::max() - 1);
  REQUIRE_THROWS_AS(append_constant_feature(dataset, 1), DataError);
  CHECK_THROWS_WITH(
      append_constant_feature(dataset, 1),
      "wide: has 2147483647 features, expected at most 2147483646: the constant one is one more");
}

TEST_CASE("Columns of the training rows get mean 0 and deviation 1, constant ones become zero") {
  Dataset dataset = small_dataset();
  scale(dataset, Scaling::deviation);
  for (const Index column : {0, 2}) {
    double sum = 0;
    double squares = 0;
    for (Index row = 0; row < 4; ++row) {
      sum += value_at(dataset.train, row, column);
      squares += value_at(dataset.train, row, column) * value_at(dataset.train, row, column);
    }
    CHECK(sum == Approx(0).margin(1e-6));
    CHECK(squares / 4 == Approx(1).epsilon(1e-6));
  }
  for (Index row = 0; row < 4; ++row) {
    CHECK(value_at(dataset.train, row, 1) == 0);
    CHECK(value_at(dataset.train, row, 3) == 0);
  }
  CHECK(value_at(dataset.train, 1, 0) == Approx(-2 / std::sqrt(6.5)));
  CHECK(value_at(dataset.train, 1, 2) == Approx(1));
  CHECK(dataset.shifts[1] == Approx(0.1));
  CHECK(dataset.train.labels == small_dataset().train.labels);
  CHECK(dataset.origin == "made up, columns standardised by the training rows");
}

TEST_CASE("Test rows are treated by the training rows' numbers") {
  Dataset dataset = small_dataset();
  scale(dataset, Scaling::deviation);
  CHECK(value_at(dataset.test, 0, 0) == 0);  // the training rows' mean
  CHECK(value_at(dataset.test, 1, 0) == Approx(-4 / std::sqrt(6.5)));
  CHECK(value_at(dataset.test, 0, 1) == 0);  // a column that no weight can use
  CHECK(value_at(dataset.test, 1, 2) == Approx(-1));
  CHECK(value_at(dataset.test, 0, 3) == 0);

  Dataset other = small_dataset();
  other.test = test::classified(matrix_of({{100, 1, 1, 1}, {0, 0, 0, 0}}), {2, 1}, "test");
  scale(other, Scaling::deviation);
  CHECK(std::ranges::equal(other.train.rows.entries(), dataset.train.rows.entries()));
}

TEST_CASE("Columns go from 0 to 1 by the training rows, and rows get norm 1 by themselves") {
  Dataset dataset = small_dataset();
  scale(dataset, Scaling::range);
  for (const Index column : {0, 2}) {
    std::set<double> values;
    for (Index row = 0; row < 4; ++row) values.insert(value_at(dataset.train, row, column));
    CHECK(*values.begin() == 0);
    CHECK(*values.rbegin() == 1);
  }
  Dataset rows;
  rows.task = Task::regression;
  rows.train = {matrix_of({{3, -4}, {0, 1e-200}, {1e300, 1e300}}), {1, 2, 3}};
  scale(rows, Scaling::row);
  CHECK(rows.train.rows[0][0].value == Approx(0.6));
  CHECK(rows.train.rows[0][1].value == Approx(-0.8));
  CHECK(rows.train.rows[1][0] == Entry{1, 1});
  CHECK(rows.train.rows[2][1].value == Approx(std::sqrt(0.5)));
}

TEST_CASE("Regression rows carry no sign, and no rows have no mean") {
  Dataset dataset;
  dataset.name = "targets";
  dataset.task = Task::regression;
  dataset.train = {matrix_of({{1}, {3}}), {-7, 5}};
  scale(dataset, Scaling::deviation);
  CHECK(dataset.train.rows[0][0] == Entry{0, -1});
  CHECK(dataset.train.rows[1][0] == Entry{0, 1});
  CHECK(dataset.test.rows.outer_size() == 0);

  Dataset empty;
  empty.name = "empty";
  CHECK_THROWS_WITH(scale(empty, Scaling::deviation), "empty: has no rows to standardise by");
}

TEST_CASE("A column whose deviation leaves the range of double precision is refused") {
  for (const double x : {1e200, 1e308, 1e-200}) {
    for (const Scaling scaling : {Scaling::deviation, Scaling::range}) {
      Dataset dataset;
      dataset.name = "far";
      dataset.task = Task::regression;
      dataset.train = {matrix_of({{1, x}, {3, -x}}), {-7, 5}};
      if (scaling == Scaling::deviation || x > 1e300) {
        CHECK_THROWS_WITH(scale(dataset, scaling), StartsWith("far: column 2 cannot be scaled: "));
      } else {
        scale(dataset, scaling);
        CHECK(dataset.train.rows[0].size() == 1);
      }
    }
  }
}

TEST_CASE("Samples are put behind each other") {
  const Sample first{matrix_of({{1, 0}, {0, 2}}), {1, -1}};
  const Sample second{matrix_of({{3, 4}}), {-1}};
  const Sample both = concatenate(first, second);
  CHECK(both.labels == std::vector<double>{1, -1, -1});
  CHECK(both.rows.inner_size() == 2);
  REQUIRE(both.rows.outer_size() == 3);
  CHECK(both.rows[1][0] == Entry{1, 2});
  CHECK(both.rows[2].size() == 2);
  CHECK(both.rows[2][1] == Entry{1, 4});
  CHECK(concatenate(first, Sample{}).rows.nonzeros() == 2);
}

TEST_CASE("Attributes count from 1, and up to eight labels are named") {
  Dataset dataset;
  dataset.name = "credit";
  dataset.attribute_of_column = {0, 1};
  dataset.train = {{{0, 1}, {{0, 1}}, 2}, {1}};
  CHECK_THROWS_WITH(keep_attributes(dataset, {0, 1}), "attributes: must be among 1 to 2 of credit, got 0");
  const std::vector<double> labels{8, 7, 6, 5, 4, 3, 2, 1};
  CHECK_THROWS_WITH(find_classes(labels, [](Index) { return "row"; }),
                    EndsWith("found labels: 1, 2, 3, 4, 5, 6, 7, 8"));
}

TEST_CASE("Values that single precision changes are counted in training and test rows") {
  Dataset dataset;
  dataset.train = {matrix_of({{0.1, 1}, {0.5, 0.2}}), {1, -1}};
  dataset.test = {matrix_of({{0.3, 2}}), {1}};
  round_values(dataset);
  CHECK(dataset.inexact_values == 3);
}
