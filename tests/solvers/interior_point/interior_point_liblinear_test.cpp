// LIBLINEAR as an independent judge of the certified optima.

#include "solvers/liblinear/liblinear_problem.hpp"
#include "tests/solvers/interior_point/interior_point_runs.hpp"
#include "tests/solvers/real_data.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("interior point: LIBLINEAR is never below the certified bound, and near the optimum") {
  for (const std::string file : {"heart_scale", "a9a", "covtype-15k.bz2"}) {
    const auto sample = real_sample(file);
    if (!sample) continue;
    for (const double C : {0.01, 0.1, 1.0}) {
      CAPTURE(file, C);
      const Problem problem(*sample, LossKind::hinge, RegularizerKind::l2,
                            1 / (C * sample->rows.outer_size()));
      const Optimum optimum = solve_by_interior_point(problem);
      CHECK(optimum.gap < 1.1e-10);
      const double theirs = problem.objective(LiblinearProblem(problem).train(3, 1e-4, 1).weights);
      CHECK(theirs >= optimum.lower_bound);
      // It stops after 1000 passes whatever it has reached.
      CHECK(theirs <= optimum.objective * (1 + 2e-3));
    }
  }
}

// LIBLINEAR ends after 1000 passes, which is too early for the largest C.
TEST_CASE("interior point: LIBLINEAR's support vector regression comes to the same certified optima") {
  for (const std::string file : {"abalone", "cadata.bz2"}) {
    const auto sample = regression_file(file);
    if (!sample) continue;
    for (const auto& [C, excess] : {std::pair{0.1, 1e-6}, {1.0, 1e-5}, {100.0, 0.1}}) {
      CAPTURE(file, C);
      const Problem problem(*sample, LossKind::epsilon_insensitive, RegularizerKind::l2,
                            1 / (C * sample->rows.outer_size()), {.epsilon = 0.1});
      const Optimum optimum = solve_by_interior_point(problem);
      CHECK(optimum.gap < 1.1e-10);
      const double theirs = problem.objective(LiblinearProblem(problem).train(13, 1e-6, 1).weights);
      CHECK(theirs >= optimum.lower_bound);
      CHECK(theirs <= optimum.objective * (1 + excess));
    }
  }
}
