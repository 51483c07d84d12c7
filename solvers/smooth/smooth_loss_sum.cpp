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
  SmoothLossSumOf(const Problem& problem, int threads, const Loss& loss)
      : SmoothLossSum(problem, threads, Loss::smooth ? 0 : 1), loss_(loss) {}

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
    team_.walk([&](RowRange rows) {
      for (auto i = at(rows.first); i < at(rows.last); ++i)
        of_rows[i] = weight_of_row(loss_, i) * unit.derivative(z[i]);
    });
  }

  void dual_weights_at(Arguments z, std::span<double> a) const override {
    const auto unit = smooth();
    team_.walk([&](RowRange rows) {
      for (auto i = at(rows.first); i < at(rows.last); ++i) a[i] = -unit.derivative(z[i]);
    });
  }

  double above_tangent(Arguments before, Arguments after) const override {
    const auto unit = smooth();
    return sum_over_rows([&](std::size_t i) {
      return weight_of_row(loss_, i) * unit.above_tangent(before[i], after[i] - before[i]);
    });
  }

  double dual_value(std::span<const double> a) const override {
    return sum_over_rows([&](std::size_t i) {
      return weight_of_row(loss_, i) *
             (unit_of(loss_).dual_term(a[i]) + problem_.target(static_cast<Index>(i)) * a[i]);
    });
  }

 private:
  /// ℓ_μ.
  auto smooth() const {
    if constexpr (Loss::smooth)
      return unit_of(loss_);
    else
      return SmoothedHinge{mu()};
  }

  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  template <class Term>
  double sum_over_rows(const Term& term) const {
    const auto of_part = [&](RowRange rows) {
      double sum = 0;
      for (auto i = at(rows.first); i < at(rows.last); ++i) sum += term(i);
      return sum;
    };
    return team_.sum(of_part);
  }

  template <class Unit>
  double sum_of_values(const Unit& unit, Arguments z) const {
    return sum_over_rows([&](std::size_t i) { return weight_of_row(loss_, i) * unit.value(z[i]); });
  }

  void evaluate_smooth(SmoothPoint& point) const {
    if (point.arguments.empty()) {
      team_.add_up(point.gradient, {}, [&](RowRange rows, double* gradient, double*) {
        walk(rows, point.w, gradient, [](Index, double) {});
        return 0.0;
      });
      return;
    }
    double* const arguments = point.arguments.data();
    double* const curvatures = point.curvatures.empty() ? nullptr : point.curvatures.data();
    const bool has_diagonal = !point.diagonal.empty();
    point.value =
        team_.add_up(point.gradient, point.diagonal, [&](RowRange rows, double* gradient, double* diagonal) {
          double sum = 0;
          walk(rows, point.w, gradient, [&, arguments, curvatures, diagonal](Index i, double z) {
            arguments[i] = z;
            sum += of_row(loss_, i).value(z);
            if (curvatures == nullptr) return;
            const double curvature = curvatures[i] = of_row(loss_, i).second_derivative(z);
            if (curvature == 0 || !has_diagonal) return;
            for_each_entry(rows_[i],
                           [&](Index index, double value) { diagonal[index] += curvature * value * value; });
          });
          return sum;
        });
  }

  template <class Visit>
  void walk(RowRange rows, std::span<const double> w, double* gradient, const Visit& visit) const {
    for (Index i = rows.first; i < rows.last; ++i) {
      const double z = dot(rows_[i], w.data()) - problem_.target(i);
      visit(i, z);
      const double derivative = of_row(loss_, i).derivative(z);
      if (derivative != 0) add(rows_[i], derivative, gradient);
    }
  }

  Loss loss_;
};

}  // namespace

std::unique_ptr<SmoothLossSum> SmoothLossSum::make(const Problem& problem, int threads) {
  return with_loss_of(problem, [&]<class Loss>(const Loss& loss) -> std::unique_ptr<SmoothLossSum> {
    if constexpr (Loss::smooth || Loss::kind == LossKind::hinge)
      return std::make_unique<SmoothLossSumOf<Loss>>(problem, threads, loss);
    else
      throw std::logic_error("the loss must be smooth, or hinge");
  });
}

void SmoothLossSum::find_arguments(std::span<const double> w, std::span<double> z) const {
  team_.walk([&](RowRange rows) {
    for (Index i = rows.first; i < rows.last; ++i)
      z[static_cast<std::size_t>(i)] = dot(rows_[i], w.data()) - problem_.target(i);
  });
}

void SmoothLossSum::sum_rows(std::span<const double> of_rows, double divisor, std::span<double> sum) const {
  team_.add_up(sum, {}, [&](RowRange rows, double* of_part, double*) {
    for (Index i = rows.first; i < rows.last; ++i) {
      const double factor = of_rows[static_cast<std::size_t>(i)];
      if (factor != 0) add(rows_[i], factor / divisor, of_part);
    }
    return 0.0;
  });
}

void SmoothLossSum::dual_weights(std::span<const double> w, std::span<double> a) const {
  find_arguments(w, a);
  dual_weights_at(a, a);
}

void SmoothLossSum::hessian_product(std::span<const double> curvatures, std::span<const double> v,
                                    std::span<double> product) const {
  team_.add_up(product, {}, [&](RowRange rows, double* of_part, double*) {
    for (Index i = rows.first; i < rows.last; ++i) {
      const double curvature = curvatures[static_cast<std::size_t>(i)];
      if (curvature != 0) add(rows_[i], curvature * dot(rows_[i], v.data()), of_part);
    }
    return 0.0;
  });
}

}  // namespace descent
