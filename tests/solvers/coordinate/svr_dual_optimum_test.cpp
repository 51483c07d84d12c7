// Where both dual coordinate descent methods for support vector regression stop, and that they agree.

#include "tests/solvers/coordinate/svr_runs.hpp"
#include "tests/solvers/real_data.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("SVR dual CD: at the optimum of the 2l form one half of each pair is 0") {
  const Sample sample = with_edge_rows();
  for (const LossKind loss : svr_losses) {
    for (const double C : {1e-2, 1.0, 10.0}) {
      const Problem problem = svr(sample, loss, C);
      SvrDualCd2l solver = start_2l(problem);
      REQUIRE(advance_passes(solver, problem, 200'000).status == Status::converged);
      const Halves halves = halves_of(solver, problem);
      const Vector beta = beta_of(solver, problem);
      for (std::size_t i = 0; i < beta.size(); ++i) {
        CHECK(halves.plus[i] * halves.minus[i] == 0);
        CHECK(std::max(beta[i], 0.0) == Approx(halves.plus[i]));
        CHECK(std::max(-beta[i], 0.0) == Approx(halves.minus[i]));
      }
      CHECK(f_A(problem, halves.plus, halves.minus) == Approx(f_B(problem, beta)));
    }
  }
}

TEST_CASE("SVR dual CD: with and without shrinking both forms stop at the one optimum and only there") {
  const Sample sample = random_regression_sample(107, 80, 12);
  for (const LossKind loss : svr_losses) {
    for (const double C : {0.05, 2.0}) {
      const Problem problem = svr(sample, loss, C);
      std::vector<Vector> found;
      for (const std::string& name : svr_names) {
        for (const bool shrinking : {false, true}) {
          for (const double max_shrunk_passes : {1.0, 3.0, 1e9}) {
            CAPTURE(name, name_of(loss), C, shrinking, max_shrunk_passes);
            const auto solver =
                start(name, problem, {{"shrinking", shrinking}, {"max_shrunk_passes", max_shrunk_passes}});
            Progress progress;
            for (int k = 0; k < 1000 && progress.status == Status::running; ++k)
              progress = advance_passes(*solver, problem, 100);
            REQUIRE(progress.status == Status::converged);
            CHECK(std::abs(certified_gap(*solver, problem)) < 1e-8);
            found.push_back(weights_of(*solver, problem));
            CHECK(difference(found.back(), found.front()) < 1e-6);
            CHECK(solver->advance(1'000'000).nonzeros == progress.nonzeros);
            CHECK(weights_of(*solver, problem) == found.back());
          }
        }
      }
    }
  }
}

TEST_CASE("SVR dual CD: a loose tolerance is one on all variables, not on the active ones") {
  const Sample sample = random_regression_sample(108, 200, 8);
  for (const std::string& name : svr_names) {
    for (const LossKind loss : svr_losses) {
      const Problem problem = svr(sample, loss, 5);
      const auto solver = start(name, problem, {{"tolerance", 1e-3}});
      REQUIRE(advance_passes(*solver, problem, 50'000).status == Status::converged);
      const Vector beta = beta_of(*solver, problem);
      const Vector w = weights_of(*solver, problem);
      const SvrDual dual(problem);
      double violations = 0;
      double at_start = 0;
      for (Index i = 0; i < problem.m(); ++i) {
        const double beta_i = beta[static_cast<std::size_t>(i)];
        violations +=
            dual.violation(std::abs(beta_i) > dual.U * (1 - 1e-15) ? std::copysign(dual.U, beta_i) : beta_i,
                           dot(problem.rows()[i], w.data()) - problem.target(i) + dual.mu * beta_i);
        at_start += dual.violation(0, -problem.target(i));
      }
      CAPTURE(name, name_of(loss), violations, at_start);
      CHECK(violations <= 1e-2 * at_start);
    }
  }
}

TEST_CASE("SVR dual CD: both forms certify the optimum on abalone to 1e-6 and agree") {
  const auto sample = real_regression_sample("abalone");
  if (!sample) return;
  for (const LossKind loss : svr_losses) {
    const Problem problem = svr(*sample, loss, 1);
    std::vector<Vector> found;
    std::vector<double> objectives;
    for (const std::string& name : svr_names) {
      CAPTURE(name, name_of(loss));
      const auto solver = start(name, problem);
      for (int k = 0; k < 100 && certified_gap(*solver, problem) > 1e-8; ++k)
        advance_passes(*solver, problem, 10);
      CHECK(certified_gap(*solver, problem) <= 1e-6);
      CHECK(certified_gap(*solver, problem) >= -1e-12);
      found.push_back(weights_of(*solver, problem));
      objectives.push_back(problem.objective(found.back()));
    }
    CHECK(objectives[0] == Approx(objectives[1]).epsilon(1e-6));
    CHECK(difference(found[0], found[1]) < 1e-3);
  }
}
