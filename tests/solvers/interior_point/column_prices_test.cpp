// Compares prices with sums over dense columns, and the choice of the dearest with sorting.

#include "solvers/interior_point/column_prices.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("column prices: prices, sums and the dual value from their definitions") {
  const Sample sample = random_sample(51, 30, 20, 0.4);
  const Dense columns = dense(transpose(sample.rows));
  Random random(1);
  Vector a(30);
  for (double& a_i : a) a_i = random.uniform();
  for (const double lambda : {1e-3, 0.1, 10.0}) {
    const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, lambda);
    ColumnPrices prices(problem);
    CHECK(prices.compute(Vector(30, 1.0)) <= 1);  // must leave nothing behind
    CHECK(prices.compute(a) == Approx(problem.lower_bound(a)).epsilon(1e-13));
    const std::vector<Index> some{2, 3, 19};
    const std::vector<double> sums = prices.sums(some);
    REQUIRE(sums.size() == 3);
    for (std::size_t k = 0; k < some.size(); ++k) {
      CHECK(sums[k] == Approx(product(columns[static_cast<std::size_t>(some[k])], a)).epsilon(1e-12));
    }
    for (Index j = 0; j < 20; ++j) {
      const double v_j = product(columns[static_cast<std::size_t>(j)], a) / 30;
      CHECK(prices[j] == Approx(std::abs(v_j) / lambda).epsilon(1e-12));
    }
  }
}

TEST_CASE("column prices: the dearest are those above the limit, in order, without those left out") {
  // Column sums differ, except some ties and an empty column.
  const Sample sample = sample_of({{3, -5, 0, 1, 5, 2, -1, 4}});
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 1);
  ColumnPrices prices(problem);
  prices.compute(Vector{1.0});
  using Columns = std::vector<Index>;
  CHECK(prices.dearest(0, 100, {}) == Columns{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(prices.dearest(2, 100, {}) == Columns{0, 1, 4, 5, 7});
  CHECK(prices.dearest(2, 3, {}) == Columns{1, 4, 7});
  CHECK(prices.dearest(0, 1, {}) == Columns{1});
  CHECK(prices.dearest(0, 6, {}) == Columns{0, 1, 3, 4, 5, 7});
  CHECK(prices.dearest(2, 3, Columns{1, 7}) == Columns{0, 4, 5});
  CHECK(prices.dearest(0, 0, {}).empty());
  CHECK(prices.dearest(6, 100, {}).empty());
}
