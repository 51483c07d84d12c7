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
  Vector weights;
  Random random(102);
  for (int i = 0; i < 120; ++i) weights.push_back(0.5 + random.uniform());
  for (const Course& course :
       std::vector<Course>{{"accelerated_dual_cd", {}, hinge, l2, 1'800, 205'000},
                           {"accelerated_dual_cd", {}, squared_hinge, l2, 320, 36'000},
                           {"accelerated_dual_cd", {}, logistic, l2, 160, 17'200},
                           {"admm", {}, logistic, l1, 180, 54},
                           {"admm", {}, squared, l1, 75, 22},
                           {"admm", {{"balancing", true}}, squared_hinge, l2, 100, 28},
                           {"admm_hinge", {}, hinge, l2, 5'000, 5'000},
                           {"bmrm", {{"line_search", "ocas"}}, hinge, l2, 200, 115},
                           {"bmrm", {{"line_search", "none"}}, hinge, l2, 300, 190},
                           {"column_generation", {}, hinge, l1, 85, 16},
                           {"dual_cd_logistic", {}, logistic, l2, 570, 68'000},
                           {"fista", {}, logistic, l1, 107, 48},
                           {"fista", {}, squared_hinge, l2, 60, 25},
                           {"gradient_descent", {}, logistic, l1, 105, 87},
                           {"gradient_descent", {}, squared, l2, 48, 37},
                           {"gradient_descent", {}, squared_hinge, none, 86, 68},
                           {"interior_point", {}, hinge, l1, 67, 16},
                           {"interior_point", {}, hinge, l2, 61, 15},
                           {"interior_point", {}, epsilon_insensitive, l2, 66, 16},
                           {"lbfgs", {}, logistic, l2, 23, 22},
                           {"lbfgs", {}, squared, l2, 20, 19},
                           {"loopless_svrg", {}, logistic, l1, 1'350, 52'000},
                           {"permuted_dcd", {}, hinge, l2, 700, 72'000},
                           {"permuted_dcd", {}, squared_hinge, l2, 6'000, 720'000},
                           {"primal_cd_l2svm", {}, squared_hinge, l1, 40, 340},
                           {"primal_cd_l2svm", {}, squared_hinge, l2, 40, 340},
                           {"proximal_newton", {}, logistic, l1, 54, 920},
                           {"proximal_newton", {}, logistic, none, 59, 920},
                           {"proximal_newton", {}, squared, l2, 15, 110},
                           {"proximal_newton", {{"dense_columns", 0.0}}, squared_hinge, l1, 30, 420},
                           {"saga", {}, logistic, l1, 400, 44'000},
                           {"saga", {}, squared, l2, 81, 8'200},
                           {"spdc", {}, hinge, l2, 1'700, 200'000},
                           {"spdc", {}, logistic, l2, 81, 8'300},
                           {"svr_dual_cd", {}, epsilon_insensitive, l2, 570, 66'000},
                           {"svr_dual_cd", {}, squared, l2, 6'500, 770'000},
                           {"svr_dual_cd_2l", {}, epsilon_insensitive, l2, 800, 93'000},
                           {"tron", {{"hessian", "product"}}, logistic, l2, 60, 11},
                           {"tron", {}, squared_hinge, l2, 26, 8},
                           {"tron", {}, squared, l2, 17, 5},
                           {"working_set_cd", {}, logistic, l1, 46, 320},
                           {"working_set_cd", {}, squared, l1, 27, 150}}) {
    Sample sample = random_sample_for(course.loss, 101, 120, 10);
    sample.row_weights = weights;
    check_course(Problem(sample, course.loss, course.regularizer, 0.001, {.epsilon = 0.1}), course);
  }
}

TEST_CASE("methods converge in a bounded number of passes and updates on sparse rows where m < n") {
  using enum LossKind;
  using enum RegularizerKind;
  const Sample classes = random_sample(103, 200, 2'000, 0.02);
  const Sample targets = random_regression_sample(103, 200, 2'000, 0.02);
  for (const Course& course : std::vector<Course>{{"accelerated_dual_cd", {}, hinge, l2, 212, 36'000},
                                                  {"accelerated_dual_cd", {}, logistic, l2, 42, 7'000},
                                                  {"bmrm", {}, hinge, l2, 190, 123},
                                                  {"cocoa", {}, hinge, l2, 41, 36},
                                                  {"cocoa", {}, logistic, l2, 22, 20},
                                                  {"column_generation", {}, hinge, l1, 54, 17},
                                                  {"consensus_admm", {}, hinge, l2, 160, 74},
                                                  {"consensus_admm", {}, logistic, l1, 620, 300},
                                                  {"distributed_tron", {}, squared_hinge, l2, 146, 29},
                                                  {"distributed_tron", {}, logistic, l2, 36, 10},
                                                  {"dual_cd_logistic", {}, logistic, l2, 40, 7'500},
                                                  {"fista", {}, logistic, l1, 155, 72},
                                                  {"gradient_descent", {}, logistic, l1, 190, 160},
                                                  {"l_half_logistic", {}, logistic, l_half, 130, 255'000},
                                                  {"l_half_reweighted", {}, logistic, l_half, 290, 560'000},
                                                  {"l_half_thresholding", {}, squared, l_half, 120, 210'000},
                                                  {"lbfgs", {}, squared_hinge, l2, 78, 71},
                                                  {"permuted_dcd", {}, hinge, l2, 35, 6'500},
                                                  {"primal_cd_l2svm", {}, squared_hinge, l2, 400, 770'000},
                                                  {"proximal_newton", {}, logistic, l1, 17, 3'400},
                                                  {"proximal_newton", {}, squared_hinge, l1, 43, 43'000},
                                                  {"proximal_newton", {}, squared, l1, 520, 740'000},
                                                  {"prox_cocoa", {}, logistic, l1, 80, 72},
                                                  {"saga", {}, logistic, l2, 160, 28'500},
                                                  {"spdc", {}, hinge, l2, 316, 54'000},
                                                  {"svr_dual_cd", {}, epsilon_insensitive, l2, 33, 6'000},
                                                  {"svr_dual_cd_2l", {}, epsilon_insensitive, l2, 77, 15'000},
                                                  {"tron", {}, squared_hinge, l2, 146, 29},
                                                  {"working_set_cd", {}, logistic, l1, 21, 4'200},
                                                  {"working_set_cd", {}, squared_hinge, l1, 74, 71'000},
                                                  {"working_set_cd", {}, squared, l1, 385, 500'000}}) {
    const bool is_regression = description_of(course.loss).task == Task::regression;
    const Sample& sample = is_regression ? targets : classes;
    check_course(Problem(sample, course.loss, course.regularizer, 0.01, {.epsilon = 0.1}), course);
  }
}
