#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/loss_batch.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/proximal_newton/quadratic_model.hpp"
#include "solvers/smooth/line_search.hpp"

namespace descent {

/// Mean of a smooth loss at a point w, known by its m arguments z alone, and along a line through it. A part
/// of `proximal_newton`, whose models maintain row_i·d: a line search touches no stored entry.
class LossAlongLine {
 public:
  /// Starts at w = 0. The problem must outlive the object.
  static std::unique_ptr<LossAlongLine> make(const Problem& problem);
  virtual ~LossAlongLine() = default;

  double mean() const { return mean_; }

  /// Sets derivatives(), and the rows of a quadratic model: their second derivative, change 0.
  virtual void differentiate(std::span<ModelRow> rows) = 0;

  /// Derivatives of the rows at the last differentiate().
  std::span<const RowDerivatives> derivatives() const { return derivatives_; }

  /// The derivative along d; the rows hold row_i·d as their change.
  double slope(std::span<const ModelRow> rows) const {
    double sum = 0;
    for (std::size_t i = 0; i < z_.size(); ++i) sum += derivatives_[i].first * rows[i].change;
    return sum;
  }

  struct Trial {
    double change;  ///< of the mean loss, accurate in comparison with `wanted`
    double mean;    ///< at w + step d
  };

  virtual Trial at(double step, std::span<const ModelRow> rows, double slope, double wanted) const = 0;

  /// Goes to w + step d, where a trial has found the mean.
  void move(double step, std::span<const ModelRow> rows, double mean) {
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] += step * rows[i].change;
    mean_ = mean;
  }

  /// Recomputes z from w in one walk: moves leave rounding of the size of the largest z on the way.
  void refresh(std::span<const double> w) {
    for (Index i = 0; i < problem_.m(); ++i)
      z_[static_cast<std::size_t>(i)] = dot(problem_.rows()[i], w.data()) - problem_.target(i);
    mean_ = mean_at_arguments();
  }

  /// a_i = −ℓ'(z_i), dual weights in the sense of Problem::lower_bound.
  virtual void dual_weights(std::span<double> a) const = 0;

 protected:
  explicit LossAlongLine(const Problem& problem)
      : problem_(problem), m_(problem.m()), z_(problem.arguments_at_zero()), derivatives_(z_.size()) {}

  virtual double mean_at_arguments() const = 0;

  const Problem& problem_;
  double m_;
  std::vector<double> z_;
  std::vector<RowDerivatives> derivatives_;
  double mean_ = 0;
};

namespace detail {

template <class Loss>
class LossAlongLineOf final : public LossAlongLine {
 public:
  LossAlongLineOf(const Problem& problem, const Loss& loss) : LossAlongLine(problem), loss_(loss) {
    mean_ = mean_at_arguments();
  }

  void differentiate(std::span<ModelRow> rows) override {
    for_each_batch(0, z_.size(), [&](std::size_t first, std::size_t count) {
      const LossBatch batch = batch_at(first, count);
      const RowBatch derivatives = batch.derivative();
      const RowBatch second_derivatives = batch.second_derivative();
      for (std::size_t k = 0; k < count; ++k) {
        const double c = problem_.row_weight(first + k);
        derivatives_[first + k] = {c * derivatives[k] / m_, c * second_derivatives[k] / m_};
        rows[first + k] = {derivatives_[first + k].second, 0};
      }
    });
  }

  Trial at(double step, std::span<const ModelRow> rows, double slope, double wanted) const override {
    const double mean = mean_of([&](std::size_t first, std::size_t count) {
      RowBatch z;
      for (std::size_t k = 0; k < count; ++k) z[k] = z_[first + k] + step * rows[first + k].change;
      return LossBatch(loss_, z).value();
    });
    const auto above_tangent = [&] {
      return mean_of([&](std::size_t first, std::size_t count) {
        RowBatch steps;
        for (std::size_t k = 0; k < count; ++k) steps[k] = step * rows[first + k].change;
        return batch_at(first, count).above_tangent(steps);
      });
    };
    return {change_along_step(mean_, mean, step * slope, wanted, above_tangent), mean};
  }

  void dual_weights(std::span<double> a) const override {
    for_each_derivative(loss_, z_, 0, z_.size(),
                        [a](std::size_t i, double derivative) { a[i] = -derivative; });
  }

 private:
  double mean_at_arguments() const override {
    return mean_of([&](std::size_t first, std::size_t count) { return batch_at(first, count).value(); });
  }

  LossBatch<Loss> batch_at(std::size_t first, std::size_t count) const {
    return {loss_, RowBatch(std::span(z_).subspan(first, count))};
  }

  /// Σ_i c_i t_i / m, the t_i from terms(first, count).
  template <class Terms>
  double mean_of(const Terms& terms) const {
    return weighted_sum(problem_, 0, z_.size(), terms) / m_;
  }

  Loss loss_;
};

}  // namespace detail

inline std::unique_ptr<LossAlongLine> LossAlongLine::make(const Problem& problem) {
  return with_loss(problem.loss(), problem.epsilon(),
                   [&]<class Loss>(const Loss& loss) -> std::unique_ptr<LossAlongLine> {
                     if constexpr (Loss::smooth)
                       return std::make_unique<detail::LossAlongLineOf<Loss>>(problem, loss);
                     else
                       throw std::logic_error("the loss must have a Lipschitz derivative");
                   });
}

}  // namespace descent
