#include "experiments/measure/gap_proof.hpp"

#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

struct SolverWithDual : Solver {
  Progress advance(std::uint64_t) override { return {}; }
  void weights(std::span<double>) const override {}
  std::optional<std::span<const double>> dual() const override { return a; }
  Vector a;
};

}  // namespace

TEST_CASE("a proof takes the best lower bound of all questions, and a known one") {
  const Sample sample = random_sample(1, 30, 4);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 10);
  const Vector w(4, 0.0);
  SolverWithDual solver;
  solver.a.assign(30, 1.0);
  const double good = problem.lower_bound(solver.a);
  REQUIRE(good > 0.5);
  GapProver prover(problem, 1e-3, 0.25);
  CHECK(prover.prove(solver, w).lower_bound == good);
  solver.a.assign(30, 0.0);  // proves 0
  CHECK(prover.prove(solver, w).lower_bound == good);
  solver.a.assign(30, std::nan(""));
  CHECK(prover.prove(solver, w).lower_bound == good);
  solver.a.assign(30, 0.0);
  CHECK(GapProver(problem, 1e-3, 0.25).prove(solver, w).lower_bound == 0.25);
}

TEST_CASE("a gap that is far from enough is found without an upper bound in regression") {
  const Sample sample = random_regression_sample(1, 30, 4);
  const Problem problem(sample, LossKind::squared, RegularizerKind::l2, 1);
  const Vector w(4, 0.0);
  SolverWithDual solver;
  solver.a.assign(30, 0.0);
  const GapProof far = GapProver(problem, 1e-3, -infinity).prove(solver, w);
  CHECK_FALSE(far.is_enough);
  CHECK(far.upper_bound == infinity);
  CHECK(far.rounded_gap() == 1);
  const GapProof near = GapProver(problem, 2, -infinity).prove(solver, w);
  CHECK(near.is_enough);
  CHECK(near.upper_bound == problem.evaluate_from_above(w).objective);
}
