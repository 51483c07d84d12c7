#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/solvers/random_problem.hpp"

namespace descent::test {

inline double norm1(const Vector& w) {
  double sum = 0;
  for (const double w_j : w) sum += std::abs(w_j);
  return sum;
}

inline double shrunk(double v, double kappa) {
  if (v > kappa) return v - kappa;
  if (v < -kappa) return v + kappa;
  return 0;
}

/// The projection onto {‖w‖₁ ≤ radius} by sorting the magnitudes: θ is the last of the running means (sum of
/// the k largest − radius)/k that the k-th magnitude exceeds (Duchi et al. 2008, Figure 1).
inline Vector project_by_sorting(Vector w, double radius) {
  if (norm1(w) <= radius) return w;
  Vector magnitudes = w;
  for (double& magnitude : magnitudes) magnitude = std::abs(magnitude);
  std::sort(magnitudes.begin(), magnitudes.end(), std::greater<>());
  double sum = 0;
  double theta = 0;
  for (std::size_t k = 0; k < magnitudes.size(); ++k) {
    sum += magnitudes[k];
    const double candidate = (sum - radius) / static_cast<double>(k + 1);
    if (magnitudes[k] > candidate) theta = candidate;
  }
  for (double& w_j : w) w_j = shrunk(w_j, theta);
  return w;
}

}  // namespace descent::test
