// L1/2 for least squares, by repeated weighted L1 and by half thresholding: §3.1 to 3.3 of the ADMM and L1/2
// paper, whose R_n is F here, after Xu et al. (2010).

#include <algorithm>
#include <cmath>
#include <functional>

#include "solvers/l_half/half_penalty.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/l_half/l_half_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

struct Case {
  std::string name;
  Sample sample;
  double lambda;
};

Sample scaled(Sample sample, const Vector& factors) {
  Dense rows = dense(sample.rows);
  for (Vector& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] *= factors[j % factors.size()];
  }
  return {sample_of(rows).rows, std::move(sample.labels)};
}

Sample with_targets(const Dense& rows, const Vector& targets) {
  Sample sample = sample_of(rows);
  sample.labels = targets;
  return sample;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const double lambda : {1e-3, 0.03, 0.3, 2.0}) {
    for (const std::uint64_t seed : {801U, 802U, 803U}) {
      all.push_back({"random", random_regression_sample(seed, 60, 10), lambda});
      all.push_back({"wide", random_regression_sample(seed, 12, 30), lambda});
      all.push_back({"scaled", scaled(random_regression_sample(seed, 60, 8), {1e-2, 1, 30}), lambda});
    }
    all.push_back({"equal columns", with_targets({{1, 1, 0}, {2, 2, 1}, {-1, -1, 3}}, {1, 3, -2}), lambda});
    all.push_back({"an empty column", with_targets({{1, 0, 2}, {0, 0, 1}, {3, 0, -1}}, {1, 2, 3}), lambda});
    all.push_back({"one row", with_targets({{1, -2, 3}}, {4}), lambda});
    all.push_back({"targets 0", with_targets({{1, -2}, {3, 1}}, {0, 0}), lambda});
    all.push_back({"rows without entries", with_targets({{0, 0}, {1, 2}, {0, 0}}, {5, 1, -5}), lambda});
  }
  return all;
}

Problem least_squares(const Sample& sample, double lambda) {
  return Problem(sample, LossKind::squared, RegularizerKind::l_half, lambda);
}

/// F_ε of l_half_reweighted.cpp with `times` λ: the slope of its penalty is λ ½/(√|w_j| + ε).
double smoothed(const Problem& problem, const Vector& w, double epsilon, double times = 1) {
  double value = 0;
  for (const double w_j : w) {
    const double root = std::sqrt(std::abs(w_j));
    value += times * problem.lambda() * (root - epsilon * std::log1p(root / epsilon));
  }
  for (Index i = 0; i < problem.m(); ++i) {
    const double r = dot(problem.rows()[i], w.data()) - problem.target(i);
    value += r * r / problem.m();
  }
  return value;
}

double slope_of(const std::string& weights) {
  return weights == "paper" ? 1 : 0.5;
}

/// β^0 = (1, …, 1) and the solutions of the first problems, each solved to its end.
std::vector<Vector> rounds(const Problem& problem, const std::string& weights, double epsilon) {
  const auto solver = start("l_half_reweighted", problem,
                            {{"start", "ones"},
                             {"weights", weights},
                             {"epsilon", epsilon},
                             {"accuracy", 0.0},
                             {"tolerance", 1e-11},
                             {"inner_passes", 1e6},
                             {"rounds", 8.0}});
  std::vector<Vector> iterates{Vector(static_cast<std::size_t>(problem.n()), 1.0)};
  Progress progress;
  while (progress.status == Status::running && progress.updates < 100'000'000) {
    progress = solver->advance(1);
    if (*progress.outer_iterations == iterates.size()) iterates.push_back(weights_of(*solver, problem));
  }
  CHECK((progress.status == Status::limit || progress.status == Status::converged));
  return iterates;
}

/// ∇ of (1/m) Σ (x_i·w − y_i)².
Vector slopes(const Problem& problem, const Vector& w) {
  Vector gradient(w.size(), 0.0);
  for (Index i = 0; i < problem.m(); ++i) {
    const double r = dot(problem.rows()[i], w.data()) - problem.target(i);
    add(problem.rows()[i], 2 * r / problem.m(), gradient.data());
  }
  return gradient;
}

/// Counts the rounds, and the rounds in which `value` rises.
struct Rises {
  int rises = 0;
  int rounds = 0;

  void count(const std::vector<Vector>& iterates, const std::function<double(const Vector&)>& value) {
    for (std::size_t t = 1; t < iterates.size(); ++t) {
      ++rounds;
      rises += value(iterates[t]) > value(iterates[t - 1]) * (1 + 1e-12);
    }
  }
};

}  // namespace

// The proof in §3.3 uses as weights of the L1 problem the gradient of λΣ√|β_j| at β^t, which is λ/(2√|β_j|).
// The algorithm of §3.2 uses λ/(√|β_j| + ε).
TEST_CASE("l_half reweighted least squares: R_n falls under the majorizer's weights as epsilon vanishes") {
  for (const double epsilon : {1e-8, 1e-3, 0.1}) {
    Rises of_objective;
    for (const Case& each : cases()) {
      CAPTURE(each.name, each.lambda, epsilon);
      const Problem problem = least_squares(each.sample, each.lambda);
      const std::vector<Vector> iterates = rounds(problem, "majorizer", epsilon);
      Rises of_smoothed;
      of_smoothed.count(iterates, [&](const Vector& w) { return smoothed(problem, w, epsilon); });
      CHECK(of_smoothed.rises == 0);
      of_objective.count(iterates, [&](const Vector& w) { return problem.objective(w); });
    }
    CAPTURE(epsilon, of_objective.rises, of_objective.rounds);
    CHECK(of_objective.rounds > 300);
    // With a larger ε, the smoothed R_n falls, and R_n sometimes rises.
    CHECK((of_objective.rises == 0) == (epsilon == 1e-8));
    CHECK(of_objective.rises < of_objective.rounds / 5);
  }
}

TEST_CASE(
    "l_half reweighted least squares: under the printed weights R_n of twice the lambda falls, R_n not") {
  Rises of_objective;
  for (const Case& each : cases()) {
    CAPTURE(each.name, each.lambda);
    const Problem problem = least_squares(each.sample, each.lambda);
    const Problem twice = least_squares(each.sample, 2 * each.lambda);
    const std::vector<Vector> iterates = rounds(problem, "paper", 1e-8);
    Rises of_twice;
    of_twice.count(iterates, [&](const Vector& w) { return twice.objective(w); });
    CHECK(of_twice.rises == 0);
    of_objective.count(iterates, [&](const Vector& w) { return problem.objective(w); });
  }
  CAPTURE(of_objective.rises, of_objective.rounds);
  CHECK(of_objective.rises > of_objective.rounds / 3);
}

TEST_CASE("l_half reweighted least squares: every round is the lasso of the weights before it") {
  constexpr double epsilon = 0.01;
  for (const Case& each : cases()) {
    for (const std::string weights : {"majorizer", "paper"}) {
      CAPTURE(each.name, each.lambda, weights);
      const Problem problem = least_squares(each.sample, each.lambda);
      const std::vector<Vector> iterates = rounds(problem, weights, epsilon);
      const Vector at_zero = slopes(problem, Vector(iterates[0].size(), 0.0));
      for (std::size_t t = 1; t < iterates.size(); ++t) {
        const Vector gradient = slopes(problem, iterates[t]);
        for (std::size_t j = 0; j < gradient.size(); ++j) {
          const double v = slope_of(weights) / (std::sqrt(std::abs(iterates[t - 1][j])) + epsilon);
          const double slope = problem.lambda() * v;
          const double rounding = 1e-8 * (1 + std::abs(at_zero[j]));
          const double w_j = iterates[t][j];
          // A column without entries keeps its starting weight.
          if (at_zero[j] == 0 && gradient[j] == 0) continue;
          if (w_j == 0) CHECK(std::abs(gradient[j]) <= slope + rounding);
          if (w_j != 0) CHECK(gradient[j] == Approx(-std::copysign(slope, w_j)).margin(rounding));
        }
      }
    }
  }
}

TEST_CASE("l_half thresholding: with orthogonal columns the optimum is known, column by column") {
  const Dense rows{{1, 1, 1, 1}, {1, -1, 1, -1}, {1, 1, -1, -1}, {1, -1, -1, 1}};
  Random random(805);
  for (int k = 0; k < 200; ++k) {
    const Sample sample = with_targets(rows, random_vector(4, 2, random));
    const Problem problem = least_squares(sample, std::pow(10, -3 + 4 * random.uniform()));
    const auto solver = start("l_half_thresholding", problem);
    CHECK(advance_passes(*solver, problem, 100).status == Status::converged);
    const Vector w = weights_of(*solver, problem);
    const Vector c = slopes(problem, Vector(4, 0.0));  // −2 X'y/m
    for (std::size_t j = 0; j < 4; ++j)
      CHECK(w[j] == Approx(half_threshold(-c[j] / 2, problem.lambda())).margin(1e-12));
  }
}

TEST_CASE("l_half thresholding: F never rises, and no single weight can lower it at the end") {
  for (const Case& each : cases()) {
    for (const std::string threshold : {"global", "stationary"}) {
      CAPTURE(each.name, each.lambda, threshold);
      const Problem problem = least_squares(each.sample, each.lambda);
      const auto solver = start("l_half_thresholding", problem, {{"threshold", threshold}});
      const Vector objectives = objectives_of_iterations(*solver, problem, 100'000);
      CHECK(std::ranges::is_sorted(objectives, [](double a, double b) { return a > b * (1 + 1e-15); }));
      CHECK(solver->advance(1).status == Status::converged);
      if (threshold == "stationary") continue;
      const Vector w = weights_of(*solver, problem);
      double lowest = objectives.back();
      for (std::size_t j = 0; j < w.size(); ++j) {
        Vector other = w;
        for (double magnitude = 1e-6; magnitude < 1e3; magnitude *= 1.2) {
          for (const double value : {magnitude, -magnitude, 0.0}) {
            other[j] = value;
            lowest = std::min(lowest, problem.objective(other));
          }
        }
      }
      CHECK(lowest >= objectives.back() * (1 - 1e-12));
    }
  }
}

TEST_CASE("l_half reweighted least squares: a tolerance below rounding ends the run, with the same answer") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Sample sample = random_regression_sample(seed, 60, 20);
    for (const double lambda : {1e-6, 1e-3, 0.3}) {
      const Problem problem = least_squares(sample, lambda);
      for (const double accuracy : {0.0, 0.01, 1.0}) {
        CAPTURE(seed, lambda, accuracy);
        Vector objectives;
        for (const double tolerance : {1e-11, 0.0}) {
          const auto solver =
              start("l_half_reweighted", problem, {{"tolerance", tolerance}, {"accuracy", accuracy}});
          const Status status = advance_passes(*solver, problem, 20'000).status;
          CHECK((status == Status::converged || (tolerance == 0 && status == Status::stalled)));
          objectives.push_back(problem.objective(weights_of(*solver, problem)));
        }
        CHECK(objectives[1] == Approx(objectives[0]).epsilon(1e-10));
      }
    }
  }
}

// Abalone's columns are nearly collinear: half thresholding from 0 ends in a higher minimum at λ = 0.1.
TEST_CASE("l_half least squares: both methods converge on abalone, the intercept free") {
  const auto sample = real_regression_sample("abalone");
  if (!sample) return;
  Dense rows = dense(sample->rows);
  for (Vector& row : rows) row.push_back(1);
  const Sample wider = with_targets(rows, sample->labels);
  for (const double lambda : {0.01, 0.1, 1.0}) {
    CAPTURE(lambda);
    const Problem problem(wider, LossKind::squared, RegularizerKind::l_half, lambda,
                          {.free_intercept = true});
    Vector objectives;
    for (const std::string method : {"l_half_thresholding", "l_half_reweighted"}) {
      const auto solver = start(method, problem);
      CHECK(advance_passes(*solver, problem, 20'000).status == Status::converged);
      const Vector w = weights_of(*solver, problem);
      CHECK(std::abs(slopes(problem, w).back()) < 1e-6);
      objectives.push_back(problem.objective(w));
    }
    CAPTURE(objectives[0], objectives[1]);
    CHECK(objectives[0] == Approx(objectives[1]).epsilon(0.25));
  }
}
