// A method's estimate of its gap becomes small about when its dual weights prove a small gap.

#include "solvers/contract/estimates_gap.hpp"

#include "support/numbers/rounded_up.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

void check_estimate(const std::string& method, const Problem& problem) {
  CAPTURE(method, name_of(problem.loss()), name_of(problem.regularizer()), problem.row_weights().size());
  const auto solver = start(method, problem);
  const auto* const estimator = dynamic_cast<const EstimatesGap*>(solver.get());
  REQUIRE(estimator != nullptr);
  CHECK(estimator->estimated_gap() == infinity);
  int proved = 0;
  int estimated = 0;
  for (int pass = 1; pass <= 2000 && (proved == 0 || estimated == 0); ++pass) {
    const Progress progress = advance_passes(*solver, problem, 1);
    const double gap =
        relative_gap(problem.objective(weights_of(*solver, problem)), problem.lower_bound(*solver->dual()));
    if (proved == 0 && gap <= 1e-6) proved = pass;
    if (estimated == 0 && estimator->estimated_gap() <= 1e-6) estimated = pass;
    if (progress.status != Status::running) break;
  }
  REQUIRE(proved > 0);
  REQUIRE(estimated > 0);
  CHECK(estimated >= 0.2 * proved - 3);  // early where shrinking leaves out rows that matter
  CHECK(estimated <= 1.5 * proved + 3);
}

}  // namespace

TEST_CASE("a gap is estimated to be small about when it can be proved") {
  using enum LossKind;
  Sample sample = random_sample(3, 300, 20);
  for (const bool weighted : {false, true}) {
    if (weighted)
      for (Index i = 0; i < 300; ++i) sample.row_weights.push_back(0.5 + i % 4);
    for (const LossKind loss : {squared_hinge, logistic}) {
      const Problem l2(sample, loss, RegularizerKind::l2, 0.01);
      for (const char* method : {"tron", "lbfgs", "proximal_newton"}) check_estimate(method, l2);
      check_estimate(loss == logistic ? "dual_cd_logistic" : "permuted_dcd", l2);
      check_estimate("proximal_newton", Problem(sample, loss, RegularizerKind::l1, 0.01));
    }
    const Problem hinge_l2(sample, hinge, RegularizerKind::l2, 0.01);
    check_estimate("permuted_dcd", hinge_l2);
    check_estimate("interior_point", hinge_l2);
    check_estimate("column_generation", Problem(sample, hinge, RegularizerKind::l1, 0.01));
  }
}
