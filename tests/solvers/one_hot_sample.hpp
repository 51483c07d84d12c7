#pragma once

#include <cstdint>
#include <vector>

#include "tests/solvers/random_problem.hpp"

namespace descent::test {

/// m rows that have a 1 in one column of each group, with groups of these sizes. A hidden linear rule, wrong
/// for a fifth of the rows, gives the sign. The columns of each group have the same sum.
inline Sample one_hot_sample(std::uint64_t seed, Index m, const std::vector<std::size_t>& groups) {
  Random random(seed);
  std::size_t n = 0;
  for (const std::size_t size : groups) n += size;
  const Vector rule = random_vector(n, 1, random);
  Dense rows(static_cast<std::size_t>(m), Vector(n, 0.0));
  for (Vector& row : rows) {
    std::size_t first = 0;
    for (const std::size_t size : groups) {
      // Low numbers more often than high ones.
      const double drawn = random.uniform() * random.uniform();
      row[first + static_cast<std::size_t>(drawn * static_cast<double>(size))] = 1;
      first += size;
    }
    const bool wrong = random.uniform() < 0.2;
    if ((product(row, rule) < 0) != wrong) {
      for (double& value : row) value = -value;
    }
  }
  return sample_of(rows);
}

}  // namespace descent::test
