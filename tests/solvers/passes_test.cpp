// Bounds the passes and the updates: a method that reaches the optimum may still differ from its paper. A
// wrong constant or a forgotten reset only makes it slower. The bounds are 10 to 20 % above what was
// measured (50 % where rounding decides how long a trajectory is).

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
  double passes;   ///< at most, until the method has converged
  double updates;  ///< at most
};

void check_course(const Problem& problem, const Course& course) {
  CAPTURE(course.method, problem.m(), problem.n(), name_of(course.loss), name_of(course.regularizer));
  const auto solver = start(course.method, problem, course.options);
  const Progress progress = advance_passes(*solver, problem, 100'000);
  CHECK(progress.status == Status::converged);
  CHECK(static_cast<double>(progress.entries_touched) <
        course.passes * static_cast<double>(problem.rows().nonzeros()));
  CHECK(static_cast<double>(progress.updates) < course.updates);
}

}  // namespace

TEST_CASE("methods converge in a bounded number of passes and updates where m > n") {
  using enum LossKind;
  using enum RegularizerKind;
  Sample sample = random_sample(101, 120, 10);
  Random random(102);
  for (int i = 0; i < 120; ++i) sample.row_weights.push_back(0.5 + random.uniform());
  for (const Course& course :
       std::vector<Course>{{"bmrm", {{"line_search", "ocas"}}, hinge, l2, 200, 115},
                           {"bmrm", {{"line_search", "none"}}, hinge, l2, 300, 190},
                           {"spdc", {}, hinge, l2, 1'700, 200'000},
                           {"tron", {{"hessian", "product"}}, logistic, l2, 60, 11},
                           {"permuted_dcd", {}, hinge, l2, 700, 72'000},
                           {"permuted_dcd", {}, squared_hinge, l2, 6'000, 720'000},
                           {"accelerated_dual_cd", {}, squared_hinge, l2, 320, 36'000},
                           {"dual_cd_logistic", {}, logistic, l2, 570, 68'000},
                           {"saga", {}, logistic, l1, 400, 44'000},
                           {"fista", {}, logistic, l1, 107, 48},
                           {"working_set_cd", {}, logistic, l1, 46, 320},
                           {"proximal_newton", {}, logistic, l1, 54, 920},
                           {"proximal_newton", {{"dense_columns", 0.0}}, squared_hinge, l1, 30, 420},
                           {"admm", {}, logistic, l1, 180, 54},
                           {"admm", {{"balancing", true}}, squared_hinge, l2, 100, 28},
                           {"lbfgs", {}, logistic, l2, 23, 22}})
    check_course(Problem(sample, course.loss, course.regularizer, 0.001), course);
}

TEST_CASE("methods converge in a bounded number of passes and updates on sparse rows where m < n") {
  using enum LossKind;
  using enum RegularizerKind;
  const Sample sample = random_sample(103, 200, 2'000, 0.02);
  for (const Course& course : std::vector<Course>{{"permuted_dcd", {}, hinge, l2, 35, 6'500},
                                                  {"dual_cd_logistic", {}, logistic, l2, 40, 7'500},
                                                  {"working_set_cd", {}, logistic, l1, 21, 4'200},
                                                  {"proximal_newton", {}, logistic, l1, 17, 3'400},
                                                  {"proximal_newton", {}, squared_hinge, l1, 43, 43'000}})
    check_course(Problem(sample, course.loss, course.regularizer, 0.01), course);
}
