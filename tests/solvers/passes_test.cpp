// Counts passes: a method that reaches the optimum may still differ from its paper. A wrong constant or a
// forgotten reset only makes it slower, or faster than it may be.

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
  double passes;  ///< until the method has converged
};

}  // namespace

TEST_CASE("methods converge in as many passes over the data as ever") {
  using enum LossKind;
  using enum RegularizerKind;
  for (const auto& [method, options, loss, regularizer, passes] :
       std::vector<Course>{{"bmrm", {{"line_search", "ocas"}}, hinge, l2, 111.3},
                           {"bmrm", {{"line_search", "none"}}, hinge, l2, 180},
                           {"pdhg", {}, hinge, l1, 1309},
                           {"pdhg", {}, hinge, l2, 518},
                           {"spdc", {}, hinge, l2, 1122},
                           {"tron", {{"hessian", "product"}}, logistic, l2, 40},
                           {"permuted_dcd", {}, hinge, l2, 434.6},
                           {"saga", {}, logistic, l1, 260.2}}) {
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
    CHECK(taken == Approx(passes).epsilon(0.02));
  }
}
