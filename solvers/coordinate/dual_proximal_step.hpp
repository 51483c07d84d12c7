#pragma once

#include <algorithm>

#include "solvers/coordinate/logistic_dual_variable.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// A proximal step of one dual weight,
///
///   argmin over the loss's domain of  ℓ*(−a) + z a + (q/2)(a − c)²,     q > 0,
///
/// where −ℓ*(−a) is the loss's dual term (docs/methods.md §10). To hinge, without curvature in a,
/// (μ/2)(a − a⁰)² is added (ProximalPointStages). Memory is a row's state between steps.
template <class Loss>
class DualProximalStep;

template <>
class DualProximalStep<Hinge> {
 public:
  struct Memory {
    double centre = 0;  ///< a⁰
  };
  explicit DualProximalStep(const Problem&) {}
  Memory start() const { return {}; }
  void smooth(double mu) { mu_ = mu; }
  double operator()(double z, double c, double q, const Memory& memory) const {
    return std::clamp((1 - z + q * c + mu_ * memory.centre) / (mu_ + q), 0.0, 1.0);
  }

 private:
  double mu_ = 0;
};

template <>
class DualProximalStep<SquaredHinge> {
 public:
  struct Memory {};
  explicit DualProximalStep(const Problem&) {}
  Memory start() const { return {}; }
  double operator()(double z, double c, double q, Memory&) const {
    return std::max((1 - z + q * c) / (0.5 + q), 0.0);
  }
};

template <>
class DualProximalStep<SquaredEpsilonInsensitive> {
 public:
  struct Memory {};
  explicit DualProximalStep(const Problem& problem) : epsilon_(problem.epsilon()) {}
  Memory start() const { return {}; }
  double operator()(double z, double c, double q, Memory&) const {
    return soft_threshold(q * c - z, epsilon_) / (0.5 + q);
  }

 private:
  double epsilon_;
};

/// By Newton's method (logistic_dual_variable.hpp with C = 1), from the previous step's minimiser.
template <>
class DualProximalStep<Logistic> {
 public:
  using Memory = LogisticDualVariable;
  explicit DualProximalStep(const Problem&) {}
  Memory start() const { return newton_.start(1); }
  double operator()(double z, double c, double q, Memory& memory) const {
    memory.Q = q;
    newton_.minimise(memory, z + q * (memory.alpha - c), accuracy);
    return memory.alpha;
  }

 private:
  static constexpr double accuracy = 1e-12;  ///< of the derivative, in units of the margin
  LogisticDualStep newton_{1.0};
};

}  // namespace descent
