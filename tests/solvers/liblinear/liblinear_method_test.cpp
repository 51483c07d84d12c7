// The method `liblinear` is LIBLINEAR's solver of our problem.

#include <linear.h>

#include <cmath>

#include "solvers/liblinear/liblinear_problem.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/liblinear/liblinear_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Weights of a direct call of LIBLINEAR with separately written labels and rows.
Vector direct_weights(const Problem& problem, int solver, double tolerance, unsigned int seed) {
  const Dense signed_rows = dense(problem.rows());
  std::vector<std::vector<feature_node>> rows;
  std::vector<feature_node*> starts;
  Vector labels = problem.sample().labels;
  const bool has_classes = description_of(problem.loss()).task == Task::classification;
  for (std::size_t i = 0; i < signed_rows.size(); ++i) {
    std::vector<feature_node>& row = rows.emplace_back();
    for (std::size_t j = 0; j < signed_rows[i].size(); ++j) {
      const double value = signed_rows[i][j];
      if (value != 0) row.push_back({static_cast<int>(j) + 1, has_classes ? value / labels[i] : value});
    }
    row.push_back({-1, 0});
  }
  for (auto& row : rows) starts.push_back(row.data());
  const ::problem given{problem.m(), problem.n(), labels.data(), starts.data(), -1};
  parameter options{};
  options.solver_type = solver;
  options.eps = tolerance;
  options.C = 1 / (problem.lambda() * problem.m());
  options.p = problem.epsilon();
  set_print_string_function([](const char*) {});
  srand(seed);
  model* trained = train(&given, &options);
  Vector w(trained->w, trained->w + trained->nr_feature);
  free_and_destroy_model(&trained);
  return w;
}

}  // namespace

TEST_CASE("liblinear: it is a direct call of the library, bit for bit") {
  for (const LiblinearSolver& each : liblinear_solvers()) {
    CAPTURE(each.number);
    const Sample sample = sample_for(each, 42);
    const Problem problem(sample, each.loss, each.regularizer, 0.02, {.epsilon = 0.3});
    const auto solver = start("liblinear", problem, solver_option(each.number), 5);
    const auto seed = static_cast<unsigned int>(Random(5).below(1ULL << 31));
    for (const double tolerance : {1.0, std::pow(10, -0.5), 0.1}) {
      solver->advance(0);
      CHECK(weights_of(*solver, problem) == direct_weights(problem, each.number, tolerance, seed));
    }
  }
}

TEST_CASE("liblinear: which class comes first, or that there is but one, does not matter") {
  const Sample sample = random_sample(43, 60, 8);
  for (const LiblinearSolver& each : liblinear_solvers()) {
    if (description_of(each.loss).task == Task::regression) continue;
    CAPTURE(each.number);
    Vector first;
    for (const Vector& pattern : {Vector{1, -1}, Vector{-1, 1, 1}, Vector{1}, Vector{-1}}) {
      const Sample labelled = with_labels(sample, pattern);
      const Problem problem(labelled, each.loss, each.regularizer, 0.05);
      const Vector w = LiblinearProblem(problem).train(each.number, 1e-9, 1).weights;
      if (first.empty()) first = w;
      CHECK(difference(w, first) < 1e-5);
    }
  }
}

TEST_CASE("liblinear: solvers of one problem agree, and auto is the first of them") {
  for (const LiblinearSolver& each : liblinear_solvers()) {
    const Sample sample = sample_for(each, 44);
    const Problem problem(sample, each.loss, each.regularizer, 0.05);
    const std::vector<int> numbers = liblinear_numbers(each.loss, each.regularizer);
    const auto chosen = start("liblinear", problem);
    const auto first = start("liblinear", problem, solver_option(numbers.front()));
    const Vector objectives = objectives_of(*chosen, problem);
    CHECK(objectives == objectives_of(*first, problem));
    for (const int number : numbers) {
      CAPTURE(number);
      const auto other = start("liblinear", problem, solver_option(number));
      CHECK(objectives_of(*other, problem).back() == Approx(objectives.back()).epsilon(1e-8));
    }
  }
  CHECK(liblinear_numbers(LossKind::squared_hinge, RegularizerKind::l2) == std::vector{1, 2});
  CHECK(liblinear_numbers(LossKind::logistic, RegularizerKind::l2) == std::vector{0, 7});
  CHECK(liblinear_numbers(LossKind::squared_epsilon_insensitive, RegularizerKind::l2) == std::vector{11, 12});
  CHECK(liblinear_numbers(LossKind::hinge, RegularizerKind::l1).empty());
}

TEST_CASE("liblinear: the sequence of tolerances, its end, and the work of each training alone") {
  const Sample sample = sample_for({1, LossKind::squared_hinge, RegularizerKind::l2}, 45);
  const Problem problem(sample, LossKind::squared_hinge, RegularizerKind::l2, 0.05);
  const auto solver =
      start("liblinear", problem,
            {{"first_tolerance", 0.1}, {"tolerances_per_decade", 3.0}, {"last_tolerance", 1e-3}});
  CHECK(weights_of(*solver, problem) == Vector(8, 0.0));
  const LiblinearProblem direct(problem);
  const auto seed = static_cast<unsigned int>(Random(1).below(1ULL << 31));
  Progress progress;
  for (int k = 0; k <= 6; ++k) {  // 0.1, …, 1e-3
    CAPTURE(k);
    REQUIRE(progress.status == Status::running);
    progress = solver->advance(1'000'000);
    const LiblinearTraining training = direct.train(1, 0.1 * std::pow(10, -k / 3.0), seed);
    CHECK(weights_of(*solver, problem) == training.weights);
    CHECK(progress.updates == training.iterations);
    CHECK(progress.entries_touched ==
          training.iterations * static_cast<std::uint64_t>(sample.rows.nonzeros()));
  }
  CHECK(progress.status == Status::limit);
  const Vector w = weights_of(*solver, problem);
  CHECK(solver->advance(1).updates == progress.updates);
  CHECK(weights_of(*solver, problem) == w);
}

TEST_CASE("liblinear: Newton steps count what their conjugate gradients and cycles cost") {
  for (const int number : {0, 6}) {
    CAPTURE(number);
    const RegularizerKind regularizer = number == 0 ? RegularizerKind::l2 : RegularizerKind::l1;
    const Sample sample = sample_for({number, LossKind::logistic, regularizer}, 46);
    const Problem problem(sample, LossKind::logistic, regularizer, 0.05);
    const LiblinearTraining training = LiblinearProblem(problem).train(number, 1e-4, 1);
    CHECK(training.iterations >= 3);
    CHECK(training.passes >= 3 * training.iterations);
    CHECK(training.end == Status::converged);
  }
}

TEST_CASE("liblinear: a training that cannot reach its tolerance ends the run at its limit") {
  const Sample sample = sample_for({3, LossKind::hinge, RegularizerKind::l2}, 47);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 1e-5);
  const auto solver = start("liblinear", problem);
  const Vector objectives = objectives_of(*solver, problem);
  const Progress progress = solver->advance(0);
  CHECK(progress.status == Status::limit);
  CHECK(progress.updates == 1000);  // LIBLINEAR's limit of passes
  CHECK(objectives.size() < 21);
}

TEST_CASE("liblinear: a solver of another problem is refused with those that fit") {
  const Sample sample = random_sample(48, 10, 3);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l2, 0.1);
  CHECK_THROWS_AS(start("liblinear", problem, solver_option(3)), ConfigError);
  CHECK_THROWS_WITH(start("liblinear", problem, solver_option(3)),
                    "liblinear: LIBLINEAR's solver 3 is not for logistic + l2; give \"auto\" or 0 or 7");
  CHECK_THROWS_WITH(LiblinearProblem(problem).train(4, 0.1, 1),
                    "LIBLINEAR's -s 4 does not solve logistic + l2; 0 or 7 does");
  CHECK_THROWS_AS(LiblinearProblem(problem).train(0, -1, 1), ConfigError);
}

TEST_CASE("liblinear: weights that values of 1e30 have blown up are told, and not handed on") {
  int diverged = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Dense rows = dense(random_sample(seed, 50, 20, 1).rows);
    Random random(seed);
    for (int k = 0; k < 3; ++k) rows[random.below(50)][random.below(20)] *= 1e30;
    const Sample sample = sample_of(rows);
    const Problem problem(sample, LossKind::squared_hinge, RegularizerKind::l1, 1e-3 / 50);
    const auto solver = start("liblinear", problem);
    Progress progress;
    while (progress.status == Status::running) progress = solver->advance(0);
    CHECK(std::isfinite(problem.objective(weights_of(*solver, problem))));
    diverged += progress.status == Status::diverged;
  }
  CHECK(diverged > 0);
}
