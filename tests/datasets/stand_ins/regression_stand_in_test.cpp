// The stand-ins for regression and for the plane look like their originals (comments give facts of the real
// files, by scikit-learn).

#include <cmath>
#include <utility>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "datasets/matrix/line_products.hpp"
#include "datasets/stand_ins/stand_in.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/stand_ins/stand_in_statistics.hpp"

using namespace descent;

namespace {

using Matrix = std::vector<std::vector<double>>;

/// Dense rows of the sample with a constant, and the target last.
Matrix table_of(const Sample& sample) {
  Matrix table;
  for (Index i = 0; i < sample.rows.outer_size(); ++i) {
    std::vector<double> row(static_cast<std::size_t>(sample.rows.inner_size()) + 2, 0.0);
    for (const Entry& entry : sample.rows[i]) row[static_cast<std::size_t>(entry.index)] = entry.value;
    row[row.size() - 2] = 1;
    row.back() = sample.labels[static_cast<std::size_t>(i)];
    table.push_back(std::move(row));
  }
  return table;
}

/// R² of least squares, by Gram-Schmidt: 1 − the share of the target that the columns do not explain.
double explained_share(const Sample& sample) {
  Matrix table = table_of(sample);
  const std::size_t width = table.front().size();
  double mean = 0;
  for (const auto& row : table) mean += row.back() / static_cast<double>(table.size());
  double before = 0;
  for (const auto& row : table) before += (row.back() - mean) * (row.back() - mean);
  for (std::size_t k = 0; k + 1 < width; ++k) {
    double norm = 0;
    for (const auto& row : table) norm += row[k] * row[k];
    if (norm < 1e-6) continue;  // depends on earlier columns
    for (std::size_t j = k + 1; j < width; ++j) {
      double product = 0;
      for (const auto& row : table) product += row[k] * row[j];
      for (auto& row : table) row[j] -= product / norm * row[k];
    }
  }
  double after = 0;
  for (const auto& row : table) after += row.back() * row.back();
  return 1 - after / before;
}

struct Spread {
  double mean;
  double deviation;
};

Spread spread_of(const std::vector<double>& numbers) {
  Spread spread{0, 0};
  for (const double number : numbers) spread.mean += number / static_cast<double>(numbers.size());
  for (const double number : numbers)
    spread.deviation += (number - spread.mean) * (number - spread.mean) / static_cast<double>(numbers.size());
  spread.deviation = std::sqrt(spread.deviation);
  return spread;
}

}  // namespace

TEST_CASE("The stand-in for abalone has its targets, sizes and explained share") {
  const Sample sample = make_stand_in({"abalone", 4177, 0, 10, 8, {}}, 0).train;
  const Spread rings = spread_of(sample.labels);
  CHECK(rings.mean == Approx(9.93).margin(0.8));
  CHECK(rings.deviation == Approx(3.22).margin(0.5));
  CHECK(explained_share(sample) == Approx(0.54).margin(0.1));
  const std::vector<double> means = test::column_means(sample);
  const std::vector<double> originals{0.37, 0.31, 0.32, 0.52, 0.41, 0.14, 0.83, 0.36, 0.18, 0.24};
  for (std::size_t j = 0; j < means.size(); ++j) CHECK(means[j] == Approx(originals[j]).margin(0.07));
  for (const double target : sample.labels) REQUIRE(target == std::round(target));
}

TEST_CASE("The stand-in for cadata has its targets, scaling and explained share") {
  const Sample sample = make_stand_in({"housing", 20'640, 0, 8, 9, {}}, 0).train;
  const Spread values = spread_of(sample.labels);
  CHECK(values.mean == Approx(2.07).margin(0.2));
  CHECK(values.deviation == Approx(1.15).margin(0.25));
  CHECK(explained_share(sample) == Approx(0.64).margin(0.1));
  for (const Entry& entry : sample.rows.entries()) {
    REQUIRE(std::abs(entry.value) <= 1);
  }
}

TEST_CASE("The points of the plane are separated by a line but for a few") {
  const Sample sample = make_stand_in({"plane", 2000, 0, 2, 7, {}}, 0).train;
  CHECK(test::positive_share(sample) == Approx(0.53).margin(0.1));
  Index wrong = 0;
  for (Index i = 0; i < sample.rows.outer_size(); ++i) {
    const double y = sample.labels[static_cast<std::size_t>(i)];
    const std::vector<double> rule{0.5, -0.6};
    wrong += 4.1 * y + dot(sample.rows[i], rule.data()) <= 0;
  }
  CHECK(wrong > 0);
  CHECK(wrong < 0.08 * sample.rows.outer_size());
}
