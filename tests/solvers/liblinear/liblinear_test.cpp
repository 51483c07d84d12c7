// LIBLINEAR as an independent judge of the dual coordinate descent methods.

#include <cmath>

#include "solvers/liblinear/liblinear_problem.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("dual CD agrees with LIBLINEAR on heart_scale") {
  const auto sample = real_sample("heart_scale");
  if (!sample) return;
  // LIBLINEAR stops after 1000 passes whatever it has reached, which at C = 1 is 6e-5 above the hinge
  // optimum.
  for (const double C : {0.01, 0.1}) {
    for (const auto& [solver_type, loss] : {std::pair<int, LossKind>{3, LossKind::hinge},
                                            {1, LossKind::squared_hinge},
                                            {2, LossKind::squared_hinge}}) {
      const Problem problem(*sample, loss, RegularizerKind::l2, 1 / (C * sample->rows.outer_size()));
      const Vector theirs = LiblinearProblem(problem).train(solver_type, 1e-8, 1).weights;
      const double their_objective = problem.objective(theirs);
      for (const std::string name : {"cyclic_dcd", "stochastic_dcd", "permuted_dcd"}) {
        CAPTURE(name, name_of(loss), solver_type, C);
        const auto solver = start(name, problem);
        advance_passes(*solver, problem, 3000);
        const Vector w = weights_of(*solver, problem);
        CHECK(problem.objective(w) == Approx(their_objective).epsilon(1e-6));
        CHECK(problem.lower_bound(*solver->dual()) == Approx(their_objective).epsilon(1e-6));
        CHECK(difference(w, theirs) < 1e-4);
      }
    }
  }
}
