#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "solvers/l_half/least_squares_model.hpp"
#include "solvers/problem/loss.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/l_half/l_half_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const std::vector<std::string> thresholds{"global", "stationary"};

/// Largest |∂F| among the nonzero weights and an unregularised last weight.
double largest_slope(const Problem& problem, const Vector& w) {
  const Vector gradient = loss_gradient(problem, w);
  double largest = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    const bool is_penalized = static_cast<Index>(j) < problem.penalized_columns();
    if (is_penalized && w[j] == 0) continue;
    const double penalty =
        is_penalized ? problem.lambda() * std::copysign(1.0, w[j]) / (2 * std::sqrt(std::abs(w[j]))) : 0.0;
    largest = std::max(largest, std::abs(gradient[j] + penalty));
  }
  return largest;
}

/// The decrease of F by the best of many values of w_j.
double gain_along(const Problem& problem, Vector w, std::size_t j) {
  const double objective = problem.objective(w);
  double lowest = objective;
  for (double magnitude = 1e-5; magnitude < 100; magnitude *= 1.15) {
    for (const double value : {magnitude, -magnitude, 0.0}) {
      w[j] = value;
      lowest = std::min(lowest, problem.objective(w));
    }
  }
  return objective - lowest;
}

}  // namespace

TEST_CASE("logistic model: derivatives along columns, exact change of the loss, and where it lies above it") {
  const Sample sample = random_sample(501, 30, 6, 0.7);
  const Problem problem = l_half_problem(sample, 1);
  const SparseMatrix& columns = problem.columns();
  const auto loss = [&](const Vector& w) {
    double sum = 0;
    for (Index i = 0; i < problem.m(); ++i) sum += Logistic::value(dot(problem.rows()[i], w.data()));
    return sum / problem.m();
  };
  Random random(502);
  for (int k = 0; k < 1000; ++k) {
    LogisticModel model(problem, true);
    const auto move = [&](const Vector& change) {
      for (std::size_t j = 0; j < change.size(); ++j) model.move(columns[static_cast<Index>(j)], change[j]);
    };
    Vector w = random_vector(6, k % 5 == 0 ? 30 : 1, random);
    move(w);
    model.accept(1);
    const double damping = k % 2 == 0 ? 1.0 : LogisticModel::sufficient_damping;
    model.refresh(damping);
    const Vector gradient = loss_gradient(problem, w);
    const auto j = static_cast<std::size_t>(random.below(6));
    REQUIRE(model.along(columns[static_cast<Index>(j)]).first == Approx(gradient[j]).margin(1e-14));

    const Vector change = random_vector(6, std::pow(10, -8 + 9 * random.uniform()), random);
    move(change);
    // The model's value: halfway between the slopes at 0 and the slopes at the end.
    double model_change = 0;
    double second = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const auto here = model.along(columns[static_cast<Index>(i)]);
      model_change += change[i] * (here.first + gradient[i]) / 2;
      second = std::max(second, here.second);
    }
    REQUIRE(second <= 0.25 * 10);
    const double s = k % 3 == 0 ? 1.0 : random.uniform();
    Vector end = w;
    for (std::size_t i = 0; i < 6; ++i) end[i] += s * change[i];
    const double actual = loss(end) - loss(w);
    REQUIRE(model.loss_change(s) == Approx(actual).margin(1e-14 * (1 + loss(w))));
    if (damping > 1) REQUIRE(model.loss_change(1) <= model_change + 1e-14 * (1 + std::abs(model_change)));
    model.accept(s);
    model.refresh(1);
    REQUIRE(model.along(columns[static_cast<Index>(j)]).first ==
            Approx(loss_gradient(problem, end)[j]).margin(1e-13));
  }
}

// 0 is the model's minimum. If the loss is flatter than its model, F may be lower elsewhere.
TEST_CASE(
    "l_half logistic: one weight ends in a stationary point below F(0), or in a minimum of the model in 0") {
  Random random(503);
  int zeros = 0;
  for (int k = 0; k < 200; ++k) {
    Dense rows(12, Vector(1));
    for (Vector& row : rows) row[0] = random.normal() + 0.5;
    const Sample sample = sample_of(rows);
    const Problem problem = l_half_problem(sample, std::pow(10, -3 + 2.5 * random.uniform()));
    const auto solver = start("l_half_logistic", problem);
    const Progress progress = advance_passes(*solver, problem, 2000);
    const Vector w = weights_of(*solver, problem);
    CAPTURE(k, problem.lambda(), w[0]);
    REQUIRE(progress.status == Status::converged);
    REQUIRE(largest_slope(problem, w) < 1e-8);
    if (w[0] == 0) {
      const double g = loss_gradient(problem, w)[0];
      const double a = squared_norm(problem.columns()[0]) / 4 / problem.m();
      for (double b = 1e-6; b < 1e3; b *= 1.01)
        REQUIRE(a * b * b / 2 - std::abs(g) * b + problem.lambda() * std::sqrt(b) >= 0);
    } else {
      REQUIRE(problem.objective(w) < problem.objective(Vector(1, 0.0)));
    }
    zeros += w[0] == 0;
  }
  CHECK(zeros > 20);
  CHECK(zeros < 180);
}

TEST_CASE("l_half logistic: F never rises from one outer iteration to the next, to a stationary point") {
  const auto heart = real_sample("heart_scale");
  const Sample random = labelled_random_sample(504, 60, 20);
  for (const Sample* sample : {&random, heart ? &*heart : nullptr}) {
    if (sample == nullptr) continue;
    const Sample wider = with_intercept(*sample);
    for (const double lambda : {1e-6, 1e-4, 1e-3, 3e-3, 0.01, 0.02, 0.05, 0.1, 0.3, 10.0}) {
      for (const std::string& threshold : thresholds) {
        for (const bool free_intercept : {false, true}) {
          CAPTURE(sample == &random, lambda, threshold, free_intercept);
          const Problem problem = l_half_problem(free_intercept ? wider : *sample, lambda, free_intercept);
          const auto solver = start("l_half_logistic", problem, {{"threshold", threshold}});
          const Vector objectives = objectives_of_iterations(*solver, problem, 1000);
          for (std::size_t k = 1; k < objectives.size(); ++k)
            REQUIRE(objectives[k] <= objectives[k - 1] * (1 + 1e-15));
          const Vector w = weights_of(*solver, problem);
          CHECK(largest_slope(problem, w) < 1e-5);
          if (sample == &random || lambda < 1e-4 || lambda > 1) continue;
          CHECK(solver->advance(1).status == Status::converged);
          CHECK(largest_slope(problem, w) < 1e-8);
          if (threshold != "global") continue;
          // No single weight can lower F further.
          for (std::size_t j = 0; j < w.size(); ++j) CHECK(gain_along(problem, w, j) < 1e-12);
        }
      }
    }
  }
}

TEST_CASE(
    "l_half logistic: a large penalty leaves all weights 0 but for a free intercept, which is the log odds") {
  const Sample sample = with_intercept(labelled_random_sample(505, 50, 4));
  double positive = 0;
  for (const double label : sample.labels) positive += label > 0;
  for (const std::string& threshold : thresholds) {
    const Problem problem = l_half_problem(sample, 100, true);
    const auto solver = start("l_half_logistic", problem, {{"threshold", threshold}});
    CHECK(advance_passes(*solver, problem, 500).status == Status::converged);
    const Vector w = weights_of(*solver, problem);
    CHECK(Vector(w.begin(), w.end() - 1) == Vector(4, 0.0));
    CHECK(w.back() == Approx(std::log(positive / (50 - positive))).epsilon(1e-8));
    const Problem regularised = l_half_problem(sample, 100);
    const auto whole = start("l_half_logistic", regularised, {{"threshold", threshold}});
    CHECK(advance_passes(*whole, regularised, 500).status == Status::converged);
    CHECK(weights_of(*whole, regularised) == Vector(5, 0.0));
  }
}
