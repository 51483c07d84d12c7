#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>

#include "solvers/problem/weighted_loss.hpp"

namespace descent {

/// Sums over the losses of all rows at given arguments z, so that methods that keep z need not be templates
/// of the loss. Hinge is smoothed by μ,
///
///   ℓ_μ(z) = max over 0 ≤ a ≤ 1 of a(1 − z) − μa²/2;      for a smooth loss μ is 0 and ℓ_μ is ℓ.
class LossesAtArguments {
 public:
  using Arguments = std::span<const double>;

  /// The losses of `problem`, which must outlive the object. Throws std::logic_error for a loss that is
  /// neither smooth nor hinge.
  static std::unique_ptr<LossesAtArguments> make(const Problem& problem);
  virtual ~LossesAtArguments() = default;

  double mu() const { return mu_; }
  void halve_mu() { mu_ /= 2; }

  /// Maximum of ℓ_μ'', without row weights.
  virtual double largest_curvature() const = 0;
  /// Σ_i c_i ℓ_μ(z_i).
  virtual double smooth_value(Arguments z) const = 0;
  /// c_i ℓ_μ'(z_i).
  virtual void derivatives(Arguments z, std::span<double> of_rows) const = 0;
  /// a_i = −ℓ_μ'(z_i), dual weights in the sense of Problem::lower_bound.
  virtual void dual_weights(Arguments z, std::span<double> a) const = 0;
  /// Height of Σ_i c_i ℓ_μ above its tangent: see change_along_step.
  virtual double above_tangent(Arguments before, Arguments after) const = 0;

  /// Σ_i c_i ℓ(z_i).
  virtual double value(Arguments z) const = 0;
  /// Σ_i c_i (target_i a_i − ℓ*(−a_i)), the part of the losses in the dual value.
  virtual double dual_value(std::span<const double> a) const = 0;

 protected:
  explicit LossesAtArguments(double mu) : mu_(mu) {}

 private:
  double mu_;
};

namespace detail {

/// ℓ_μ of hinge.
struct SmoothedHinge {
  double mu;
  double value(double z) const { return (square(1 - z) - square(1 - mu - z)) / (2 * mu); }
  double derivative(double z) const { return -std::clamp((1 - z) / mu, 0.0, 1.0); }
  double above_tangent(double z, double s) const {
    const double above = square_above_tangent(1 - z, -s) - square_above_tangent(1 - mu - z, -s);
    return std::max(0.0, above / (2 * mu));
  }

 private:
  static double square(double u) { return u > 0 ? u * u : 0; }
};

template <class Loss>
class LossesAtArgumentsOf final : public LossesAtArguments {
 public:
  LossesAtArgumentsOf(const Problem& problem, const Loss& loss)
      : LossesAtArguments(Loss::smooth ? 0 : 1), problem_(problem), loss_(loss) {}

  double largest_curvature() const override {
    if constexpr (Loss::smooth)
      return UnitLoss<Loss>::curvature;
    else
      return 1 / mu();
  }

  double smooth_value(Arguments z) const override { return sum_of_values(smooth(), z); }
  double value(Arguments z) const override { return sum_of_values(unit_of(loss_), z); }

  void derivatives(Arguments z, std::span<double> of_rows) const override {
    const auto unit = smooth();
    for (std::size_t i = 0; i < z.size(); ++i) of_rows[i] = weight_of_row(loss_, i) * unit.derivative(z[i]);
  }

  void dual_weights(Arguments z, std::span<double> a) const override {
    const auto unit = smooth();
    for (std::size_t i = 0; i < z.size(); ++i) a[i] = -unit.derivative(z[i]);
  }

  double above_tangent(Arguments before, Arguments after) const override {
    const auto unit = smooth();
    double sum = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      sum += weight_of_row(loss_, i) * unit.above_tangent(before[i], after[i] - before[i]);
    return sum;
  }

  double dual_value(std::span<const double> a) const override {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      sum += weight_of_row(loss_, i) *
             (unit_of(loss_).dual_term(a[i]) + problem_.target(static_cast<Index>(i)) * a[i]);
    return sum;
  }

 private:
  /// ℓ_μ.
  auto smooth() const {
    if constexpr (Loss::smooth)
      return unit_of(loss_);
    else
      return SmoothedHinge{mu()};
  }

  template <class Unit>
  double sum_of_values(const Unit& unit, Arguments z) const {
    double sum = 0;
    for (std::size_t i = 0; i < z.size(); ++i) sum += weight_of_row(loss_, i) * unit.value(z[i]);
    return sum;
  }

  const Problem& problem_;
  Loss loss_;
};

}  // namespace detail

inline std::unique_ptr<LossesAtArguments> LossesAtArguments::make(const Problem& problem) {
  return with_loss_of(problem, [&]<class Loss>(const Loss& loss) -> std::unique_ptr<LossesAtArguments> {
    if constexpr (Loss::smooth || Loss::kind == LossKind::hinge)
      return std::make_unique<detail::LossesAtArgumentsOf<Loss>>(problem, loss);
    else
      throw std::logic_error("the loss must be smooth, or hinge");
  });
}

}  // namespace descent
