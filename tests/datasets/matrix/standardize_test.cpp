#include "datasets/matrix/dataset.hpp"

#include <cmath>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/classified.hpp"

using namespace descent;

namespace {

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

TEST_CASE("Columns of the training rows get mean 0 and deviation 1, constant ones become zero") {
  Dataset dataset = small_dataset();
  standardize(dataset);
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
  CHECK(dataset.train.labels == small_dataset().train.labels);
  CHECK(dataset.origin == "made up, columns standardised by the training rows");
}

TEST_CASE("Test rows are treated by the training rows' numbers") {
  Dataset dataset = small_dataset();
  standardize(dataset);
  CHECK(value_at(dataset.test, 0, 0) == 0);  // the training rows' mean
  CHECK(value_at(dataset.test, 1, 0) == Approx(-4 / std::sqrt(6.5)));
  CHECK(value_at(dataset.test, 0, 1) == 0);  // a column that no weight can use
  CHECK(value_at(dataset.test, 1, 2) == Approx(-1));
  CHECK(value_at(dataset.test, 0, 3) == 0);

  Dataset other = small_dataset();
  other.test = test::classified(matrix_of({{100, 1, 1, 1}, {0, 0, 0, 0}}), {2, 1}, "test");
  standardize(other);
  CHECK(std::ranges::equal(other.train.rows.entries(), dataset.train.rows.entries()));
}

TEST_CASE("Regression rows carry no sign, and no rows have no mean") {
  Dataset dataset;
  dataset.name = "targets";
  dataset.task = Task::regression;
  dataset.train = {matrix_of({{1}, {3}}), {-7, 5}};
  standardize(dataset);
  CHECK(dataset.train.rows[0][0] == Entry{0, -1});
  CHECK(dataset.train.rows[1][0] == Entry{0, 1});
  CHECK(dataset.test.rows.outer_size() == 0);

  Dataset empty;
  empty.name = "empty";
  CHECK_THROWS_WITH(standardize(empty), "empty: has no rows to standardise by");
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
