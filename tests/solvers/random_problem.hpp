#pragma once

#include <cstdint>
#include <vector>

#include "datasets/dataset.hpp"
#include "datasets/random.hpp"
#include "solvers/problem.hpp"

namespace descent::test {

using Vector = std::vector<double>;
using Dense = std::vector<Vector>;

/// A classification sample whose stored rows (labels multiplied in) are the given ones.
inline Sample sample_of(const Dense& rows) {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (const Vector& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] != 0) entries.push_back({static_cast<Index>(j), static_cast<Value>(row[j])});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  const auto width = static_cast<Index>(rows.empty() ? 0 : rows.front().size());
  return {SparseMatrix(std::move(starts), std::move(entries), width), Vector(rows.size(), 1.0)};
}

/// The stored values, zeros included.
inline Dense dense(const SparseMatrix& matrix) {
  Dense lines(static_cast<std::size_t>(matrix.lines()),
              Vector(static_cast<std::size_t>(matrix.width()), 0.0));
  for (Index line = 0; line < matrix.lines(); ++line) {
    for (const Entry& entry : matrix[line]) {
      lines[static_cast<std::size_t>(line)][static_cast<std::size_t>(entry.index)] =
          static_cast<double>(entry.value);
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

/// m × n normal values of which a share is stored, labels by a hidden linear rule that is wrong for a tenth
/// of the rows, so that the optimum has rows on, inside and outside the margin.
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

/// F(w) from its definition.
inline double naive_objective(const Problem& problem, const Vector& w) {
  double loss = 0;
  for (const Vector& row : dense(problem.rows())) {
    const double slack = 1 - product(row, w);
    if (slack > 0) loss += problem.loss() == LossKind::hinge ? slack : slack * slack;
  }
  double penalty = 0;
  for (const double w_j : w)
    penalty += problem.regularizer() == RegularizerKind::l1 ? (w_j < 0 ? -w_j : w_j) : w_j * w_j / 2;
  return problem.lambda() * penalty + loss / problem.m();
}

}  // namespace descent::test
