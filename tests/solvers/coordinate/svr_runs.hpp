#pragma once

#include <string>

#include "solvers/coordinate/svr_dual_cd_2l.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

inline const auto svr_names = {std::string("svr_dual_cd"), std::string("svr_dual_cd_2l")};
inline const auto svr_losses = {LossKind::epsilon_insensitive, LossKind::squared_epsilon_insensitive};

inline Problem svr(const Sample& sample, LossKind loss, double C, double width = 0.1) {
  return Problem(sample, loss, RegularizerKind::l2, 1 / (C * sample.rows.outer_size()), {.epsilon = width});
}

/// Random rows with an empty one, a duplicate, a negated one and one whose target is inside the tube.
inline Sample with_edge_rows() {
  Dense rows = dense(random_sample(101, 14, 5, 0.6).rows);
  rows[3] = Vector(5, 0.0);
  rows[4] = Vector(5, 0.0);
  rows[7] = rows[1];
  rows[8] = rows[2];
  for (double& value : rows[8]) value = -value;
  Sample sample = sample_of(rows);
  Random random(102);
  sample.labels = random_vector(14, 2, random);
  sample.labels[4] = -0.05;
  sample.labels[9] = 0;
  return sample;
}

/// β, from what the solver hands over.
inline Vector beta_of(const Solver& solver, const Problem& problem) {
  const auto a = solver.dual();
  REQUIRE(a.has_value());
  Vector beta(a->begin(), a->end());
  for (double& beta_i : beta) beta_i *= problem.c();
  return beta;
}

inline Vector weights_from(const Vector& beta, const Problem& problem) {
  Vector w(static_cast<std::size_t>(problem.n()), 0.0);
  for (Index i = 0; i < problem.m(); ++i) add(problem.rows()[i], beta[static_cast<std::size_t>(i)], w.data());
  return w;
}

/// μ/2 of the dual functions.
inline double half_mu(const Problem& problem) {
  return problem.loss() == LossKind::epsilon_insensitive ? 0.0 : 1 / (4 * problem.c());
}

/// f_B, from its definition.
inline double f_B(const Problem& problem, const Vector& beta) {
  const Vector w = weights_from(beta, problem);
  double sum = product(w, w) / 2;
  for (Index i = 0; i < problem.m(); ++i) {
    const double beta_i = beta[static_cast<std::size_t>(i)];
    sum += half_mu(problem) * beta_i * beta_i - problem.target(i) * beta_i +
           problem.epsilon() * std::abs(beta_i);
  }
  return sum;
}

/// f_A, from its definition.
inline double f_A(const Problem& problem, const Vector& plus, const Vector& minus) {
  Vector beta = plus;
  for (std::size_t i = 0; i < beta.size(); ++i) beta[i] -= minus[i];
  const Vector w = weights_from(beta, problem);
  double sum = product(w, w) / 2;
  for (Index i = 0; i < problem.m(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    sum += half_mu(problem) * (plus[at] * plus[at] + minus[at] * minus[at]) - problem.target(i) * beta[at] +
           problem.epsilon() * (plus[at] + minus[at]);
  }
  return sum;
}

struct Halves {
  Vector plus;
  Vector minus;
};

inline Halves halves_of(const SvrDualCd2l& solver, const Problem& problem) {
  Halves halves;
  for (Index i = 0; i < problem.m(); ++i) {
    halves.plus.push_back(solver.plus(i));
    halves.minus.push_back(solver.minus(i));
  }
  return halves;
}

inline SvrDualCd2l start_2l(const Problem& problem, const Given& given = {}) {
  return SvrDualCd2l(problem, OptionValues(find_method("svr_dual_cd_2l").options, given), Random(1));
}

}  // namespace descent::test
