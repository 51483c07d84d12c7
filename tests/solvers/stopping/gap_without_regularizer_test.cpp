// How near to the infimum of F a point is proved to be without regularisation. Methods report `converged`
// only with such a proof.
#include "solvers/stopping/gap_without_regularizer.hpp"

#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

double gap_at(const Problem& problem, const Vector& w) {
  GapWithoutRegularizer gap(problem);
  gap.begin(w, problem.objective(w));
  while (!gap.walk()) continue;
  return gap.value();
}

Problem unpenalized(const Sample& sample, LossKind loss) {
  return Problem(sample, loss, RegularizerKind::none, 1, {.epsilon = 0.2});
}

struct End {
  Status status;
  Vector w;
};

End run(const std::string& method, const Problem& problem, double passes = 20'000) {
  const auto solver = start(method, problem);
  const Status status = advance_passes(*solver, problem, passes).status;
  return {status, weights_of(*solver, problem)};
}

Sample with_rows(const Sample& sample, const Dense& more) {
  Dense rows = dense(sample.rows);
  rows.insert(rows.end(), more.begin(), more.end());
  return sample_of(rows);
}

}  // namespace

TEST_CASE("gap without a regulariser: next to nothing at the optimum, else no less than what can be gained") {
  for (const LossKind loss : smooth_losses) {
    for (const bool weighted : {false, true}) {
      CAPTURE(name_of(loss), weighted);
      Sample sample = random_sample_for(loss, 5, 90, 4, 1);
      for (int i = 0; weighted && i < 90; ++i) sample.row_weights.push_back(i % 4);
      const Problem problem = unpenalized(sample, loss);
      const End end = run("proximal_newton", problem);
      REQUIRE(end.status == Status::converged);
      CHECK(gap_at(problem, end.w) <= 1e-6);
      const double optimum = problem.objective(end.w);
      Random random(6);
      for (double size = 1e-8; size < 10; size *= 10) {
        Vector w = end.w;
        for (double& w_j : w) w_j += size * random.normal();
        CHECK(gap_at(problem, w) >= (1 - 1e-3) * (problem.objective(w) - optimum) / problem.objective(w));
      }
    }
  }
}

TEST_CASE("gap without a regulariser: a gradient that is small as rows are classified well proves nothing") {
  for (const double w : {1.0, 10.0, 40.0}) {
    const Sample one_sided = sample_of({{1}, {2}, {0.5}});
    CHECK(gap_at(unpenalized(one_sided, LossKind::logistic), {w}) == 1);
  }
  // If next to nothing of F(0) is left in F, nothing is left to gain either.
  CHECK(gap_at(unpenalized(sample_of({{1}}), LossKind::logistic), {60}) < 1e-9);
  CHECK(gap_at(unpenalized(sample_of({{1}}), LossKind::squared_hinge), {2}) == 0);
}

TEST_CASE(
    "without a regulariser: rows that one column classifies for good do not keep methods from the end") {
  Dense rows = dense(random_sample(5, 90, 3, 1).rows);
  for (Vector& row : rows) row.push_back(0);
  const Sample others = sample_of(rows);
  const Problem rest = unpenalized(others, LossKind::logistic);
  rows.push_back({1, -1, 0.5, 2});
  const Sample sample = sample_of(rows);
  const Problem problem = unpenalized(sample, LossKind::logistic);
  const End end = run("proximal_newton", problem);
  const double infimum = rest.objective(run("proximal_newton", rest).w) * 90 / 91;
  CHECK(end.status == Status::converged);
  CHECK(problem.objective(end.w) <= infimum * (1 + 1e-6));
  CHECK(gap_at(problem, end.w) <= 1e-6);
}

TEST_CASE("without a regulariser: a flat direction does not hide how far the optimum is") {
  Random random(4);
  Dense rows;
  for (int i = 0; i < 40; ++i) {
    const double common = random.normal();
    rows.push_back({common, common + 1e-4 * random.normal()});
  }
  Sample sample = sample_of(rows);
  sample.labels = random_vector(40, 1, random);
  for (int i = 0; i < 40; ++i) sample.row_weights.push_back(i == 0 ? 1 : 1e-3);
  const Problem problem = unpenalized(sample, LossKind::squared_epsilon_insensitive);
  const double optimum = problem.objective(run("proximal_newton", problem).w);
  const End end = run("gradient_descent", problem);
  if (end.status == Status::converged) CHECK(problem.objective(end.w) <= optimum * (1 + 1e-6));
  CHECK(gap_at(problem, end.w) >= (problem.objective(end.w) - optimum) / problem.objective(end.w));
}

// One row has a value of 1e30 in a column. The step that settles the row is 1e-30 long, and the following
// steps, which each divide its loss by e, are no longer. The weight that the other rows want is 1e28 such
// steps away.
TEST_CASE("without a regulariser: a huge value does not end a run before the other rows have their weight") {
  for (const std::string method : {"proximal_newton", "gradient_descent"}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      CAPTURE(method, seed);
      const Sample sample = random_sample(seed, 60, 4, 1);
      const Problem rest = unpenalized(sample, LossKind::logistic);
      const Vector optimum = run("proximal_newton", rest).w;
      const Sample all = with_rows(sample, {{std::copysign(1e30, optimum[0]), 0.5, -1, 0.3}});
      const Problem problem = unpenalized(all, LossKind::logistic);
      const End end = run(method, problem);
      CAPTURE(problem.objective(end.w));
      if (end.status == Status::converged)
        CHECK(problem.objective(end.w) <= rest.objective(optimum) * 60 / 61 * (1 + 1e-6));
    }
  }
}

TEST_CASE("without a regulariser: where the infimum is 0, at infinity, converged means next to nothing") {
  for (const std::string method : {"proximal_newton", "gradient_descent"}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      CAPTURE(method, seed);
      Random random(seed);
      Dense rows;
      for (int i = 0; i < 16; ++i) rows.push_back({std::abs(random.normal())});
      const Sample sample = sample_of(rows);
      const Problem problem = unpenalized(sample, LossKind::logistic);
      const End end = run(method, problem);
      if (end.status == Status::converged) CHECK(problem.objective(end.w) <= 1e-20);
      CHECK(end.status != Status::stalled);
    }
  }
}
