#include "solvers/linear_algebra/spectral_bound.hpp"

#include "datasets/matrix/line_products.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A lower estimate of ‖X‖², up to rounding: ‖Xv‖² of a unit vector after 2,000 power iterations.
double squared_norm_of(const Dense& rows) {
  Random random(9);
  Vector v = random_vector(rows.front().size(), 1, random);
  double squared = 0;
  for (int iteration = 0; iteration < 2000; ++iteration) {
    const double length = std::sqrt(product(v, v));
    for (double& v_j : v) v_j /= length;
    Vector image(v.size(), 0.0);
    squared = 0;
    for (const Vector& row : rows) {
      const double z = product(row, v);
      squared += z * z;
      for (std::size_t j = 0; j < v.size(); ++j) image[j] += z * row[j];
    }
    v = image;
  }
  return squared * (1 - 1e-13);
}

}  // namespace

TEST_CASE("spectral bound: never below the largest singular value squared, nor above the Frobenius norm") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Sample sample = random_sample(seed, static_cast<Index>(2 + seed % 17),
                                        static_cast<Index>(1 + seed % 11), seed % 3 == 0 ? 1.0 : 0.3);
    if (sample.rows.nonzeros() == 0) continue;
    const double exact = squared_norm_of(dense(sample.rows));
    const double frobenius = squared_norm(sample.rows);
    for (const int walks : {0, 1, 5, 20}) {
      const double bound = squared_norm_bound(sample.rows, walks);
      CHECK(bound >= exact);
      CHECK(bound <= frobenius * (1 + 2e-9));
    }
  }
}

TEST_CASE("spectral bound: tight where no row has values of both signs") {
  Random random(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    Dense rows(30, Vector(12, 0.0));
    for (Vector& row : rows) {
      const double sign = random.below(2) == 0 ? 1 : -1;
      for (double& value : row) value = random.uniform() < 0.4 ? sign * random.uniform() : 0.0;
    }
    CHECK(squared_norm_bound(sample_of(rows).rows) <= 1.02 * squared_norm_of(dense(sample_of(rows).rows)));
  }
}

TEST_CASE("spectral bound: blocks of very different size, empty rows and empty columns") {
  const Sample sample = sample_of({{1e4, 2e4, 0, 0}, {0, 0, 0, 1e-4}, {0, 0, 0, 0}, {0, 0, 0, 3e-4}});
  const double exact = squared_norm_of(dense(sample.rows));
  CHECK(squared_norm_bound(sample.rows) >= exact);
  CHECK(squared_norm_bound(sample.rows) <= 1.0001 * exact);
}

TEST_CASE("spectral bound: with weights of lines it is that of scaled lines") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Sample sample = random_sample(seed, 12, 7, 0.5);
    Vector weights;
    Dense scaled = dense(sample.rows);
    for (std::size_t i = 0; i < scaled.size(); ++i) {
      weights.push_back(static_cast<double>(i % 4 * i));  // includes 0
      for (double& value : scaled[i]) value *= std::sqrt(weights[i]);
    }
    for (const int walks : {0, 20}) {
      const double bound = squared_norm_bound(sample.rows, walks, weights);
      CHECK(bound >= squared_norm_of(scaled));
      CHECK(bound == Approx(squared_norm_bound(sample_of(scaled).rows, walks)).epsilon(1e-6));
    }
  }
}
