// What methods that maintain w or margins promise about the rounding in them, and about their last word.

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The distance of w from Σ α_i row_i in long double, relative to its size.
double drift_of_weights(const Solver& solver, const Problem& problem) {
  const Vector w = weights_of(solver, problem);
  const auto a = *solver.dual();
  std::vector<long double> sums(w.size(), 0);
  for (Index i = 0; i < problem.m(); ++i) {
    const long double alpha = static_cast<long double>(a[static_cast<std::size_t>(i)]) * problem.c();
    for (const Entry& entry : problem.rows()[i])
      sums[static_cast<std::size_t>(entry.index)] += alpha * entry.value;
  }
  long double distance = 0;
  long double size = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    distance += (w[j] - sums[j]) * (w[j] - sums[j]);
    size += sums[j] * sums[j];
  }
  return static_cast<double>(std::sqrt(distance / size));
}

/// Columns of very different sizes.
Sample badly_scaled(Sample sample, std::uint64_t seed) {
  Random random(seed);
  Dense rows = dense(sample.rows);
  for (std::size_t j = 0; j < rows.front().size(); ++j) {
    const double scale = std::pow(10.0, 4 * random.uniform() - 2);
    for (Vector& row : rows) row[j] *= scale;
  }
  sample.rows = sample_of(rows).rows;
  return sample;
}

}  // namespace

TEST_CASE("dual coordinate descent: converged is proven, also where C is so large that gradients are small") {
  struct Run {
    const char* method;
    LossKind loss;
  };
  int converged = 0;
  for (const Run& run :
       {Run{"permuted_dcd", LossKind::hinge}, Run{"permuted_dcd", LossKind::squared_hinge},
        Run{"dual_cd_logistic", LossKind::logistic}, Run{"svr_dual_cd", LossKind::epsilon_insensitive},
        Run{"svr_dual_cd_2l", LossKind::epsilon_insensitive},
        Run{"svr_dual_cd", LossKind::squared_epsilon_insensitive},
        Run{"primal_cd_l2svm", LossKind::squared_hinge}}) {
    for (const double c : {1.0, 1e3, 1e6}) {
      CAPTURE(run.method, name_of(run.loss), c);
      const Sample sample = random_sample_for(run.loss, 81, 40, 120);
      const Problem problem(sample, run.loss, RegularizerKind::l2, 1 / (c * 40));
      const auto solver = start(run.method, problem);
      const Progress progress = advance_passes(*solver, problem, 5'000);
      CHECK(progress.status != Status::stalled);  // the tolerance is within reach
      if (progress.status != Status::converged) continue;
      ++converged;
      CHECK(certified_gap(*solver, problem) <= 1.001e-6);
    }
  }
  CAPTURE(converged);
  CHECK(converged >= 14);  // of 21
}

TEST_CASE("dual coordinate descent: out of reach is the end as stalled, at the optimum") {
  const Sample sample = random_sample(83, 60, 10);
  for (const char* method : {"permuted_dcd", "dual_cd_logistic"}) {
    CAPTURE(method);
    const LossKind loss = find_method(method).solves.front().loss;
    const Problem problem(sample, loss, RegularizerKind::l2, 0.01);
    const auto solver = start(method, problem, {{"tolerance", 0.0}});
    const Progress progress = advance_passes(*solver, problem, 100'000);
    CHECK((progress.status == Status::stalled || progress.status == Status::converged));
    CHECK(certified_gap(*solver, problem) < 1e-12);
  }
}

TEST_CASE("dual coordinate descent: roundings in w do not add up") {
  for (const char* method : {"cyclic_dcd", "permuted_dcd", "dual_cd_logistic", "svr_dual_cd"}) {
    for (const bool is_badly_scaled : {false, true}) {
      const LossKind loss = find_method(method).solves.front().loss;
      // Powers of two, so that a_i C is exactly α_i.
      Sample sample = random_sample_for(loss, 84, 256, 6, 1);
      if (is_badly_scaled) sample = badly_scaled(std::move(sample), 84);
      const Problem problem(sample, loss, RegularizerKind::l2, 1.0 / 256);
      const Method& described = find_method(method);
      const auto solver =
          start(method, problem, described.options.empty() ? Given{} : Given{{"tolerance", 0.0}});
      advance_passes(*solver, problem, 5'000);
      CAPTURE(method, is_badly_scaled);
      CHECK(drift_of_weights(*solver, problem) < 1e-12);
    }
  }
}

TEST_CASE("interior point: hinge and epsilon-insensitive loss with a free intercept are certified") {
  for (const LossKind loss : {LossKind::hinge, LossKind::epsilon_insensitive}) {
    for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
      for (const double lambda : {1e-4, 1e-2, 0.1}) {
        for (const std::size_t n : {6u, 70u}) {
          CAPTURE(name_of(loss), name_of(kind), lambda, n);
          Sample sample = random_sample_for(loss, 85, 60, static_cast<Index>(n));
          Dense rows = dense(sample.rows);
          // Labels that are not balanced, or targets far from 0: without the intercept a bad fit.
          for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].push_back(loss != LossKind::hinge || i % 3 ? 1 : -1);
          for (double& label : sample.labels) label += loss == LossKind::hinge ? 0 : 100;
          sample.rows = sample_of(rows).rows;
          const Problem problem(sample, loss, kind, lambda, {.epsilon = 0.2, .free_intercept = true});
          const auto solver = start("interior_point", problem);
          const Progress progress = advance_to(*solver, 400);
          CHECK(progress.status == Status::converged);
          CHECK(certified_gap(*solver, problem) <= 1.01e-10);
          // Leaving the intercept out of the regulariser is never worse.
          const Problem regularised(sample, loss, kind, lambda, {.epsilon = 0.2});
          const auto other = start("interior_point", regularised);
          advance_to(*other, 400);
          CHECK(problem.objective(weights_of(*solver, problem)) <=
                problem.objective(weights_of(*other, problem)) * (1 + 1e-10));
        }
      }
    }
  }
}

TEST_CASE("interior point: labels that are all alike need an intercept alone") {
  Sample sample = sample_of({{1, 2, -1}, {0.5, -1, -1}, {-3, 0, -1}});
  for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
    const Problem problem(sample, LossKind::hinge, kind, 0.1, {.free_intercept = true});
    const auto solver = start("interior_point", problem);
    CHECK(advance_to(*solver, 400).status == Status::converged);
    CHECK(weights_of(*solver, problem) == Vector{0, 0, -1});
    CHECK(problem.objective(weights_of(*solver, problem)) == 0);
    CHECK(problem.lower_bound(*solver->dual()) == 0);
  }
}

TEST_CASE("subgradient methods leave a free intercept out of the regulariser") {
  Sample sample = random_sample(86, 80, 5);
  Dense rows = dense(sample.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(i % 4 ? 1 : -1);
  sample.rows = sample_of(rows).rows;
  for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
    const Problem problem(sample, LossKind::hinge, kind, 0.1, {.free_intercept = true});
    const auto exact = start("interior_point", problem);
    advance_to(*exact, 400);
    const double optimum = problem.objective(weights_of(*exact, problem));
    for (const char* method : {"nonsmooth_scd", "batch_comid", "subgradient"}) {
      CAPTURE(name_of(kind), method);
      const auto solver = start(method, problem, {{"offset", true}, {"average", true}});
      advance_passes(*solver, problem, 20'000);
      const double objective = problem.objective(weights_of(*solver, problem));
      CHECK(objective >= optimum * (1 - 1e-9));
      CHECK(objective <= optimum * 1.01);
    }
  }
}
