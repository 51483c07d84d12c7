#include <numeric>

#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const auto names = {std::string("cyclic_dcd"), std::string("stochastic_dcd"), std::string("permuted_dcd")};

/// The dual function in LIBLINEAR's scale, to be minimised, from its definition.
double dual_function(const Problem& problem, const Vector& alpha) {
  const Dense rows = dense(problem.rows());
  Vector w(static_cast<std::size_t>(problem.n()), 0.0);
  double others = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < w.size(); ++j) w[j] += alpha[i] * rows[i][j];
    others -= alpha[i];
    if (problem.loss() == LossKind::squared_hinge) others += alpha[i] * alpha[i] / (4 * problem.c());
  }
  return product(w, w) / 2 + others;
}

Vector alpha_of(const Solver& solver, const Problem& problem) {
  const auto a = solver.dual();
  REQUIRE(a.has_value());
  Vector alpha(a->begin(), a->end());
  for (double& alpha_i : alpha) alpha_i *= problem.c();
  return alpha;
}

/// Makes single steps and checks each against the brute-force minimiser over the variable that it changed; a
/// step that changes nothing must have met a variable at its minimiser already.
void check_steps(const std::string& name, const Problem& problem, int steps) {
  CAPTURE(name, name_of(problem.loss()), problem.c());
  const double upper = problem.loss() == LossKind::hinge ? problem.c() : 1e3 * problem.c();
  const auto solver = start(name, problem);
  Vector alpha = alpha_of(*solver, problem);
  int unchanged = 0;
  for (int step = 0; step < steps; ++step) {
    solver->advance(1);
    const Vector after = alpha_of(*solver, problem);
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < alpha.size(); ++i) {
      if (after[i] != alpha[i]) changed.push_back(i);
    }
    // Empty rows take no stored entry, so one call may step over some of them as well.
    for (const std::size_t i : changed) {
      const auto along = [&](double alpha_i) {
        Vector trial = after;
        trial[i] = alpha_i;
        return dual_function(problem, trial);
      };
      const double best = minimise(along, 0, upper);
      REQUIRE(after[i] == Approx(best).margin(1e-6 * problem.c()));
      REQUIRE(after[i] >= 0);
      REQUIRE(after[i] <= upper);
    }
    unchanged += changed.empty();
    alpha = after;
  }
  CHECK(unchanged < steps);
}

Dense with_edge_rows() {
  Dense rows = dense(random_sample(61, 12, 5, 0.6).rows);
  rows[3] = Vector(5, 0.0);  // an empty row
  rows[7] = rows[1];         // a duplicate
  rows[8] = rows[2];
  for (double& value : rows[8]) value = -value;  // the same row with the other label
  return rows;
}

}  // namespace

TEST_CASE("dual CD: each step minimises the dual over its variable, edge rows and bounds included") {
  const Sample sample = sample_of(with_edge_rows());
  for (const std::string& name : names) {
    for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge}) {
      // Small C puts nearly every variable at its upper bound, large C hardly any.
      for (const double lambda : {10.0, 0.1, 1e-3}) {
        check_steps(name, Problem(sample, loss, RegularizerKind::l2, lambda), 80);
      }
    }
  }
}

TEST_CASE("dual CD: one sample is solved by one step") {
  const Sample sample = sample_of({{2.0, -1.0}});
  for (const std::string& name : names) {
    const Problem hinge(sample, LossKind::hinge, RegularizerKind::l2, 0.5);  // C = 2
    const auto solver = start(name, hinge);
    solver->advance(2);
    CHECK(alpha_of(*solver, hinge)[0] == Approx(0.2));                        // 1/‖x‖²
    const Problem bounded(sample, LossKind::hinge, RegularizerKind::l2, 10);  // C = 0.1
    const auto at_bound = start(name, bounded);
    at_bound->advance(2);
    CHECK(alpha_of(*at_bound, bounded)[0] == 0.1);
    const Problem squared(sample, LossKind::squared_hinge, RegularizerKind::l2, 0.5);
    const auto smooth = start(name, squared);
    smooth->advance(2);
    CHECK(alpha_of(*smooth, squared)[0] == Approx(1 / 5.25));
  }
}

TEST_CASE(
    "dual CD: while running w = sum of alpha y x, alpha in its box, dual value never falls, primal above "
    "dual") {
  const Sample sample = random_sample(62, 60, 20);
  for (const std::string& name : names) {
    for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge}) {
      for (const bool shrinking : {false, true}) {
        if (shrinking && name != "permuted_dcd") continue;
        CAPTURE(name, name_of(loss), shrinking);
        const Problem problem(sample, loss, RegularizerKind::l2, 0.01);
        const auto solver =
            start(name, problem, name == "permuted_dcd" ? Given{{"shrinking", shrinking}} : Given{});
        double last_bound = 0;
        for (int k = 0; k < 400; ++k) {
          solver->advance(50);
          const Vector alpha = alpha_of(*solver, problem);
          Vector w(20, 0.0);
          for (Index i = 0; i < problem.m(); ++i) {
            const double alpha_i = alpha[static_cast<std::size_t>(i)];
            add(problem.rows()[i], alpha_i, w.data());
            REQUIRE(alpha_i >= 0);
            if (loss == LossKind::hinge) REQUIRE(alpha_i <= problem.c() * (1 + 1e-15));
          }
          REQUIRE(difference(weights_of(*solver, problem), w) < 1e-11);
          const double bound = problem.lower_bound(*solver->dual());
          REQUIRE(bound >= last_bound - 1e-13);
          REQUIRE(problem.objective(w) >= bound - 1e-13);
          last_bound = bound;
        }
      }
    }
  }
}

TEST_CASE("dual CD: an empty row counts with its loss of 1 and changes nothing else") {
  Dense rows = dense(random_sample(63, 20, 4, 0.8).rows);
  const Sample without = sample_of(rows);
  rows.insert(rows.begin() + 5, Vector(4, 0.0));
  const Sample with = sample_of(rows);
  constexpr double c = 2;
  for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge}) {
    const Problem small(without, loss, RegularizerKind::l2, 1 / (20 * c));
    const Problem large(with, loss, RegularizerKind::l2, 1 / (21 * c));
    for (const std::string& name : names) {
      const auto a = start(name, small);
      const auto b = start(name, large);
      advance_passes(*a, small, 3000);
      advance_passes(*b, large, 3000);
      CHECK(difference(weights_of(*a, small), weights_of(*b, large)) < 1e-6);
      const double objective = large.objective(weights_of(*b, large));
      CHECK(large.lower_bound(*b->dual()) == Approx(objective).epsilon(1e-8));
    }
  }
}
