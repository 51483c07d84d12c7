// Steps and invariants of both dual coordinate descent methods for support vector regression.

#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/coordinate/svr_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Makes single steps and checks each against the brute-force minimiser of f_B over the variable that it
/// changed.
void check_steps(const Problem& problem, int steps) {
  CAPTURE(name_of(problem.loss()), problem.c());
  const double upper = problem.loss() == LossKind::epsilon_insensitive ? problem.c() : 1e3 * problem.c();
  const auto solver = start("svr_dual_cd", problem);
  Vector beta = beta_of(*solver, problem);
  int unchanged = 0;
  for (int step = 0; step < steps; ++step) {
    solver->advance(1);
    const Vector after = beta_of(*solver, problem);
    unchanged += after == beta;
    for (std::size_t i = 0; i < beta.size(); ++i) {
      if (after[i] == beta[i]) continue;
      const auto along = [&](double beta_i) {
        Vector trial = after;
        trial[i] = beta_i;
        return f_B(problem, trial);
      };
      REQUIRE(after[i] == Approx(minimise(along, -upper, upper)).margin(1e-6 * problem.c()));
    }
    beta = after;
  }
  CHECK(unchanged < steps);
}

/// The same for the halves and f_A.
void check_half_steps(const Problem& problem, int steps) {
  CAPTURE(name_of(problem.loss()), problem.c());
  const double upper = problem.loss() == LossKind::epsilon_insensitive ? problem.c() : 1e3 * problem.c();
  SvrDualCd2l solver = start_2l(problem);
  Halves before = halves_of(solver, problem);
  double value = f_A(problem, before.plus, before.minus);
  int changed = 0;
  for (int step = 0; step < steps; ++step) {
    solver.advance(1);
    const Halves after = halves_of(solver, problem);
    const auto check = [&](Vector Halves::*half, std::size_t i) {
      if ((after.*half)[i] == (before.*half)[i]) return;
      ++changed;
      const auto along = [&](double alpha) {
        Halves trial = after;
        (trial.*half)[i] = alpha;
        return f_A(problem, trial.plus, trial.minus);
      };
      REQUIRE((after.*half)[i] == Approx(minimise(along, 0, upper)).margin(1e-6 * problem.c()));
    };
    for (std::size_t i = 0; i < after.plus.size(); ++i) {
      check(&Halves::plus, i);
      check(&Halves::minus, i);
    }
    const double now = f_A(problem, after.plus, after.minus);
    REQUIRE(now <= value + 1e-12 * (1 + std::abs(value)));
    value = now;
    before = after;
  }
  CHECK(changed > 10);
}

}  // namespace

TEST_CASE("SVR dual CD: each step minimises the dual over its variable, empty rows and bounds included") {
  const Sample sample = with_edge_rows();
  for (const LossKind loss : svr_losses) {
    for (const double C : {1e-3, 0.1, 10.0}) {
      check_steps(svr(sample, loss, C), 150);
      check_half_steps(svr(sample, loss, C), 150);
    }
  }
}

TEST_CASE("SVR dual CD: empty rows have their minimiser and nothing ever divides by 0") {
  const Sample sample = with_edge_rows();
  for (const std::string& name : svr_names) {
    for (const LossKind loss : svr_losses) {
      const Problem problem = svr(sample, loss, 0.5);
      const auto solver = start(name, problem);
      REQUIRE(advance_passes(*solver, problem, 100'000).status == Status::converged);
      const Vector beta = beta_of(*solver, problem);
      const double y = problem.target(3);
      const double expected = loss == LossKind::epsilon_insensitive
                                  ? std::copysign(0.5, y)
                                  : std::copysign(std::max(std::abs(y) - 0.1, 0.0), y);  // 1/μ = 2C = 1
      CHECK(beta[3] == Approx(expected).epsilon(1e-8));
      CHECK(beta[4] == 0);
      CHECK(std::abs(certified_gap(*solver, problem)) < 1e-8);
    }
  }
}

TEST_CASE("SVR dual CD: w = sum of beta x, beta in its box, dual value rises, primal above dual") {
  const Sample sample = random_regression_sample(106, 60, 20);
  for (const std::string& name : svr_names) {
    for (const LossKind loss : svr_losses) {
      for (const double C : {1e-2, 1.0, 10.0}) {
        for (const bool shrinking : {false, true}) {
          CAPTURE(name, name_of(loss), C, shrinking);
          const Problem problem = svr(sample, loss, C);
          const auto solver = start(name, problem, {{"shrinking", shrinking}});
          CHECK(weights_of(*solver, problem) == Vector(20, 0.0));
          double last_bound = 0;
          for (int k = 0; k < 300; ++k) {
            solver->advance(50);
            const Vector beta = beta_of(*solver, problem);
            for (const double beta_i : beta) {
              if (loss == LossKind::epsilon_insensitive) REQUIRE(std::abs(beta_i) <= C * (1 + 1e-15));
            }
            const Vector w = weights_of(*solver, problem);
            REQUIRE(difference(w, weights_from(beta, problem)) < 1e-11);
            const double bound = problem.lower_bound(*solver->dual());
            // What rises in the 2l form is −f_A, which lies below this bound until one half of each is 0.
            if (name == "svr_dual_cd") REQUIRE(bound >= last_bound - 1e-12);
            REQUIRE(problem.objective(w) >= bound - 1e-12);
            last_bound = bound;
          }
          CHECK(last_bound > 0);
        }
      }
    }
  }
}

TEST_CASE("SVR dual CD: targets inside the tube are solved by w = 0 in one pass") {
  const Sample sample = random_regression_sample(109, 20, 5);
  for (const std::string& name : svr_names) {
    const Problem problem = svr(sample, LossKind::epsilon_insensitive, 1, 100);
    const auto solver = start(name, problem);
    const Progress progress = solver->advance(1'000'000);
    CHECK(progress.status == Status::converged);
    CHECK(progress.updates == (name == "svr_dual_cd" ? 20 : 40));
    CHECK(weights_of(*solver, problem) == Vector(5, 0.0));
    CHECK(problem.lower_bound(*solver->dual()) == 0);
  }
}
