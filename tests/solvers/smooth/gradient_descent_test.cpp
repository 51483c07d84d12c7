#include "datasets/matrix/line_products.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr std::array tested_regularizers{RegularizerKind::l1, RegularizerKind::l2, RegularizerKind::none};

double penalty(RegularizerKind kind, double w) {
  if (kind == RegularizerKind::l1) return std::abs(w);
  return kind == RegularizerKind::l2 ? w * w / 2 : 0;
}

/// Gradient of the mean loss, plus the gradient of λ R under L2.
Vector smooth_gradient(const Problem& problem, const Vector& w) {
  Vector g = naive_loss_gradient(problem, w);
  for (std::size_t j = 0; j < g.size(); ++j) {
    g[j] /= problem.m();
    const bool ridge = problem.regularizer() == RegularizerKind::l2;
    if (ridge && j < static_cast<std::size_t>(problem.penalized_columns())) g[j] += problem.lambda() * w[j];
  }
  return g;
}

/// The smallest subgradient of F: for each coordinate, the element of an interval nearest to 0.
Vector smallest_subgradient(const Problem& problem, const Vector& w) {
  Vector g = smooth_gradient(problem, w);
  if (problem.regularizer() != RegularizerKind::l1) return g;
  for (std::size_t j = 0; j < static_cast<std::size_t>(problem.penalized_columns()); ++j) {
    const double lower = g[j] + problem.lambda() * (w[j] > 0 ? 1 : -1);
    const double upper = g[j] + problem.lambda() * (w[j] < 0 ? -1 : 1);
    g[j] = lower > 0 ? lower : (upper < 0 ? upper : 0);
  }
  return g;
}

}  // namespace

TEST_CASE("gradient descent: a step minimises the linearised smooth part plus proximity plus the rest") {
  constexpr double t = 0.3;
  int cases = 0;
  for_each_problem(tested_regularizers, 80, 100, [&](const Problem& problem) {
    const auto solver = start("gradient_descent", problem, {{"step_rule", "fixed"}, {"step", t}});
    advance_to(*solver, 0);
    for (std::uint64_t step = 1; step <= 12; ++step) {
      const Vector before = weights_of(*solver, problem);
      const Vector g = smooth_gradient(problem, before);
      if (advance_to(*solver, step).updates < step) break;
      const Vector after = weights_of(*solver, problem);
      for (std::size_t j = 0; j < before.size(); ++j) {
        const bool penalized = j < static_cast<std::size_t>(problem.penalized_columns()) &&
                               problem.regularizer() == RegularizerKind::l1;
        const double expected = minimise(
            [&](double b) {
              const double distance = b - before[j];
              return g[j] * distance + distance * distance / (2 * t) +
                     (penalized ? problem.lambda() * penalty(RegularizerKind::l1, b) : 0);
            },
            before[j] - 10, before[j] + 10);
        REQUIRE(std::abs(after[j] - expected) < 1e-6);
        ++cases;
      }
    }
  });
  CHECK(cases > 1000);
}

TEST_CASE(
    "gradient descent: every step that backtracking takes meets its condition and is not needlessly short") {
  int taken = 0;
  for_each_problem(tested_regularizers, 80, 200, [&](const Problem& problem) {
    const auto solver = start("gradient_descent", problem, {{"tolerance", 1e-4}});
    const bool l1 = problem.regularizer() == RegularizerKind::l1;
    const double curvature = with_smooth_loss(problem, [](const auto& loss) { return loss.curvature; }) *
                                 squared_norm(problem.rows()) / problem.m() +
                             (problem.regularizer() == RegularizerKind::l2 ? problem.lambda() : 0);
    const auto smooth_part = [&](const Vector& w) {
      const double loss = naive_objective(problem, w);
      double rest = 0;
      for (std::size_t j = 0; j < static_cast<std::size_t>(problem.penalized_columns()); ++j)
        rest += l1 ? problem.lambda() * std::abs(w[j]) : 0;
      return loss - rest;
    };
    for (std::uint64_t step = 1; step <= 30; ++step) {
      const Vector before = weights_of(*solver, problem);
      if (advance_to(*solver, step).updates < step) break;
      const Vector after = weights_of(*solver, problem);
      const Vector g = smooth_gradient(problem, before);
      // The step length from the coordinate that moved most: d_j = −t (g_j + λ sign(w⁺_j)), with λ = 0 except
      // under L1.
      double t = 0;
      double longest = 0;
      double slope = 0;
      double squared_length = 0;
      for (std::size_t j = 0; j < g.size(); ++j) {
        const double d = after[j] - before[j];
        slope += g[j] * d;
        squared_length += d * d;
        const bool penalized = l1 && j < static_cast<std::size_t>(problem.penalized_columns());
        if (std::abs(d) <= longest || after[j] == 0) continue;
        longest = std::abs(d);
        t = -d / (g[j] + (penalized ? std::copysign(problem.lambda(), after[j]) : 0));
      }
      if (longest < 1e-5) continue;
      const double change = smooth_part(after) - smooth_part(before);
      const double allowed = l1 ? slope + squared_length / (2 * t) : 0.3 * slope;
      REQUIRE(change <= allowed + 1e-12);
      REQUIRE(t >= 0.5 / curvature);
      ++taken;
    }
  });
  CHECK(taken > 200);
}

TEST_CASE("gradient descent: the objective never rises, by backtracking and with the fixed step 1/L") {
  for (const std::string rule : {"backtracking", "fixed"}) {
    for_each_problem(tested_regularizers, 80, 300, [&](const Problem& problem) {
      CAPTURE(rule);
      const auto solver = start("gradient_descent", problem, {{"step_rule", rule}, {"tolerance", 1e-12}});
      double last = problem.objective(weights_of(*solver, problem));
      for (std::uint64_t step = 1; step <= 300; ++step) {
        advance_to(*solver, step);
        const double objective = problem.objective(weights_of(*solver, problem));
        REQUIRE(objective <= last * (1 + 1e-15));
        last = objective;
      }
    });
  }
}

TEST_CASE("gradient descent: converged means a gradient of that norm; a free intercept has none left") {
  for (const std::string rule : {"backtracking", "fixed"}) {
    for_each_problem(tested_regularizers, 80, 400, [&](const Problem& problem) {
      CAPTURE(rule);
      const auto solver = start("gradient_descent", problem, {{"step_rule", rule}, {"tolerance", 1e-7}});
      const double first = norm2(smallest_subgradient(problem, weights_of(*solver, problem)));
      const Progress progress = solver->advance(20'000'000);
      REQUIRE(progress.status == Status::converged);
      const Vector w = weights_of(*solver, problem);
      CHECK(norm2(smallest_subgradient(problem, w)) <= 1.0001e-7 * first);
      if (problem.free_intercept())
        CHECK(std::abs(naive_loss_gradient(problem, w).back()) / problem.m() <= 1e-7 * first);
      if (problem.regularizer() == RegularizerKind::none) {
        CHECK_FALSE(solver->dual().has_value());
      } else {
        CHECK(certified_gap(*solver, problem) >= -1e-14);
        CHECK(certified_gap(*solver, problem) < 1e-5);
      }
    });
  }
}

TEST_CASE("gradient descent: without a tolerance it ends where rounding stops it") {
  for (const std::string rule : {"backtracking", "fixed"}) {
    for_each_problem(tested_regularizers, 80, 500, [&](const Problem& problem) {
      CAPTURE(rule);
      const auto solver = start("gradient_descent", problem, {{"step_rule", rule}, {"tolerance", 0.0}});
      const Progress progress = solver->advance(50'000'000);
      CHECK(progress.status != Status::running);
      const Vector w = weights_of(*solver, problem);
      CHECK(norm2(smallest_subgradient(problem, w)) < 1e-12);
    });
  }
}

TEST_CASE("gradient descent: steps that are far too long end the run with finite weights") {
  for_each_problem(tested_regularizers, 80, 600, [&](const Problem& problem) {
    const auto solver = start("gradient_descent", problem, {{"step_rule", "fixed"}, {"step", 1e3}});
    const Progress progress = solver->advance(50'000'000);
    CHECK((progress.status == Status::diverged || progress.status == Status::limit));
    for (const double w_j : weights_of(*solver, problem)) CHECK(std::isfinite(w_j));
  });
}

TEST_CASE("gradient descent: a tolerance that proves next to nothing stops it, and it has not converged") {
  for_each_problem(
      std::array{RegularizerKind::l1, RegularizerKind::l2}, 80, 700, [&](const Problem& problem) {
        for (const double tolerance : {0.9, 0.3, 1e-8}) {
          const auto solver = start("gradient_descent", problem, {{"tolerance", tolerance}});
          const Progress progress = solver->advance(50'000'000);
          CAPTURE(tolerance, certified_gap(*solver, problem));
          CHECK((progress.status == Status::converged || progress.status == Status::stopped));
          CHECK((progress.status == Status::converged) == (certified_gap(*solver, problem) <= 0.01));
        }
      });
}

TEST_CASE("gradient descent: where w = 0 is the optimum it converges there at once") {
  const Sample sample = random_sample(7, 20, 4);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 100);
  const auto solver = start("gradient_descent", problem);
  CHECK(solver->advance(1'000'000).status == Status::converged);
  CHECK(weights_of(*solver, problem) == Vector(4, 0.0));
  CHECK(certified_gap(*solver, problem) == Approx(0).margin(1e-15));
}
