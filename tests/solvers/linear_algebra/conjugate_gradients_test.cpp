#include "solvers/linear_algebra/conjugate_gradients.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A random symmetric positive definite matrix of condition up to `condition`.
Dense random_matrix(std::size_t n, double condition, Random& random) {
  Dense H(n, Vector(n, 0.0));
  for (std::size_t rank = 0; rank < 2 * n; ++rank) {
    const Vector v = random_vector(n, std::pow(condition, -0.5 * random.uniform()), random);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) H[i][j] += v[i] * v[j];
    }
  }
  return H;
}

Vector image_of(const Dense& H, std::span<const double> v) {
  Vector image;
  for (const Vector& row : H) image.push_back(product(row, Vector(v.begin(), v.end())));
  return image;
}

double length(const Vector& v, const Vector& metric) {
  double sum = 0;
  for (std::size_t j = 0; j < v.size(); ++j) sum += v[j] * v[j] * metric[j];
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE(
    "conjugate gradients: they end at a small residual or on the boundary, and know how far the model "
    "falls") {
  Random random(1);
  int inside = 0;
  int on_boundary = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const std::size_t n = 1 + random.below(8);
    const Dense H = random_matrix(n, 100, random);
    const Vector g = random_vector(n, 1, random);
    Vector metric(n);
    for (double& m_j : metric) m_j = trial % 2 == 0 ? 1 : 0.1 + random.uniform();
    const double radius = std::pow(10.0, 4 * random.uniform() - 3);
    ConjugateGradients step(n, ConjugateGradients::Norm::of_inverse_metric);
    step.begin(g, metric, 0.1, radius);
    while (!step.finished()) step.step(image_of(H, step.direction()));

    const Vector s(step.solution().begin(), step.solution().end());
    const Vector Hs = image_of(H, s);
    CHECK(length(s, metric) <= radius * (1 + 1e-12));
    CHECK(step.length() == Approx(length(s, metric)));
    CHECK(step.predicted_reduction(g) == Approx(-product(g, s) - product(s, Hs) / 2).margin(1e-12));
    // Never worse than the Cauchy point, the best point along the first direction.
    Vector cauchy(n);
    for (std::size_t j = 0; j < n; ++j) cauchy[j] = -g[j] / metric[j];
    const double curvature = product(cauchy, image_of(H, cauchy));
    const double share = std::min(-product(g, cauchy) / curvature, radius / length(cauchy, metric));
    const double cauchy_reduction = -share * product(g, cauchy) - share * share * curvature / 2;
    CHECK(step.predicted_reduction(g) >= cauchy_reduction * (1 - 1e-9));
    if (length(s, metric) > radius * (1 - 1e-12)) {
      ++on_boundary;
    } else {
      ++inside;
      Vector residual(n);
      Vector scaled(n);
      for (std::size_t j = 0; j < n; ++j) {
        residual[j] = g[j] + Hs[j];
        scaled[j] = 1 / metric[j];
      }
      CHECK(length(residual, scaled) <= 0.1 * length(g, scaled) * (1 + 1e-6));
    }
  }
  CHECK(inside > 100);
  CHECK(on_boundary > 100);
}

TEST_CASE(
    "conjugate gradients: without a radius, the solution to the share asked for in the Euclidean norm") {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t n = 1 + random.below(12);
    const Dense H = random_matrix(n, 10, random);
    Vector diagonal(n);
    for (std::size_t j = 0; j < n; ++j) diagonal[j] = H[j][j];
    const Vector g = random_vector(n, 1, random);
    for (const double share : {0.1, 1e-9}) {
      ConjugateGradients directions(n, ConjugateGradients::Norm::euclidean);
      directions.begin(g, diagonal, share);
      std::size_t steps = 0;
      for (; !directions.finished(); ++steps) directions.step(image_of(H, directions.direction()));
      Vector residual = image_of(H, directions.solution());
      for (std::size_t j = 0; j < n; ++j) residual[j] += g[j];
      const Vector ones(n, 1.0);
      CHECK(length(residual, ones) <= 1.0001 * share * length(g, ones));
      CHECK(steps <= n + 5);
    }
  }
}
