#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("working sets: F never rises and the optimum is proven, with and without extrapolation") {
  for (const LossKind loss : smooth_losses) {
    for (const double lambda : {0.3, 0.02, 0.002}) {
      for (const bool anderson : {true, false}) {
        CAPTURE(name_of(loss), lambda, anderson);
        const Sample sample = random_sample_for(loss, 61, 60, 40, 0.3);
        const Problem problem(sample, loss, RegularizerKind::l1, lambda);
        const auto solver = start("working_set_cd", problem, {{"anderson", anderson}});
        double before = problem.objective(weights_of(*solver, problem));
        Progress progress;
        while (progress.status == Status::running) {
          progress = advance_passes(*solver, problem, 1);
          const double objective = problem.objective(weights_of(*solver, problem));
          REQUIRE(objective <= before * (1 + 1e-14));
          before = objective;
          REQUIRE(progress.entries_touched < 100'000'000);
        }
        CHECK(progress.status == Status::converged);
        CHECK(certified_gap(*solver, problem) <= 1e-8);
      }
    }
  }
}

TEST_CASE("working sets: columns with a weight of 0 at the optimum are hardly visited") {
  const Sample sample = random_sample(62, 50, 400, 0.1);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.05);
  const auto solver = start("working_set_cd", problem);
  const Progress progress = solver->advance(1'000'000'000);
  REQUIRE(progress.status == Status::converged);
  const double passes =
      static_cast<double>(progress.entries_touched) / static_cast<double>(sample.rows.nonzeros());
  CHECK(static_cast<double>(progress.updates) > 4 * passes);  // most passes are over few columns
}

TEST_CASE("working sets: Anderson extrapolation saves passes on correlated columns") {
  Dense rows = dense(random_sample(63, 60, 12, 0.9).rows);
  for (Vector& row : rows) {
    for (std::size_t j = 1; j < row.size(); ++j) row[j] = 0.3 * row[j] + row[0];
  }
  const Sample sample = sample_of(rows);
  const Problem problem(sample, LossKind::squared_hinge, RegularizerKind::l1, 1e-3);
  const auto work = [&](bool anderson) {
    const auto solver = start("working_set_cd", problem, {{"anderson", anderson}});
    const Progress progress = solver->advance(1'000'000'000);
    CHECK(progress.status == Status::converged);
    return progress.entries_touched;
  };
  CHECK(work(true) < work(false) / 2);
}

TEST_CASE("working sets: where w = 0 is the optimum, the first look at all columns proves it") {
  for (const LossKind loss : smooth_losses) {
    CAPTURE(name_of(loss));
    const Sample sample = random_sample_for(loss, 64, 60, 40, 0.3);
    const Problem problem(sample, loss, RegularizerKind::l1, 100);
    const auto solver = start("working_set_cd", problem);
    const Progress progress = advance_passes(*solver, problem, 1000);
    CHECK(progress.status == Status::converged);
    CHECK(progress.updates == 0);
    CHECK(certified_gap(*solver, problem) < 1e-14);
  }
}
