#pragma once

#include "tests/solvers/interior_point/interior_point_runs.hpp"

namespace descent::test {

inline Problem svr_problem(const Sample& sample, RegularizerKind kind, double lambda, double epsilon = 0.1) {
  return Problem(sample, LossKind::epsilon_insensitive, kind, lambda, {.epsilon = epsilon});
}

inline Optimum solve_svr(const Sample& sample, RegularizerKind kind, double lambda, double epsilon) {
  return solve_by_interior_point(svr_problem(sample, kind, lambda, epsilon));
}

inline Optimum certified_svr(const Sample& sample, RegularizerKind kind, double lambda,
                             double epsilon = 0.1) {
  const Optimum optimum = solve_svr(sample, kind, lambda, epsilon);
  CHECK(optimum.status == Status::converged);
  CHECK(optimum.gap < 1.1e-10);
  return optimum;
}

inline Sample sample_with(const Dense& rows, const Vector& targets) {
  Sample sample = sample_of(rows);
  sample.labels = targets;
  return sample;
}

/// Rows and targets that are multiples of 1/8: powers of two scale them exactly, also as floats.
inline Sample coarse_sample(std::uint64_t seed, Index m, Index n) {
  const Sample sample = random_regression_sample(seed, m, n, 0.6);
  Dense rows = dense(sample.rows);
  for (Vector& row : rows) {
    for (double& value : row) value = std::round(8 * value) / 8;
  }
  Vector targets = sample.labels;
  for (double& target : targets) target = std::round(8 * target) / 8;
  return sample_with(rows, targets);
}

}  // namespace descent::test
