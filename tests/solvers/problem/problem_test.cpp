#include "solvers/problem/problem.hpp"
#include "solvers/problem/weight_batch.hpp"

#include <cmath>

#include "support/errors.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

bool has_bound(const Problem& problem) {
  return problem.regularizer() == RegularizerKind::l1 || problem.regularizer() == RegularizerKind::l2;
}

/// Every loss and regulariser on an m × n sample of the loss's task.
template <class Check>
void for_each_kind(std::uint64_t seed, Index m, Index n, double lambda, const ProblemDetails& details,
                   const Check& check) {
  for (const LossDescription& loss : losses()) {
    const Sample sample = random_sample_for(loss.kind, seed, m, n);
    for (const RegularizerDescription& regularizer : regularizers()) {
      CAPTURE(loss.name, regularizer.name);
      check(Problem(sample, loss.kind, regularizer.kind, lambda, details));
    }
  }
}

/// The dual term of one row, from the table of docs/methods.md §10.
double naive_term(const Problem& problem, std::size_t i, double a) {
  const double y = problem.sample().labels[i];
  switch (problem.loss()) {
    case LossKind::hinge:
      return a;
    case LossKind::squared_hinge:
      return a - a * a / 4;
    case LossKind::logistic:
      return (a > 0 ? -a * std::log(a) : 0) + (a < 1 ? -(1 - a) * std::log(1 - a) : 0);
    case LossKind::epsilon_insensitive:
      return y * a - problem.epsilon() * std::abs(a);
    case LossKind::squared_epsilon_insensitive:
      break;
    case LossKind::squared:
      return y * a - a * a / 4;
  }
  return y * a - problem.epsilon() * std::abs(a) - a * a / 4;
}

/// D(a) from docs/methods.md §10 for a in its domain, made feasible under L1 by scaling.
double naive_lower_bound(const Problem& problem, Vector a) {
  const Dense rows = dense(problem.rows());
  Vector v(static_cast<std::size_t>(problem.n()), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < v.size(); ++j) v[j] += a[i] * rows[i][j] / problem.m();
  }
  double quadratic = product(v, v) / (2 * problem.lambda());
  if (problem.regularizer() == RegularizerKind::l1) {
    quadratic = 0;
    double largest = 0;
    for (const double v_j : v) largest = std::max(largest, std::abs(v_j));
    for (double& a_i : a) a_i *= std::min(1.0, problem.lambda() / largest);
  }
  double terms = 0;
  for (std::size_t i = 0; i < a.size(); ++i) terms += naive_term(problem, i, a[i]);
  return terms / problem.m() - quadratic;
}

}  // namespace

TEST_CASE("problem: the objective is that of its definition") {
  Random random(1);
  for (const bool free_intercept : {false, true}) {
    for_each_kind(11, 60, 17, 0.03, {.epsilon = 0.3, .free_intercept = free_intercept},
                  [&](const Problem& problem) {
                    for (const double scale : {0.0, 0.1, 1.0, 30.0}) {
                      const Vector w = random_vector(17, scale, random);
                      CHECK(problem.objective(w) == Approx(naive_objective(problem, w)).epsilon(1e-12));
                    }
                  });
  }
}

TEST_CASE("problem: the lower bound is the dual value of its definition") {
  Random random(2);
  for_each_kind(12, 40, 9, 0.02, {.epsilon = 0.3}, [&](const Problem& problem) {
    Vector a(40);
    for (double& a_i : a) a_i = random.uniform();
    if (!has_bound(problem)) {
      CHECK(problem.lower_bound(a) == -infinity);
      return;
    }
    CHECK(problem.lower_bound(a) == Approx(naive_lower_bound(problem, a)).epsilon(1e-12));
  });
}

TEST_CASE("problem: no dual weights, however wrong, give a bound above any objective") {
  Random random(3);
  const auto check = [&](const Problem& problem) {
    if (!has_bound(problem)) return;
    double highest = -1e300;
    double lowest = 1e300;
    for (int trial = 0; trial < 300; ++trial) {
      const double scale = std::pow(10.0, 4 * random.uniform() - 3);
      highest = std::max(highest, problem.lower_bound(random_vector(50, scale, random)));
      Vector inside = random_vector(50, scale, random);
      for (double& a_i : inside) a_i = std::abs(a_i);
      highest = std::max(highest, problem.lower_bound(inside));
      lowest = std::min(lowest, problem.objective(random_vector(8, scale, random)));
    }
    CHECK(highest <= lowest);
    CHECK(highest > 0);
  };
  for_each_kind(13, 50, 8, 0.01, {.epsilon = 0.3}, check);
  for_each_kind(13, 50, 8, 0.01, {.epsilon = 0.3, .free_intercept = true}, check);
}

// Least squares with a ridge, whose optimum is the optimum of centred data, with targets that only the
// intercept fits.
TEST_CASE("problem: with a free intercept the bound stays below the optimum whatever the targets' size") {
  for (const double size : {0.0, 1e7, 1e9}) {
    for (const std::uint64_t seed : {71, 72, 73, 74, 75}) {
      CAPTURE(size, seed);
      Random random(seed);
      const std::size_t m = 80;
      Dense rows(m);
      Vector targets(m);
      long double mean_x = 0;
      long double mean_y = 0;
      for (std::size_t i = 0; i < m; ++i) {
        const double x = std::round(64 * random.normal()) / 64;  // exact as a float
        rows[i] = {x, 1};
        targets[i] = size + 3 * x + random.normal();
        mean_x += static_cast<long double>(x) / m;
        mean_y += static_cast<long double>(targets[i]) / m;
      }
      Sample sample = sample_of(rows);
      sample.labels = targets;
      const double lambda = 0.01;
      const Problem problem(sample, LossKind::squared_epsilon_insensitive, RegularizerKind::l2, lambda,
                            {.epsilon = 0, .free_intercept = true});
      long double xx = 0;
      long double xy = 0;
      for (std::size_t i = 0; i < m; ++i) {
        xx += (rows[i][0] - mean_x) * (rows[i][0] - mean_x) / m;
        xy += (rows[i][0] - mean_x) * (targets[i] - mean_y) / m;
      }
      const long double slope = xy / (xx + lambda / 2);
      long double optimum = lambda * slope * slope / 2;
      Vector a(m);
      for (std::size_t i = 0; i < m; ++i) {
        const long double residual = slope * (rows[i][0] - mean_x) - (targets[i] - mean_y);
        optimum += residual * residual / m;
        a[i] = static_cast<double>(-2 * residual);
      }
      const double bound = problem.lower_bound(a);
      CHECK(bound <= static_cast<double>(optimum * (1 + 1e-14L)));
      CHECK(bound >= static_cast<double>(optimum * (1 - 1e-13L) - 4e-16L * size));  // of rounded targets
      const Vector w{static_cast<double>(slope), static_cast<double>(mean_y - slope * mean_x)};
      CHECK(problem.objective(w) >= bound * (1 - 1e-14));
    }
  }
}

// One row x = 1: F(w) = λ R(w) + ℓ(w), solved by hand.
TEST_CASE("problem: objective and lower bound meet at the optimum of a problem with one row") {
  const Sample sample = sample_of({{1.0}});
  const double lambda = 0.25;
  struct Solved {
    LossKind loss;
    RegularizerKind regularizer;
    double w;
    double a;  ///< −ℓ'(w)
  };
  for (const Solved& solved : {Solved{LossKind::hinge, RegularizerKind::l1, 1, 0.25},
                               Solved{LossKind::hinge, RegularizerKind::l2, 1, 0.25},
                               Solved{LossKind::squared_hinge, RegularizerKind::l1, 0.875, 0.25},
                               Solved{LossKind::squared_hinge, RegularizerKind::l2, 2 / 2.25, 0.5 / 2.25}}) {
    const Problem problem(sample, solved.loss, solved.regularizer, lambda);
    CAPTURE(name_of(solved.loss), name_of(solved.regularizer));
    const double objective = problem.objective(Vector{solved.w});
    CHECK(problem.lower_bound(Vector{solved.a}) == Approx(objective).epsilon(1e-14));
    CHECK(problem.objective(Vector{solved.w + 0.01}) > objective);
    CHECK(problem.objective(Vector{solved.w - 0.01}) > objective);
  }
}

TEST_CASE("problem: C is 1/(lambda m), and the columns hold what the rows hold") {
  const Sample sample = random_sample(14, 20, 6);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.5);
  CHECK(problem.c() == Approx(0.1));
  const Dense rows = dense(problem.rows());
  const Dense columns = dense(problem.columns());
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = 0; j < 6; ++j) CHECK(columns[j][i] == rows[i][j]);
  }
}

TEST_CASE("problem: the rounding of F is a share, whatever the scale of the weights of rows") {
  Sample sample = random_sample(14, 30, 5);
  const Vector w{1, -2, 3, -4, 5};
  const Sample exact = sample_of({{0.5, 2}, {-2, 1}});
  CHECK(Problem(exact, LossKind::hinge, RegularizerKind::l1, 0.1).rounding_of_values(Vector{1, 1}) == 0);
  std::vector<Entry> thirds(sample.rows.entries().begin(), sample.rows.entries().end());
  for (Entry& entry : thirds) entry.value /= 3;
  const auto starts = sample.rows.starts();
  sample.rows = SparseMatrix({starts.begin(), starts.end()}, thirds, 5);
  const double plain = Problem(sample, LossKind::hinge, RegularizerKind::l1, 0.1).rounding_of_values(w);
  CHECK(plain > 0);
  CHECK(plain < 1e-14);
  sample.row_weights.assign(30, 2.0);
  const Problem doubled(sample, LossKind::hinge, RegularizerKind::l1, 0.2);
  CHECK(doubled.rounding_of_values(w) == Approx(plain).epsilon(1e-12));
}

TEST_CASE("problem: data without any value is refused") {
  const Sample sample = sample_of({{0, 0}, {0, 0}});
  CHECK_THROWS_AS(Problem(sample, LossKind::hinge, RegularizerKind::l1, 0.1), DataError);
}

TEST_CASE("problem: a negative epsilon is refused") {
  const Sample sample = random_regression_sample(15, 5, 2);
  CHECK_THROWS_AS(
      Problem(sample, LossKind::epsilon_insensitive, RegularizerKind::l2, 0.1, {.epsilon = -1e-9}),
      ConfigError);
}

TEST_CASE("problem: the prediction error is the share of wrong sides, or the mean squared residual") {
  const Sample sample = sample_of({{1, 0}, {-1, 0}, {0, 1}, {2, 0}});
  CHECK(prediction_error(Task::classification, sample, Vector{1, 0}) == 0.5);
  Sample labelled = sample_of({{1, 0}, {1, 0}, {0, 1}, {}});  // y x with scores 1, -1, 0 and 0 under w
  labelled.labels = {1, -1, 1, -1};
  CHECK(prediction_error(Task::classification, labelled, Vector{1, 0}) == 0.25);
  CHECK(Problem(labelled, LossKind::hinge, RegularizerKind::l2, 1)
            .evaluate(WeightBatch(std::vector<Vector>{{0, 0}}))[0]
            .train_error == 0.5);  // a score of 0 is class -1
  CHECK(prediction_error(Task::regression, sample, Vector{1, 3}) == (0.0 + 4 + 4 + 1) / 4);
  CHECK_FALSE(prediction_error(Task::classification, Sample{}, Vector{}).has_value());
}

TEST_CASE("problem: several iterates judged together get the bits of each by itself") {
  const auto check = [](const Problem& problem) {
    const Task task = description_of(problem.loss()).task;
    for (const std::size_t count : {1u, 3u, 8u}) {
      Random random(count);
      std::vector<Vector> iterates(count, Vector(static_cast<std::size_t>(problem.n())));
      for (Vector& w : iterates) std::ranges::generate(w, [&] { return 10 * random.uniform() - 5; });
      const WeightBatch batch(iterates);
      const std::vector<Evaluation> evaluations = problem.evaluate(batch);
      std::vector<Index> counted;
      for (Index i = 0; i < problem.m(); ++i)
        if (problem.row_weight(i) > 0) counted.push_back(i);
      const Sample sample = select_rows(problem.sample(), counted);
      const auto errors = prediction_errors(task, sample, batch);
      REQUIRE(evaluations.size() == count);
      REQUIRE(errors.size() == count);
      for (std::size_t k = 0; k < count; ++k) {
        const double error = prediction_error(task, sample, iterates[k]).value();
        CHECK(errors[k] == error);
        CHECK(evaluations[k].objective == problem.objective(iterates[k]));
        // With a free intercept z_i is computed in another order.
        if (problem.free_intercept())
          CHECK(evaluations[k].train_error == Approx(error).epsilon(1e-14));
        else
          CHECK(evaluations[k].train_error == error);
      }
    }
  };
  for (const bool free_intercept : {false, true})
    for_each_kind(16, 70, 19, 0.03, {.epsilon = 0.3, .free_intercept = free_intercept}, check);
  Sample weighted = random_sample(17, 41, 6);
  Dense rows = dense(weighted.rows);
  rows[3].assign(6, 0.0);
  weighted.rows = sample_of(rows).rows;
  Random random(18);
  for (int i = 0; i < 41; ++i) weighted.row_weights.push_back(i == 7 ? 0 : 0.1 + 3 * random.uniform());
  check(Problem(weighted, LossKind::hinge, RegularizerKind::l1, 0.02));
}
