// Dual weights of a Newton step: a bound where columns of 10⁹ leave none, and for which problems.

#include "solvers/smooth/newton_dual.hpp"

#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Two columns of 1.7·10⁹ that differ by the label.
Sample two_timestamps(Index m) {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (Index i = 0; i < m; ++i) {
    const double label = i % 2 == 0 ? -1 : 1;
    entries.push_back({0, label * 1.7e9});
    entries.push_back({1, label * (1.7e9 + label)});
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {SparseMatrix(std::move(starts), entries, 2), Vector(static_cast<std::size_t>(m), 1.0)};
}

std::optional<Vector> dual_of(const Problem& problem, const Vector& w) {
  std::uint64_t entries_touched = 0;
  return newton_dual_weights(problem, w, {}, entries_touched);
}

double gap_of(const Problem& problem, const Vector& w) {
  const double objective = problem.evaluate_from_above(w).objective;
  return (objective - problem.lower_bound(dual_of(problem, w).value())) / objective;
}

}  // namespace

TEST_CASE("a Newton step's dual weights prove what rounding of huge columns hides") {
  Sample sample = two_timestamps(400);
  const Problem problem(sample, LossKind::squared_hinge, RegularizerKind::l2, 1.0 / 400);
  const double x = 1 / (1 + problem.lambda());  // w* = (−x, x) has F = λ x
  const Vector w{-x, x};
  CHECK(problem.objective(w) == Approx(0.0024937655860349127).epsilon(1e-12));
  CHECK(gap_of(problem, {std::nextafter(-x, 0), x}) <= 1e-7);

  sample.row_weights.assign(400, 3.0);
  sample.row_weights[7] = 0;
  const Problem weighted(sample, LossKind::logistic, RegularizerKind::l2, 1.0 / 400);
  const auto solver = start("lbfgs", weighted);
  advance_passes(*solver, weighted, 1000);
  CHECK(gap_of(weighted, weights_of(*solver, weighted)) <= 1e-7);
}

TEST_CASE("a Newton step squares the gap of a smooth loss under L2") {
  const Sample sample = random_sample(3, 60, 8);
  for (const LossKind loss : {LossKind::squared_hinge, LossKind::logistic}) {
    const Problem problem(sample, loss, RegularizerKind::l2, 0.01);
    const auto solver = start("tron", problem);
    advance_passes(*solver, problem, 1000);
    Vector w = weights_of(*solver, problem);
    for (double& w_j : w) w_j *= 1 + 1e-4;
    const double objective = problem.objective(w);
    Vector a(60);
    SmoothLossSum::make(problem)->dual_weights(w, a);
    const double plain = (objective - problem.lower_bound(a)) / objective;
    CHECK(gap_of(problem, w) <= plain / 2);  // F(w) itself is not at the optimum
  }
}

TEST_CASE("other problems have no Newton step for dual weights") {
  const Sample sample = random_sample(3, 20, 4);
  const Vector w(4, 0.0);
  using enum LossKind;
  const auto has_weights = [&](LossKind loss, RegularizerKind regularizer, bool free_intercept) {
    const Problem problem(sample, loss, regularizer, 0.1, {.free_intercept = free_intercept});
    return dual_of(problem, w).has_value();
  };
  CHECK(has_weights(logistic, RegularizerKind::l2, false));
  CHECK_FALSE(has_weights(logistic, RegularizerKind::l1, false));
  CHECK_FALSE(has_weights(logistic, RegularizerKind::l2, true));
  CHECK_FALSE(has_weights(hinge, RegularizerKind::l2, false));
}
