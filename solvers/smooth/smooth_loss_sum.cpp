#include "solvers/smooth/smooth_loss_sum.hpp"

#include <algorithm>
#include <stdexcept>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/weighted_loss.hpp"

namespace descent {

namespace {

/// ℓ_μ of hinge.
struct SmoothedHinge {
  double mu;
  double value(double z) const { return (square(1 - z) - square(1 - mu - z)) / (2 * mu); }
  double derivative(double z) const { return -std::clamp((1 - z) / mu, 0.0, 1.0); }
  double above_tangent(double z, double s) const {
    const double above =
        detail::square_above_tangent(1 - z, -s) - detail::square_above_tangent(1 - mu - z, -s);
    return std::max(0.0, above / (2 * mu));
  }

 private:
  static double square(double u) { return u > 0 ? u * u : 0; }
};

template <class Loss>
class SmoothLossSumOf final : public SmoothLossSum {
 public:
  SmoothLossSumOf(const Problem& problem, const Loss& loss)
      : SmoothLossSum(problem, Loss::smooth ? 0 : 1), loss_(loss) {}

  void evaluate([[maybe_unused]] SmoothPoint& point) const override {
    if constexpr (Loss::smooth)
      evaluate_smooth(point);
    else
      throw std::logic_error("the loss must have a Lipschitz derivative");
  }

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

  void dual_weights_at(Arguments z, std::span<double> a) const override {
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

  void evaluate_smooth(SmoothPoint& point) const {
    if (point.arguments.empty()) return walk(point, [](Index, double) {});
    std::fill(point.diagonal.begin(), point.diagonal.end(), 0.0);
    double* const arguments = point.arguments.data();
    double* const curvatures = point.curvatures.empty() ? nullptr : point.curvatures.data();
    double* const diagonal = point.diagonal.empty() ? nullptr : point.diagonal.data();
    double sum = 0;
    walk(point, [&, arguments, curvatures, diagonal](Index i, double z) {
      arguments[i] = z;
      sum += of_row(loss_, i).value(z);
      if (curvatures == nullptr) return;
      const double curvature = curvatures[i] = of_row(loss_, i).second_derivative(z);
      if (curvature == 0 || diagonal == nullptr) return;
      for_each_entry(rows_[i],
                     [&](Index index, double value) { diagonal[index] += curvature * value * value; });
    });
    point.value = sum;
  }

  template <class Visit>
  void walk(SmoothPoint& point, const Visit& visit) const {
    const std::span<const double> w = point.w;
    const std::span<double> gradient = point.gradient;
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      const double z = dot(rows_[i], w.data()) - problem_.target(i);
      visit(i, z);
      const double derivative = of_row(loss_, i).derivative(z);
      if (derivative != 0) add(rows_[i], derivative, gradient.data());
    }
  }

  Loss loss_;
};

}  // namespace

std::unique_ptr<SmoothLossSum> SmoothLossSum::make(const Problem& problem) {
  return with_loss_of(problem, [&]<class Loss>(const Loss& loss) -> std::unique_ptr<SmoothLossSum> {
    if constexpr (Loss::smooth || Loss::kind == LossKind::hinge)
      return std::make_unique<SmoothLossSumOf<Loss>>(problem, loss);
    else
      throw std::logic_error("the loss must be smooth, or hinge");
  });
}

void SmoothLossSum::dual_weights(std::span<const double> w, std::span<double> a) const {
  for (Index i = 0; i < rows_.outer_size(); ++i)
    a[static_cast<std::size_t>(i)] = dot(rows_[i], w.data()) - problem_.target(i);
  dual_weights_at(a, a);
}

void SmoothLossSum::hessian_product(std::span<const double> curvatures, std::span<const double> v,
                                    std::span<double> product) const {
  std::fill(product.begin(), product.end(), 0.0);
  const auto curvature = [=](Index i) { return curvatures[static_cast<std::size_t>(i)]; };
  add_normal_product(rows_, curvature, v, product);
}

}  // namespace descent
