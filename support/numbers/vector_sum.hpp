#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace descent {

/// Σ_j term(j) over j < n in many partial sums: in a single sum every addition would wait for the one before.
/// The order does not depend on places in memory.
template <class Term>
double vector_sum(std::size_t n, const Term& term) {
  constexpr std::size_t parts = 32;
  std::array<double, parts> sums{};
  std::size_t j = 0;
  for (; j + parts <= n; j += parts) {
    for (std::size_t part = 0; part < parts; ++part) sums[part] += term(j + part);
  }
  for (std::size_t part = 0; j < n; ++j, ++part) sums[part] += term(j);
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

/// Σ_j u_j v_j, in order.
inline double product(std::span<const double> u, std::span<const double> v) {
  double sum = 0;
  for (std::size_t j = 0; j < u.size(); ++j) sum += u[j] * v[j];
  return sum;
}

/// Σ_j v_j².
inline double squared_norm(std::span<const double> v) {
  return vector_sum(v.size(), [v](std::size_t j) { return v[j] * v[j]; });
}

}  // namespace descent
