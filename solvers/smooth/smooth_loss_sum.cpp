#include "solvers/smooth/smooth_loss_sum.hpp"

#include <algorithm>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/weighted_loss.hpp"

namespace descent {

namespace {

template <class Loss>
class SmoothLossSumOf final : public SmoothLossSum {
 public:
  SmoothLossSumOf(const Problem& problem, const Loss& loss) : SmoothLossSum(problem), loss_(loss) {}

  double largest_curvature() const override { return UnitLoss<Loss>::curvature; }

  void evaluate(SmoothPoint& point) const override {
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

  double above_tangent(std::span<const double> before, std::span<const double> after) const override {
    double sum = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      sum += of_row(loss_, i).above_tangent(before[i], after[i] - before[i]);
    return sum;
  }

  void dual_weights(std::span<const double> w, std::span<double> a) const override {
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      a[static_cast<std::size_t>(i)] = -unit_of(loss_).derivative(argument(i, w));
    }
  }

 private:
  double argument(Index i, std::span<const double> w) const {
    return dot(rows_[i], w.data()) - problem_.target(i);
  }

  template <class Visit>
  void walk(SmoothPoint& point, const Visit& visit) const {
    const std::span<const double> w = point.w;
    const std::span<double> gradient = point.gradient;
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      const double z = argument(i, w);
      visit(i, z);
      const double derivative = of_row(loss_, i).derivative(z);
      if (derivative != 0) add(rows_[i], derivative, gradient.data());
    }
  }

  Loss loss_;
};

}  // namespace

std::unique_ptr<SmoothLossSum> SmoothLossSum::make(const Problem& problem) {
  return make_for_smooth_loss<SmoothLossSum, SmoothLossSumOf>(problem);
}

void SmoothLossSum::hessian_product(std::span<const double> curvatures, std::span<const double> v,
                                    std::span<double> product) const {
  std::fill(product.begin(), product.end(), 0.0);
  const auto curvature = [=](Index i) { return curvatures[static_cast<std::size_t>(i)]; };
  add_normal_product(rows_, curvature, v, product);
}

}  // namespace descent
