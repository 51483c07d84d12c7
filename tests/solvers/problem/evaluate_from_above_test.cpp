// Upper bounds against F in 300 digits, at weights that every method finds on tiny separable problems.

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

using Exact =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<300>, boost::multiprecision::et_off>;

Exact positive_part(const Exact& number) {
  return number > 0 ? number : Exact(0);
}

Exact exact_loss(const Problem& problem, const Exact& z) {
  const Exact outside = positive_part(abs(z) - problem.epsilon());
  switch (problem.loss()) {
    case LossKind::hinge:
      return positive_part(1 - z);
    case LossKind::squared_hinge:
      return positive_part(1 - z) * positive_part(1 - z);
    case LossKind::logistic:
      return log(1 + exp(-z));
    case LossKind::epsilon_insensitive:
      return outside;
    case LossKind::squared_epsilon_insensitive:
    case LossKind::squared:
      break;
  }
  return outside * outside;
}

Exact exact_objective(const Problem& problem, const Vector& w) {
  const Dense rows = dense(problem.rows());
  Exact losses = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Exact z = -problem.target(static_cast<Index>(i));
    for (std::size_t j = 0; j < w.size(); ++j) z += Exact(rows[i][j]) * w[j];
    losses += problem.row_weight(static_cast<Index>(i)) * exact_loss(problem, z);
  }
  Exact penalty = 0;
  for (const double w_j : w) {
    const Exact size = abs(Exact(w_j));
    if (problem.regularizer() == RegularizerKind::l1) penalty += size;
    if (problem.regularizer() == RegularizerKind::l2) penalty += size * size / 2;
    if (problem.regularizer() == RegularizerKind::l_half) penalty += sqrt(size);
  }
  return problem.lambda() * penalty + losses / problem.m();
}

/// Rows of small whole numbers on both sides of a plane through 0, or targets that lie on one.
Sample separable_sample(LossKind loss, Random& random, Index m, Index n) {
  Dense rows(static_cast<std::size_t>(m), Vector(static_cast<std::size_t>(n)));
  const Vector rule = random_vector(static_cast<std::size_t>(n), 1, random);
  Vector targets;
  for (Vector& row : rows) {
    for (double& value : row) value = static_cast<double>(random.below(15)) - 7;
    row.front() += row.front() == 0 ? 3 : 0;
    targets.push_back(product(row, rule));
    if (description_of(loss).task == Task::classification && targets.back() < 0)
      for (double& value : row) value = -value;
  }
  Sample sample = sample_of(rows);
  if (description_of(loss).task == Task::regression) sample.labels = targets;
  return sample;
}

void check_from_above(const Problem& problem, const Vector& w) {
  const Exact exact = exact_objective(problem, w);
  const double above = problem.evaluate_from_above(w).objective;
  CAPTURE(w, above, static_cast<double>(exact), problem.objective(w));
  CHECK(above >= exact);
  CHECK(problem.objective(w) >= exact * (1 - Exact(1e-11)));
  // As sharp as long double allows.
  Exact size = 0;
  for (Index i = 0; i < problem.m(); ++i) {
    const Exact z = std::abs(problem.argument(i, w)) + std::abs(problem.target(i)) + 1;
    size += problem.row_weight(i) * (1 + z) * (1 + z);
  }
  CHECK(above <= exact * (1 + Exact(1e-15)) + Exact(1e-17) * size);
}

}  // namespace

TEST_CASE("no upper bound is below F, with tiny lambda, heavy rows and the weights of any method") {
  Random random(91);
  for (const Method* method : methods()) {
    if (method->sampled_by_tolerance) continue;
    for (const Capability& solved : method->solves) {
      for (const double lambda : {1e-3, 1e-9, 1e-12}) {
        CAPTURE(method->name, name_of(solved.loss), name_of(solved.regularizer), lambda);
        const Index m = 1 + static_cast<Index>(random.below(5));
        const Index n = 1 + static_cast<Index>(random.below(3));
        Sample sample = separable_sample(solved.loss, random, m, n);
        Given given;
        for (const Option& option : method->options)
          if (option.name == "radius") given["radius"] = 3.0;
        if (method->takes_weights != TakesWeights::none && random.uniform() < 0.5)
          for (Index i = 0; i < m; ++i) sample.row_weights.push_back(std::pow(10.0, 12 * random.uniform()));
        const Problem problem(sample, solved.loss, solved.regularizer, lambda);
        const auto solver = start(method->name, problem, given);
        advance_passes(*solver, problem, 200);
        const Vector w = weights_of(*solver, problem);
        if (!std::isfinite(problem.objective(w))) continue;
        check_from_above(problem, w);
        const auto dual = solver->dual();
        if (dual && problem.has_lower_bound())
          CHECK(problem.lower_bound(*dual) <= exact_objective(problem, w));
      }
    }
  }
}

TEST_CASE("a margin that rounds to the kink still counts in F") {
  const Sample sample = sample_of({{3}, {3}});
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 1e-12);
  const Vector w{1.0 / 3};
  check_from_above(problem, w);
  CHECK(problem.objective(w) > 1.0009 * 0.5e-12 / 9);
  CHECK(problem.rounding_of_weights(w) > 1e-4);
  const Vector exact{1};  // nothing is rounded
  CHECK(problem.evaluate_from_above(exact).objective == Approx(0.5e-12).epsilon(1e-15));
}
