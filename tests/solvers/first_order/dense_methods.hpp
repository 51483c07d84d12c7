#pragma once

#include <cmath>
#include <functional>

#include "tests/solvers/first_order/dense_projection.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

/// Common parts of naive implementations: dense rows, dense w, and the sum of the iterates. Nothing is lazy.
class DenseMethod {
 public:
  explicit DenseMethod(const Problem& problem)
      : rows(dense(problem.rows())),
        m(static_cast<double>(problem.m())),
        lambda(problem.lambda()),
        l1(problem.regularizer() == RegularizerKind::l1),
        w(static_cast<std::size_t>(problem.n()), 0.0),
        sum(w) {}

  /// Σ ℓ'(z_i) row_i over the chosen rows, divided by their number (hinge).
  Vector mean_subgradient(const std::vector<Index>& chosen) const {
    Vector g(w.size(), 0.0);
    for (const Index i : chosen) {
      const Vector& row = rows[static_cast<std::size_t>(i)];
      if (product(row, w) >= 1) continue;
      for (std::size_t j = 0; j < g.size(); ++j) g[j] -= row[j];
    }
    for (double& g_j : g) g_j /= static_cast<double>(chosen.size());
    return g;
  }

  /// argmin_b ½(b − v)² + κ r(b)
  double prox(double v, double kappa) const { return l1 ? shrunk(v, kappa) : v / (1 + kappa); }

  /// "offset" is strongly_convex with an offset.
  double step_size(const std::string& schedule, double c, double t) const {
    if (schedule == "inverse_sqrt") return c / std::sqrt(t);
    if (schedule == "inverse") return c / t;
    return 1 / (lambda * (schedule == "offset" ? t + 1 / (c * lambda) : t));
  }

  /// The options of these steps.
  static Given step_options(const std::string& schedule, double c) {
    const bool has_offset = schedule == "offset";
    return {{"schedule", has_offset ? "strongly_convex" : schedule}, {"step", c}, {"offset", has_offset}};
  }

  /// A step of COMID with the subgradient g.
  void proximal_step(const Vector& g, double eta) {
    for (std::size_t j = 0; j < g.size(); ++j) w[j] = prox(w[j] - eta * g[j], eta * lambda);
  }

  void count_iterate() {
    for (std::size_t j = 0; j < w.size(); ++j) sum[j] += w[j];
    ++steps;
  }

  Vector mean() const {
    Vector mean = sum;
    for (double& mean_j : mean) mean_j /= static_cast<double>(steps);
    return mean;
  }

  Dense rows;
  double m;
  double lambda;
  bool l1;
  Vector w;
  Vector sum;
  std::uint64_t steps = 0;
};

/// Step of regularised dual averaging: w is a function of the mean subgradient. `offset` is added to λ t.
inline auto dual_averaging(double c, double offset) {
  return [=, G = Vector()](DenseMethod& method, const Vector& g, double t) mutable {
    G.resize(g.size());
    for (std::size_t j = 0; j < g.size(); ++j) {
      G[j] += g[j];
      method.w[j] = method.l1 ? -c * std::sqrt(t) * shrunk(G[j] / t, method.lambda)
                              : -G[j] / (method.lambda * t + offset);
    }
  };
}

/// Draws rows uniformly, directly from the generator.
inline std::vector<Index> draw(Random& random, std::size_t count, std::uint64_t m) {
  std::vector<Index> drawn(count);
  for (Index& row : drawn) row = static_cast<Index>(random.below(m));
  return drawn;
}

}  // namespace descent::test
