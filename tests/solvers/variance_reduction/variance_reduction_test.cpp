#include <cmath>

#include "solvers/variance_reduction/lazy_proximal_steps.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("lazy steps: many steps of drift and threshold at once are those steps one by one") {
  Random random(51);
  for (int k = 0; k < 5000; ++k) {
    const double w = random.below(5) == 0 ? 0 : random.normal();
    const double drift = random.below(5) == 0 ? 0 : 0.2 * random.normal();
    const double kappa = 0.1 * random.uniform();
    const auto steps = static_cast<int>(1 + random.below(40));
    double expected = w;
    for (int step = 0; step < steps; ++step) expected = soft_threshold(expected - drift, kappa);
    CAPTURE(w, drift, kappa, steps);
    REQUIRE(drift_and_threshold(w, drift, kappa, steps) == Approx(expected).margin(1e-12));
  }
}

TEST_CASE("lazy steps: they are the dense ones") {
  const Sample sample = random_sample(52, 30, 8, 0.2);
  const SparseMatrix& rows = sample.rows;
  const Dense matrix = dense(rows);
  constexpr double gamma = 0.2;
  constexpr double lambda = 0.05;
  const auto check = [&](auto regularizer) {
    using Regularizer = decltype(regularizer);
    Random random(53);
    LazyProximalSteps<Regularizer> lazy(8, gamma, lambda);
    Vector w(8, 0.0);
    Vector g(8, 0.0);
    for (int step = 0; step < 3000; ++step) {
      if (step % 700 == 0) {
        const Vector c = random_vector(matrix.size(), 0.05, random);
        lazy.set_gradient(rows, [&](Index i) { return c[static_cast<std::size_t>(i)]; });
        std::fill(g.begin(), g.end(), 0.0);
        for (std::size_t i = 0; i < matrix.size(); ++i) {
          for (std::size_t j = 0; j < g.size(); ++j) g[j] += c[i] * matrix[i][j];
        }
      }
      const auto i = static_cast<Index>(random.below(matrix.size()));
      const Vector& row = matrix[static_cast<std::size_t>(i)];
      REQUIRE(lazy.dot(rows[i]) == Approx(product(row, w)).margin(1e-9));
      const double change = 0.3 * random.normal();
      lazy.step(rows[i], change, 0.01);
      for (std::size_t j = 0; j < w.size(); ++j) {
        w[j] = Regularizer::prox(w[j] - gamma * (change * row[j] + g[j]), gamma * lambda);
        g[j] += 0.01 * change * row[j];
      }
      Vector found(8);
      lazy.weights(found);
      REQUIRE(difference(found, w) < 1e-9);
    }
  };
  check(L1{});
  check(L2{});
}

TEST_CASE("SAGA and L-SVRG: they prove the optimum of every problem that they solve") {
  for (const char* method : {"saga", "loopless_svrg"}) {
    for (const LossKind loss : smooth_losses) {
      for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
        CAPTURE(method, name_of(loss), name_of(kind));
        const Sample sample = random_sample_for(loss, 54, 60, 8);
        const Problem problem(sample, loss, kind, 0.02);
        const auto solver = start(method, problem);
        const Progress progress = advance_passes(*solver, problem, 20'000);
        CHECK(progress.status == Status::converged);
        CHECK(certified_gap(*solver, problem) <= 1e-8);
      }
    }
  }
}
