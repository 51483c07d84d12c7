// Bounds the passes: a method that reaches the optimum may still differ from its paper. A wrong constant or a
// forgotten reset only makes it slower. The bounds are about half above what was measured, since rounding
// decides how long a trajectory is.

#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

struct Course {
  std::string method;
  Given options;
  LossKind loss;
  RegularizerKind regularizer;
  double passes;  ///< at most, until the method has converged
};

}  // namespace

TEST_CASE("methods converge in a bounded number of passes over the data") {
  using enum LossKind;
  using enum RegularizerKind;
  for (const auto& [method, options, loss, regularizer, passes] :
       std::vector<Course>{{"bmrm", {{"line_search", "ocas"}}, hinge, l2, 200},
                           {"bmrm", {{"line_search", "none"}}, hinge, l2, 300},
                           {"spdc", {}, hinge, l2, 1'700},
                           {"tron", {{"hessian", "product"}}, logistic, l2, 60},
                           {"permuted_dcd", {}, hinge, l2, 700},
                           {"saga", {}, logistic, l1, 400}}) {
    CAPTURE(method, name_of(loss), name_of(regularizer));
    Sample sample = random_sample(101, 120, 10);
    Random random(102);
    for (int i = 0; i < 120; ++i) sample.row_weights.push_back(0.5 + random.uniform());
    const Problem problem(sample, loss, regularizer, 0.001);
    const auto solver = start(method, problem, options);
    const Progress progress = advance_passes(*solver, problem, 100'000);
    CHECK(progress.status == Status::converged);
    const double taken =
        static_cast<double>(progress.entries_touched) / static_cast<double>(problem.rows().nonzeros());
    CHECK(taken < passes);
  }
}
