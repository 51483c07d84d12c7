// Stopping and shrinking of permuted_dcd.

#include "tests/catch.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Largest violation |projected gradient| of the optimality conditions, from the dual weights alone.
double violation(const Solver& solver, const Problem& problem) {
  const auto a = *solver.dual();
  Vector w(static_cast<std::size_t>(problem.n()), 0.0);
  for (Index i = 0; i < problem.m(); ++i)
    add(problem.rows()[i], a[static_cast<std::size_t>(i)] * problem.c(), w.data());
  double largest = 0;
  for (Index i = 0; i < problem.m(); ++i) {
    const double a_i = a[static_cast<std::size_t>(i)];
    const bool squared = problem.loss() == LossKind::squared_hinge;
    const double G = dot(problem.rows()[i], w.data()) - 1 + (squared ? a_i / 2 : 0.0);
    if (a_i > 0) largest = std::max(largest, G);
    if (squared || a_i < 1) largest = std::max(largest, -G);
  }
  return largest;
}

Progress run_to_convergence(Solver& solver, const Problem& problem, int most_passes) {
  Progress progress;
  for (int pass = 0; pass < most_passes && progress.status == Status::running; ++pass) {
    progress = advance_passes(solver, problem, 1);
  }
  return progress;
}

void check_stops_at_optimum(const Problem& problem, double tolerance) {
  std::vector<Vector> found;
  for (const bool shrinking : {false, true}) {
    for (const double max_shrunk_passes : {1.0, 2.0, 10.0, 1e9}) {
      CAPTURE(name_of(problem.loss()), tolerance, shrinking, max_shrunk_passes);
      const auto solver = start(
          "permuted_dcd", problem,
          {{"shrinking", shrinking}, {"tolerance", tolerance}, {"max_shrunk_passes", max_shrunk_passes}});
      const Progress progress = run_to_convergence(*solver, problem, 100'000);
      REQUIRE(progress.status == Status::converged);
      // A variable is judged when it is visited; the small steps of the rest of that pass move it again.
      CHECK(violation(*solver, problem) < 10 * tolerance);
      const double objective = problem.objective(weights_of(*solver, problem));
      CHECK(objective - problem.lower_bound(*solver->dual()) <= 10 * tolerance);
      found.push_back(weights_of(*solver, problem));
      CHECK(difference(found.back(), found.front()) < 1e4 * tolerance);

      // Converged is final: nothing moves any more.
      const Progress after = solver->advance(1'000'000);
      CHECK(after.nonzeros == progress.nonzeros);
      CHECK(weights_of(*solver, problem) == found.back());
    }
  }
}

}  // namespace

TEST_CASE("permuted DCD: with and without shrinking it stops at the optimum and only there") {
  const Sample sample = random_sample(71, 60, 12);
  for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge}) {
    for (const double lambda : {0.3, 0.01}) {
      const Problem problem(sample, loss, RegularizerKind::l2, lambda);
      for (const double tolerance : {1e-3, 1e-6, 1e-9}) check_stops_at_optimum(problem, tolerance);
    }
  }
}

TEST_CASE("permuted DCD: it stops at the optimum on heart_scale") {
  const auto sample = real_sample("heart_scale");
  if (!sample) return;
  const Problem problem(*sample, LossKind::hinge, RegularizerKind::l2, 1.0 / sample->rows.outer_size());
  check_stops_at_optimum(problem, 1e-7);
}

// Every row is met with G = −1 in the first pass, so that M − m = 0 there, yet the third step moves the first
// two rows' gradients: not an optimum.
TEST_CASE("permuted DCD: projected gradients that are all alike but not 0 are no convergence") {
  const Sample sample = sample_of({{1, 0}, {0, 1}, {1, -1}});
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 1.0 / 30);  // C = 10
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const bool shrinking : {false, true}) {
      const auto solver = start("permuted_dcd", problem, {{"shrinking", shrinking}}, seed);
      REQUIRE(run_to_convergence(*solver, problem, 10'000).status == Status::converged);
      CHECK(violation(*solver, problem) < 1e-9);
    }
  }
}

TEST_CASE(
    "permuted DCD: with tolerance 0 it goes on until nothing is left to gain, and never has converged") {
  const Sample sample = random_sample(72, 30, 5);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.05);
  for (const bool shrinking : {false, true}) {
    const auto solver = start("permuted_dcd", problem, {{"shrinking", shrinking}, {"tolerance", 0.0}});
    CHECK(run_to_convergence(*solver, problem, 2000).status == Status::stalled);
    CHECK(violation(*solver, problem) < 1e-9);
  }
}
