#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/random.hpp"

namespace descent::test {

using Vector = std::vector<double>;
using Dense = std::vector<Vector>;

/// A classification sample with the given stored rows (labels multiplied in).
inline Sample sample_of(const Dense& rows) {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (const Vector& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] != 0) entries.push_back({static_cast<Index>(j), static_cast<float>(row[j])});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  const auto width = static_cast<Index>(rows.empty() ? 0 : rows.front().size());
  return {SparseMatrix(std::move(starts), std::move(entries), width), Vector(rows.size(), 1.0)};
}

/// The stored values, zeros included.
inline Dense dense(const SparseMatrix& matrix) {
  Dense lines(static_cast<std::size_t>(matrix.outer_size()),
              Vector(static_cast<std::size_t>(matrix.inner_size()), 0.0));
  for (Index line = 0; line < matrix.outer_size(); ++line) {
    for (const Entry& entry : matrix[line]) {
      lines[static_cast<std::size_t>(line)][static_cast<std::size_t>(entry.index)] = entry.value;
    }
  }
  return lines;
}

inline double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

inline Vector random_vector(std::size_t size, double scale, Random& random) {
  Vector numbers(size);
  for (double& number : numbers) number = scale * random.normal();
  return numbers;
}

/// m × n normal values, a share of them stored. A hidden linear rule, wrong for a tenth of the rows, gives
/// the labels, so that the optimum has rows on, inside and outside the margin.
inline Sample random_sample(std::uint64_t seed, Index m, Index n, double share = 0.4) {
  Random random(seed);
  const Vector rule = random_vector(static_cast<std::size_t>(n), 1, random);
  Dense rows(static_cast<std::size_t>(m), Vector(static_cast<std::size_t>(n), 0.0));
  for (Vector& row : rows) {
    for (double& value : row) {
      const double drawn = random.normal();
      if (random.uniform() < share) value = drawn;
    }
    const bool wrong = random.uniform() < 0.1;
    if ((product(row, rule) < 0) != wrong) {
      for (double& value : row) value = -value;
    }
  }
  return sample_of(rows);
}

/// The same values as rows of a regression problem: targets from a hidden linear rule with noise.
inline Sample random_regression_sample(std::uint64_t seed, Index m, Index n, double share = 0.4) {
  Sample sample = random_sample(seed, m, n, share);
  Random random(seed + 1);
  const Vector rule = random_vector(static_cast<std::size_t>(n), 1, random);
  for (Index i = 0; i < m; ++i)
    sample.labels[static_cast<std::size_t>(i)] = dot(sample.rows[i], rule.data()) + random.normal();
  return sample;
}

/// A random sample for the loss's task.
inline Sample random_sample_for(LossKind loss, std::uint64_t seed, Index m, Index n, double share = 0.4) {
  const bool regression = description_of(loss).task == Task::regression;
  return regression ? random_regression_sample(seed, m, n, share) : random_sample(seed, m, n, share);
}

/// F(w) from its definition.
inline double naive_objective(const Problem& problem, const Vector& w) {
  const Dense rows = dense(problem.rows());
  double loss = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double z = product(rows[i], w);
    const double slack = 1 - z > 0 ? 1 - z : 0;
    const double outside = std::abs(z - problem.sample().labels[i]) - problem.epsilon();
    const double excess = outside > 0 ? outside : 0;
    switch (problem.loss()) {
      case LossKind::hinge:
        loss += slack;
        break;
      case LossKind::squared_hinge:
        loss += slack * slack;
        break;
      case LossKind::logistic:
        loss += std::log(1 + std::exp(-z));
        break;
      case LossKind::epsilon_insensitive:
        loss += excess;
        break;
      case LossKind::squared_epsilon_insensitive:
      case LossKind::squared:  // its problem's ε is 0
        loss += excess * excess;
        break;
    }
  }
  double penalty = 0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(problem.penalized_columns()); ++j) {
    const double magnitude = std::abs(w[j]);
    switch (problem.regularizer()) {
      case RegularizerKind::l1:
        penalty += magnitude;
        break;
      case RegularizerKind::l2:
        penalty += magnitude * magnitude / 2;
        break;
      case RegularizerKind::l_half:
        penalty += std::sqrt(magnitude);
        break;
      case RegularizerKind::none:
        break;
    }
  }
  return problem.lambda() * penalty + loss / problem.m();
}

}  // namespace descent::test
