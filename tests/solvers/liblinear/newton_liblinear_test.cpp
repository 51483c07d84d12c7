// LIBLINEAR as an independent judge of TRON and proximal Newton, and edge cases that both have to get right.

#include <cmath>

#include "solvers/liblinear/liblinear_problem.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Our objective is certified to 1e-6, at most LIBLINEAR's, and LIBLINEAR's within 1e-6 of it.
void check_against_liblinear(const std::string& method, const Problem& problem, int number, double passes,
                             double tolerance) {
  CAPTURE(method, name_of(problem.loss()), number, problem.c());
  const auto solver = start(method, problem);
  advance_passes(*solver, problem, passes);
  const double objective = problem.objective(weights_of(*solver, problem));
  CHECK(certified_gap(*solver, problem) < 1e-8);
  const double theirs = problem.objective(LiblinearProblem(problem).train(number, tolerance, 1).weights);
  CHECK(theirs == Approx(objective).epsilon(1e-6));
  CHECK(theirs >= problem.lower_bound(*solver->dual()) * (1 - 1e-12));
}

}  // namespace

TEST_CASE("TRON and LIBLINEAR's -s 0, 2 and 11 agree on real data") {
  for (const auto& [file, loss, number] : {std::tuple{"heart_scale", LossKind::logistic, 0},
                                           {"heart_scale", LossKind::squared_hinge, 2},
                                           {"abalone", LossKind::squared_epsilon_insensitive, 11},
                                           {"a9a", LossKind::logistic, 0},
                                           {"a9a", LossKind::squared_hinge, 2},
                                           {"cadata.bz2", LossKind::squared_epsilon_insensitive, 11}}) {
    CAPTURE(file);
    const auto sample = real_sample_for(loss, file);
    if (!sample) continue;
    const Problem problem(*sample, loss, RegularizerKind::l2, 1.0 / sample->rows.outer_size());
    check_against_liblinear("tron", problem, number, 1000, 1e-10);
  }
}

TEST_CASE("proximal Newton and LIBLINEAR's -s 5 and 6 agree on real data") {
  // a9a's columns nearly depend on each other: LIBLINEAR's coordinate descent is at 1e-6 after minutes.
  for (const auto& [file, loss, number, tolerance] : {std::tuple{"heart_scale", LossKind::logistic, 6, 1e-10},
                                                      {"heart_scale", LossKind::squared_hinge, 5, 1e-10},
                                                      {"rcv1-small.bz2", LossKind::logistic, 6, 1e-8},
                                                      {"rcv1-small.bz2", LossKind::squared_hinge, 5, 1e-8}}) {
    CAPTURE(file);
    const auto sample = real_sample_for(loss, file);
    if (!sample) continue;
    const Problem problem(*sample, loss, RegularizerKind::l1, 1.0 / sample->rows.outer_size());
    check_against_liblinear("proximal_newton", problem, number, 300, tolerance);
  }
}

TEST_CASE("TRON and proximal Newton: odd data and C from 1e-4 to 1e4 end at a certified optimum") {
  const std::vector<std::pair<const char*, Dense>> odd{
      {"one row", {{0.5, -2, 0, 1}}},
      {"empty columns", {{1, 0, 0.5, 0}, {-1, 0, 1, 0}, {0.3, 0, -2, 0}}},
      {"one side", {{1, 2}, {3, 1}, {2, 2}, {1, 0.5}}},
      {"duplicated columns", {{1, 1, 2}, {2, 2, -1}, {-1, -1, 0.5}, {-3, -3, 1}}},
      {"an empty row", {{1, 2}, {0, 0}, {-1, 1}}},
      {"both classes", {{1, 1}, {-1, -1}}}};
  for (const LossKind loss : smooth_losses) {
    for (const auto& [what, rows] : odd) {
      const Sample sample = sample_of(rows);
      for (const double C : {1e-4, 1e-2, 1.0, 1e2, 1e4}) {
        for (const auto& [method, regularizer] : {std::pair{"tron", RegularizerKind::l2},
                                                  {"proximal_newton", RegularizerKind::l1},
                                                  {"proximal_newton", RegularizerKind::l2}}) {
          CAPTURE(name_of(loss), what, C, method, name_of(regularizer));
          const Problem problem(sample, loss, regularizer, 1 / (C * sample.rows.outer_size()));
          const auto solver = start(method, problem, {{"tolerance", 1e-12}});
          const Progress progress = advance_passes(*solver, problem, 100'000);
          CHECK((progress.status == Status::converged || progress.status == Status::stalled));
          const Vector w = weights_of(*solver, problem);
          const double objective = problem.objective(w);
          // The regulariser leaves next to nothing of F where all rows are on one side: measured against
          // F(0).
          const double whole = problem.objective(Vector(w.size(), 0.0));
          CHECK(objective - problem.lower_bound(*solver->dual()) <= 1e-9 * whole);
        }
      }
    }
  }
}
