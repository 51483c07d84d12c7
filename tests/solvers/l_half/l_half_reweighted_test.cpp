#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/loss.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/l_half/l_half_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// F_ε of the method's header: the slope of its penalty λ (√t − ε log(1 + √t/ε)) is λ ½/(√t + ε).
double smoothed_objective(const Problem& problem, const Vector& w, double epsilon) {
  double penalty = 0;
  for (Index j = 0; j < problem.penalized_columns(); ++j) {
    const double root = std::sqrt(std::abs(w[static_cast<std::size_t>(j)]));
    penalty += root - epsilon * std::log1p(root / epsilon);
  }
  double loss = 0;
  for (Index i = 0; i < problem.m(); ++i) loss += Logistic::value(dot(problem.rows()[i], w.data()));
  return problem.lambda() * penalty + loss / problem.m();
}

/// Largest violation of the optimality conditions of the L1 problem that w defines.
double violation(const Problem& problem, const Vector& w, double epsilon) {
  const Vector gradient = loss_gradient(problem, w);
  double largest = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    const bool is_penalized = static_cast<Index>(j) < problem.penalized_columns();
    const double slope = is_penalized ? problem.lambda() / 2 / (std::sqrt(std::abs(w[j])) + epsilon) : 0.0;
    const double here = w[j] == 0 ? std::max(0.0, std::abs(gradient[j]) - slope)
                                  : std::abs(gradient[j] + std::copysign(slope, w[j]));
    largest = std::max(largest, here);
  }
  return largest;
}

}  // namespace

TEST_CASE("l_half reweighted: the smoothed penalty's slope is the weight of the L1 problem") {
  const Sample sample = sample_of({{1.0}});
  const Problem problem = l_half_problem(sample, 1e6);  // so large that the loss does not count
  for (const double epsilon : {1e-3, 0.1, 1.0}) {
    for (const double w : {0.01, 0.3, 2.0, 50.0}) {
      const double h = 1e-4 * w;
      const double slope =
          (smoothed_objective(problem, {w + h}, epsilon) - smoothed_objective(problem, {w - h}, epsilon)) /
          (2 * h);
      CHECK(slope / 1e6 == Approx(0.5 / (std::sqrt(w) + epsilon)).epsilon(1e-5));
    }
  }
}

TEST_CASE("l_half reweighted: it converges where new weights change nothing") {
  const Sample sample = labelled_random_sample(601, 80, 15);
  const Sample wider = with_intercept(sample);
  for (const double lambda : {1e-4, 1e-3, 5e-3, 0.02, 0.1}) {
    for (const double epsilon : {1e-4, 1e-3, 0.05, 1.0}) {
      for (const double accuracy : {0.0, 0.01, 1.0}) {
        for (const bool free_intercept : {false, true}) {
          CAPTURE(lambda, epsilon, accuracy, free_intercept);
          const Problem problem = l_half_problem(free_intercept ? wider : sample, lambda, free_intercept);
          const auto solver =
              start("l_half_reweighted", problem, {{"epsilon", epsilon}, {"accuracy", accuracy}});
          CHECK(advance_passes(*solver, problem, 10'000).status == Status::converged);
          CHECK(violation(problem, weights_of(*solver, problem), epsilon) < 1e-7);
        }
      }
    }
  }
}

// Within one L1 problem F_ε may rise again, but never above its value at the problem's start.
TEST_CASE("l_half reweighted: with new weights in each outer iteration F_eps never rises") {
  const Sample sample = labelled_random_sample(604, 80, 15);
  const Sample wider = with_intercept(sample);
  for (const double lambda : {1e-4, 1e-3, 5e-3, 0.02, 0.1}) {
    for (const double epsilon : {1e-6, 1e-3, 0.05, 1.0}) {
      for (const bool free_intercept : {false, true}) {
        CAPTURE(lambda, epsilon, free_intercept);
        const Problem problem = l_half_problem(free_intercept ? wider : sample, lambda, free_intercept);
        const auto solver = start("l_half_reweighted", problem, {{"epsilon", epsilon}, {"accuracy", 1.0}});
        std::vector<Vector> iterates;
        Progress progress;
        while (progress.status == Status::running && progress.updates < 100'000) {
          progress = solver->advance(1);
          Vector w = weights_of(*solver, problem);
          if (iterates.empty() || w != iterates.back()) iterates.push_back(std::move(w));
        }
        // The first iteration's weights come from (1, …, 1), not from its starting point.
        for (std::size_t k = 2; k < iterates.size(); ++k) {
          REQUIRE(smoothed_objective(problem, iterates[k], epsilon) <=
                  smoothed_objective(problem, iterates[k - 1], epsilon) * (1 + 1e-14));
        }
        CHECK(iterates.size() > 2);
      }
    }
  }
}

TEST_CASE("l_half reweighted: the papers' weights are those of twice the lambda") {
  const Sample sample = random_sample(602, 60, 12);
  const Problem single = l_half_problem(sample, 0.01);
  const Problem twice = l_half_problem(sample, 0.02);
  const auto as_printed = start("l_half_reweighted", single, {{"weights", "paper"}});
  const auto majorizer = start("l_half_reweighted", twice);
  for (int k = 0; k < 40; ++k) {
    as_printed->advance(1000);
    majorizer->advance(1000);
    REQUIRE(weights_of(*as_printed, single) == weights_of(*majorizer, twice));
  }
  CHECK(violation(twice, weights_of(*as_printed, single), 1e-3) < 1e-7);
}

TEST_CASE("l_half reweighted: after so many rounds it is at its limit") {
  const Sample sample = labelled_random_sample(605, 80, 15);
  const Problem problem = l_half_problem(sample, 5e-3);
  for (const std::uint64_t rounds : {1U, 2U, 5U}) {
    const auto solver =
        start("l_half_reweighted", problem, {{"rounds", static_cast<double>(rounds)}, {"accuracy", 0.0}});
    const Progress progress = advance_passes(*solver, problem, 10'000);
    CHECK(progress.status == Status::limit);
    CHECK(progress.outer_iterations == rounds);
    CHECK(solver->advance(1000).entries_touched == progress.entries_touched);
  }
}

TEST_CASE("l_half reweighted: with a large epsilon it is plain L1 with lambda / (2 epsilon)") {
  const Sample sample = random_sample(603, 60, 12);
  constexpr double epsilon = 1e9;
  const Problem problem = l_half_problem(sample, 0.02 * 2 * epsilon);
  const auto solver = start("l_half_reweighted", problem, {{"epsilon", epsilon}});
  CHECK(advance_passes(*solver, problem, 2000).status == Status::converged);
  const Vector w = weights_of(*solver, problem);
  const Vector gradient = loss_gradient(problem, w);
  const auto zeros = std::count(w.begin(), w.end(), 0.0);
  CHECK(zeros > 0);
  CHECK(zeros < 12);
  for (std::size_t j = 0; j < w.size(); ++j) {
    if (w[j] == 0) CHECK(std::abs(gradient[j]) <= 0.02 + 1e-8);
    if (w[j] != 0) CHECK(gradient[j] == Approx(-std::copysign(0.02, w[j])).epsilon(1e-6));
  }
}

TEST_CASE("l_half: half thresholding and reweighting find comparable objectives on heart_scale") {
  const auto sample = real_sample("heart_scale");
  if (!sample) return;
  for (const double lambda : {1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1}) {
    CAPTURE(lambda);
    const Problem problem = l_half_problem(*sample, lambda);
    Vector objectives;
    for (const std::string name : {"l_half_logistic", "l_half_reweighted"}) {
      const auto solver = start(name, problem);
      CHECK(advance_passes(*solver, problem, 3000).status == Status::converged);
      objectives.push_back(problem.objective(weights_of(*solver, problem)));
    }
    CHECK(objectives[0] == Approx(objectives[1]).epsilon(0.01));
    CHECK(objectives[0] < 0.95 * std::log(2));
  }
}
