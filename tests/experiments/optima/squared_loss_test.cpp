// Ridge regression and the lasso: certified optima compared with the normal equations and with all sign
// patterns, on random, degenerate and real data.

#include <cmath>
#include <optional>

#include "experiments/optima/certified_optimum.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"
#include "tests/support/elimination.hpp"

using namespace descent;
using namespace descent::test;

namespace {

using Exact = std::vector<long double>;

/// Weights in the columns `support`, 0 elsewhere, with (2/m) X'(Xw − y) + ridge w = −lambda signs there.
std::optional<Vector> stationary_point(const Problem& problem, const std::vector<std::size_t>& support,
                                       const Vector& signs, double ridge) {
  const Dense rows = dense(problem.rows());
  std::vector<Exact> K(support.size(), Exact(support.size(), 0));
  Exact b(support.size(), 0);
  for (std::size_t j = 0; j < support.size(); ++j) {
    K[j][j] = ridge;
    b[j] = -problem.lambda() * signs[support[j]];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const long double x = 2 * static_cast<long double>(rows[i][support[j]]) / problem.m();
      for (std::size_t l = 0; l < support.size(); ++l) K[j][l] += x * rows[i][support[l]];
      b[j] += x * problem.target(static_cast<Index>(i));
    }
  }
  const auto solved = solved_by_elimination(K, b, 1e-9L);
  if (!solved) return std::nullopt;
  Vector w(static_cast<std::size_t>(problem.n()), 0.0);
  for (std::size_t j = 0; j < support.size(); ++j) w[support[j]] = static_cast<double>((*solved)[j]);
  return w;
}

/// The lasso's optimum, which is among the stationary points of all 3^n sign patterns.
double lasso_by_enumeration(const Problem& problem) {
  const auto n = static_cast<std::size_t>(problem.n());
  int patterns = 1;
  for (std::size_t j = 0; j < n; ++j) patterns *= 3;
  double best = problem.objective(Vector(n, 0.0));
  for (int pattern = 0; pattern < patterns; ++pattern) {
    Vector signs;
    std::vector<std::size_t> support;
    for (int rest = pattern; signs.size() < n; rest /= 3) {
      if (rest % 3 != 0) support.push_back(signs.size());
      signs.push_back(rest % 3 == 2 ? -1 : rest % 3);
    }
    if (const auto w = stationary_point(problem, support, signs, 0))
      best = std::min(best, problem.objective(*w));
  }
  return best;
}

/// Normal values; then zero columns and rows, equal columns, column units from 1e-4 to 1e4, targets of 0.
std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (int kind = 0; kind < 5; ++kind) {
    Sample sample = random_regression_sample(static_cast<std::uint64_t>(kind) + 20, 30, 6);
    Dense rows = dense(sample.rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (kind == 1) rows[i][2] = rows[i][5] = 0;
      if (kind == 1 && i % 5 == 0) rows[i] = Vector(6, 0.0);
      if (kind == 2) rows[i][4] = rows[i][1];
      if (kind == 3) {
        for (std::size_t j = 0; j < 6; ++j) rows[i][j] *= std::pow(10, static_cast<double>(j) * 1.6 - 4);
      }
    }
    if (kind == 4) sample.labels.assign(rows.size(), 0.0);
    all.push_back({sample_of(rows).rows, sample.labels});
  }
  return all;
}

void check_certificate(const Problem& problem, const CertifiedOptimum& optimum) {
  CHECK(optimum.objective == problem.evaluate_from_above(optimum.weights).objective);
  CHECK(optimum.lower_bound == problem.lower_bound(optimum.dual_weights));
  if (optimum.objective > 0) CHECK(optimum.gap() < 1e-9);
}

}  // namespace

TEST_CASE("squared loss: ridge regression solves the normal equations") {
  for (const Sample& sample : samples()) {
    for (const double lambda : {1e-3, 0.1, 10.0}) {
      const Problem problem(sample, LossKind::squared, RegularizerKind::l2, lambda);
      const CertifiedOptimum optimum = certify(problem, {.gap = 1e-10});
      check_certificate(problem, optimum);
      const Vector exact = *stationary_point(problem, {0, 1, 2, 3, 4, 5}, Vector(6, 0.0), lambda);
      CAPTURE(lambda, optimum.method);
      CHECK(optimum.objective == Approx(problem.objective(exact)).epsilon(1e-9));
      CHECK(difference(optimum.weights, exact) < 1e-4);
    }
  }
}

TEST_CASE("squared loss: the lasso's optimum is the best of all patterns of signs") {
  for (const Sample& sample : samples()) {
    for (const double lambda : {1e-3, 0.1, 10.0}) {
      const Problem problem(sample, LossKind::squared, RegularizerKind::l1, lambda);
      const CertifiedOptimum optimum = certify(problem, {.gap = 1e-10});
      check_certificate(problem, optimum);
      CAPTURE(lambda, optimum.method);
      CHECK(optimum.objective == Approx(lasso_by_enumeration(problem)).epsilon(1e-9));
    }
  }
}

TEST_CASE("squared loss: abalone is certified below 1e-9, and the lasso's gradient is within lambda") {
  const auto abalone = small_real_sample(LossKind::squared);
  if (!abalone) return;
  for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
    for (const double scale : {0.01, 1.0, 100.0, 1e4}) {
      const double lambda = scale / abalone->rows.outer_size();
      const Problem problem(*abalone, LossKind::squared, regularizer, lambda);
      const CertifiedOptimum optimum = certify(problem, {.gap = 1e-10});
      CAPTURE(name_of(regularizer), lambda, optimum.method);
      check_certificate(problem, optimum);
      if (regularizer == RegularizerKind::l2) continue;
      Vector gradient(optimum.weights.size(), 0.0);
      for (Index i = 0; i < problem.m(); ++i)
        add(problem.rows()[i], 2 * problem.argument(i, optimum.weights) / problem.m(), gradient.data());
      for (std::size_t j = 0; j < gradient.size(); ++j) {
        CHECK(std::abs(gradient[j]) <= lambda + 1e-6);
        if (optimum.weights[j] != 0)
          CHECK(gradient[j] == Approx(-std::copysign(lambda, optimum.weights[j])).margin(1e-6));
      }
    }
  }
}

TEST_CASE("squared loss: epsilon does not matter to it") {
  const Sample sample = samples().front();
  const Problem plain(sample, LossKind::squared, RegularizerKind::l1, 0.1, {.epsilon = 0.7});
  const Problem tube(sample, LossKind::squared_epsilon_insensitive, RegularizerKind::l1, 0.1, {.epsilon = 0});
  Random random(3);
  for (int k = 0; k < 10; ++k) {
    const Vector w = random_vector(6, 1, random);
    const Vector a = random_vector(30, 0.1, random);
    CHECK(plain.objective(w) == tube.objective(w));
    CHECK(plain.lower_bound(a) == tube.lower_bound(a));
  }
  int methods_for_it = 0;
  for (const Method* method : methods()) {
    for (const RegularizerDescription& regularizer : regularizers()) {
      const bool takes = capability(*method, LossKind::squared, regularizer.kind) != nullptr;
      CHECK(takes ==
            (capability(*method, LossKind::squared_epsilon_insensitive, regularizer.kind) != nullptr));
      methods_for_it += takes ? 1 : 0;
    }
  }
  CHECK(methods_for_it > 15);
}
