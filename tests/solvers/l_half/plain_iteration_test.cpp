// Iteratively reweighted least squares as the ADMM and L1/2 paper prints it: full steps, no floor under W.

#include <cmath>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/load_dataset.hpp"
#include "datasets/matrix/line_products.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/l_half/l_half_problem.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Options of the plain iteration, with least-squares problems solved to the end.
Given plain(const std::string& start) {
  return {{"damping", false},       {"start", start},          {"threshold", "stationary"},
          {"inner_passes", 2000.0}, {"inner_accuracy", 1e-10}, {"tolerance", 1e-13}};
}

/// Runs until this many outer iterations are complete, or to the end.
Progress advance_iterations(Solver& solver, std::uint64_t iterations) {
  Progress progress = solver.advance(0);
  while (*progress.outer_iterations < iterations && progress.status == Status::running)
    progress = solver.advance(1);
  return progress;
}

/// X'WX v with W = μ(1 − μ) at w, divided by m.
Vector curvature_times(const Problem& problem, const Vector& w, const Vector& v) {
  Vector product(w.size(), 0.0);
  for (Index i = 0; i < problem.m(); ++i) {
    const auto row = problem.rows()[i];
    const double mu = 1 / (1 + std::exp(-dot(row, w.data())));
    add(row, mu * (1 - mu) * dot(row, v.data()) / problem.m(), product.data());
  }
  return product;
}

/// Rows (1, x_i) or −(1, x_i) with x_i far from 0.
Sample saturated_sample() {
  Dense rows;
  for (int i = 0; i < 20; ++i) {
    const double y = i % 3 == 0 ? -1 : 1;
    rows.push_back({y * (15.0 + i % 5), y * (20.0 + i % 7), y});
  }
  Sample sample = sample_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) sample.labels[i] = rows[i].back();
  return sample;
}

/// The students' data: seven attributes of German Credit as the digits of their codes, and a constant
/// feature.
std::optional<Dataset> seven_attributes() {
  const EnvironmentVariable own("DESCENT_CATALOG", "");
  if (!find_data_file("german.data")) {
    WARN("not tested on german.data, which is not in the folder DESCENT_DATA");
    return std::nullopt;
  }
  Dataset dataset = load_dataset("german-codes");
  keep_attributes(dataset, {1, 3, 6, 7, 10, 11, 15});
  append_constant_feature(dataset, 1);
  return dataset;
}

}  // namespace

TEST_CASE("plain iteration: next to no penalty a step is Newton's, whole") {
  const Sample sample = labelled_random_sample(701, 60, 5);
  const Problem problem = l_half_problem(sample, 1e-14);
  const auto solver = start("l_half_logistic", problem, plain("zero"));
  Vector w = weights_of(*solver, problem);
  for (std::uint64_t iteration = 1; iteration <= 4; ++iteration) {
    advance_iterations(*solver, iteration);
    const Vector after = weights_of(*solver, problem);
    Vector change = after;
    for (std::size_t j = 0; j < w.size(); ++j) change[j] -= w[j];
    const Vector product = curvature_times(problem, w, change);
    const Vector gradient = loss_gradient(problem, w);
    for (std::size_t j = 0; j < w.size(); ++j) CHECK(product[j] == Approx(-gradient[j]).margin(1e-9));
    w = after;
  }
}

TEST_CASE("plain iteration: where it converges, it does so to where the damped one does") {
  const Sample sample = labelled_random_sample(702, 80, 6);
  for (const double lambda : {1e-4, 1e-3, 5e-3}) {
    for (const std::string method : {"l_half_logistic", "l_half_reweighted"}) {
      CAPTURE(lambda, method);
      const Problem problem = l_half_problem(sample, lambda);
      Vector objectives;
      for (const bool damping : {false, true}) {
        const auto solver = start(method, problem, {{"damping", damping}});
        CHECK(advance_passes(*solver, problem, 5000).status == Status::converged);
        objectives.push_back(problem.objective(weights_of(*solver, problem)));
      }
      CHECK(objectives[0] == Approx(objectives[1]).epsilon(1e-6));
    }
  }
}

TEST_CASE("l_half: an iteration that starts at ones does, and columns without entries stay 0") {
  const Sample sample = sample_of({{1, 0, 2}, {-1, 0, 1}, {2, 0, -1}});
  const Problem problem = l_half_problem(sample, 1e-3);
  for (const std::string method : {"l_half_logistic", "l_half_reweighted"}) {
    const auto solver = start(method, problem, {{"start", "ones"}});
    CHECK(weights_of(*solver, problem) == Vector{1, 0, 1});
    const Vector objectives = objectives_of_iterations(*solver, problem, 1000);
    CHECK(objectives.back() < objectives.front());
    CHECK(solver->advance(1).status == Status::converged);
  }
}

TEST_CASE("plain iteration: where all mu(1 - mu) underflow, it diverges and says so; damped it does not") {
  const Sample sample = saturated_sample();
  const Problem problem = l_half_problem(sample, 1e-2, true);
  const auto solver = start("l_half_logistic", problem, plain("ones"));
  const Progress progress = advance_iterations(*solver, 100);
  CHECK(progress.status == Status::diverged);
  CHECK(progress.outer_iterations == 1u);
  const Progress later = solver->advance(1000);
  CHECK(later.status == Status::diverged);
  CHECK(later.entries_touched == progress.entries_touched);
  const Vector last = weights_of(*solver, problem);
  for (const double w_j : last) CHECK(std::isfinite(w_j));
  CHECK(problem.objective(last) > 100 * std::log(2));

  const auto damped = start("l_half_logistic", problem, {{"start", "ones"}});
  const Vector objectives = objectives_of_iterations(*damped, problem, 10'000);
  for (std::size_t k = 1; k < objectives.size(); ++k)
    REQUIRE(objectives[k] <= objectives[k - 1] * (1 + 1e-15));
  CHECK(objectives.back() < 1);
}

// The paper starts at (1, …, 1), has its best weights after 9 iterations and "explodes" after 25.
TEST_CASE("plain iteration on the students' German Credit: from ones it ends in the second iteration") {
  const auto dataset = seven_attributes();
  if (!dataset) return;
  for (const double lambda : {1e-3, 0.1, 1.0, 5.0}) {
    CAPTURE(lambda);
    const Problem problem = l_half_problem(dataset->train, lambda / 700, true);
    const auto solver = start("l_half_logistic", problem, plain("ones"));
    const Progress progress = advance_iterations(*solver, 100);
    CHECK(progress.status == Status::diverged);
    CHECK(progress.outer_iterations == 1u);
  }
}

TEST_CASE("plain iteration on the students' German Credit: from 0 it does not explode") {
  const auto dataset = seven_attributes();
  if (!dataset) return;
  const auto right = [](const Sample& sample, const Vector& w) {
    int count = 0;
    for (Index i = 0; i < sample.rows.outer_size(); ++i) count += dot(sample.rows[i], w.data()) > 0;
    return count;
  };
  for (const double lambda : {1e-3, 0.1, 0.5}) {
    CAPTURE(lambda);
    const Problem problem = l_half_problem(dataset->train, lambda / 700, true);
    Given given = plain("zero");
    given["tolerance"] = 0.0;  // to continue
    const auto solver = start("l_half_logistic", problem, given);
    double objective = problem.objective(weights_of(*solver, problem));
    for (std::uint64_t iteration = 1; iteration <= 60; ++iteration) {
      const Progress progress = advance_iterations(*solver, iteration);
      if (progress.status == Status::converged || progress.status == Status::stalled) break;
      REQUIRE(progress.status == Status::running);
      const Vector w = weights_of(*solver, problem);
      CHECK(problem.objective(w) <= objective * (1 + 1e-9));
      objective = problem.objective(w);
      if (iteration >= 3) {
        CHECK(right(dataset->train, w) == 513);
        CHECK(right(dataset->test, w) == 222);
      }
    }
  }
}
