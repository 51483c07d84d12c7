#include "solvers/proximal_newton/loss_along_line.hpp"

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/change_along_step.hpp"
#include "solvers/problem/weighted_loss.hpp"

namespace descent {

namespace {

template <class Loss>
class LossAlongLineOf final : public LossAlongLine {
 public:
  LossAlongLineOf(const Problem& problem, const Loss& loss) : LossAlongLine(problem), loss_(loss) {
    mean_ = mean_at_arguments();
  }

  void differentiate(std::span<ModelRow> rows) override {
    for (std::size_t i = 0; i < z_.size(); ++i) {
      derivatives_[i] = of_row(loss_, i).derivative(z_[i]) / m_;
      rows[i] = {of_row(loss_, i).second_derivative(z_[i]) / m_, 0};
    }
  }

  Trial at(double step, std::span<const ModelRow> rows, double slope, double wanted) const override {
    double sum = 0;
    for (std::size_t i = 0; i < z_.size(); ++i) sum += of_row(loss_, i).value(z_[i] + step * rows[i].change);
    const double mean = sum / m_;
    const auto above_tangent = [&] {
      double above = 0;
      for (std::size_t i = 0; i < z_.size(); ++i)
        above += of_row(loss_, i).above_tangent(z_[i], step * rows[i].change);
      return above / m_;
    };
    return {change_along_step(mean_, mean, step * slope, wanted, above_tangent), mean};
  }

  void dual_weights(std::span<double> a) const override {
    for (std::size_t i = 0; i < z_.size(); ++i) a[i] = -unit_of(loss_).derivative(z_[i]);
  }

 private:
  double mean_at_arguments() const override {
    double mean = 0;
    for (std::size_t i = 0; i < z_.size(); ++i) mean += of_row(loss_, i).value(z_[i]) / m_;
    return mean;
  }

  Loss loss_;
};

}  // namespace

LossAlongLine::LossAlongLine(const Problem& problem)
    : problem_(problem), m_(problem.m()), z_(problem.arguments_at_zero()), derivatives_(z_.size()) {}

std::unique_ptr<LossAlongLine> LossAlongLine::make(const Problem& problem) {
  return make_for_smooth_loss<LossAlongLine, LossAlongLineOf>(problem);
}

double LossAlongLine::slope(std::span<const ModelRow> rows) const {
  double sum = 0;
  for (std::size_t i = 0; i < z_.size(); ++i) sum += derivatives_[i] * rows[i].change;
  return sum;
}

void LossAlongLine::move(double step, std::span<const ModelRow> rows, double mean) {
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] += step * rows[i].change;
  mean_ = mean;
}

void LossAlongLine::refresh(std::span<const double> w) {
  for (Index i = 0; i < problem_.m(); ++i)
    z_[static_cast<std::size_t>(i)] = dot(problem_.rows()[i], w.data()) - problem_.target(i);
  mean_ = mean_at_arguments();
}

}  // namespace descent
