#include "solvers/smooth/smooth_loss_sum.hpp"

#include <algorithm>
#include <stdexcept>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/loss_batch.hpp"

namespace descent {

namespace {

/// ℓ_μ of hinge.
struct SmoothedHinge {
  double mu;
  double value(double z) const {
    const double u = 1 - z;
    return u <= 0 ? 0 : u < mu ? u * u / (2 * mu) : u - mu / 2;
  }
  double derivative(double z) const { return -std::clamp((1 - z) / mu, 0.0, 1.0); }
  double above_tangent(double z, double s) const {
    const double above =
        detail::square_above_tangent(1 - z, -s) - detail::square_above_tangent(1 - mu - z, -s);
    return std::max(0.0, above / (2 * mu));
  }
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
      return Loss::curvature;
    else
      return 1 / mu();
  }

  double smooth_value(Arguments z) const override { return sum_of_values(smooth(), z); }
  double value(Arguments z) const override { return sum_of_values(loss_, z); }

  void derivatives(Arguments z, std::span<double> of_rows) const override {
    team_.walk([&](RowRange rows) {
      for_each_derivative(smooth(), z, at(rows.first), at(rows.last), [&](std::size_t i, double derivative) {
        of_rows[i] = problem_.row_weight(i) * derivative;
      });
    });
  }

  void dual_weights_at(Arguments z, std::span<double> a) const override {
    team_.walk([&](RowRange rows) {
      for_each_derivative(smooth(), z, at(rows.first), at(rows.last),
                          [a](std::size_t i, double derivative) { a[i] = -derivative; });
    });
  }

  double above_tangent(Arguments before, Arguments after) const override {
    return sum_over_batches([&](std::size_t first, std::size_t count) {
      const RowBatch z(before.subspan(first, count));
      RowBatch steps;
      for (std::size_t k = 0; k < count; ++k) steps[k] = after[first + k] - z[k];
      return LossBatch(smooth(), z).above_tangent(steps);
    });
  }

  double dual_value(std::span<const double> a) const override {
    return team_.sum([&](RowRange rows) {
      double sum = 0;
      for (auto i = at(rows.first); i < at(rows.last); ++i) {
        sum +=
            problem_.row_weight(i) * (loss_.dual_term(a[i]) + problem_.target(static_cast<Index>(i)) * a[i]);
      }
      return sum;
    });
  }

 private:
  /// ℓ_μ.
  auto smooth() const {
    if constexpr (Loss::smooth)
      return loss_;
    else
      return SmoothedHinge{mu()};
  }

  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  /// Σ_i c_i t_i, the t_i from terms(first, count).
  template <class Terms>
  double sum_over_batches(const Terms& terms) const {
    return team_.sum(
        [&](RowRange rows) { return weighted_sum(problem_, at(rows.first), at(rows.last), terms); });
  }

  template <class Unit>
  double sum_of_values(const Unit& unit, Arguments z) const {
    return sum_over_batches([&](std::size_t first, std::size_t count) {
      return LossBatch(unit, RowBatch(z.subspan(first, count))).value();
    });
  }

  void evaluate_smooth(SmoothPoint& point) const {
    point.value =
        team_.add_up(point.gradient, point.diagonal, [&](RowRange rows, double* gradient, double* diagonal) {
          double sum = 0;
          for_each_batch(at(rows.first), at(rows.last), [&](std::size_t first, std::size_t count) {
            sum += evaluate_batch(point, first, count, gradient, diagonal);
          });
          return sum;
        });
  }

  /// The rows are still in the cache when they are added to the sums.
  double evaluate_batch(SmoothPoint& point, std::size_t first, std::size_t count, double* gradient,
                        double* diagonal) const {
    const auto row = [&](std::size_t k) { return rows_[static_cast<Index>(first + k)]; };
    RowBatch z;
    for (std::size_t k = 0; k < count; ++k)
      z[k] = dot(row(k), point.w.data()) - problem_.target(static_cast<Index>(first + k));
    const LossBatch batch(loss_, z);
    const RowBatch derivatives = batch.derivative();
    for (std::size_t k = 0; k < count; ++k) {
      const double derivative = problem_.row_weight(first + k) * derivatives[k];
      if (derivative != 0) add(row(k), derivative, gradient);
    }
    if (point.arguments.empty()) return 0;
    std::copy_n(z.begin(), count, point.arguments.begin() + static_cast<std::ptrdiff_t>(first));
    const RowBatch values = batch.value();
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += problem_.row_weight(first + k) * values[k];
    if (point.curvatures.empty()) return sum;
    const RowBatch second_derivatives = batch.second_derivative();
    for (std::size_t k = 0; k < count; ++k) {
      const double curvature = problem_.row_weight(first + k) * second_derivatives[k];
      point.curvatures[first + k] = curvature;
      if (curvature == 0 || point.diagonal.empty()) continue;
      for_each_entry(row(k),
                     [&](Index index, double value) { diagonal[index] += curvature * value * value; });
    }
    return sum;
  }

  Loss loss_;
};

}  // namespace

std::unique_ptr<SmoothLossSum> SmoothLossSum::make(const Problem& problem, int threads) {
  return with_loss(problem.loss(), problem.epsilon(),
                   [&]<class Loss>(const Loss& loss) -> std::unique_ptr<SmoothLossSum> {
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
