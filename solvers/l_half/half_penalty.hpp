#pragma once

#include <cmath>
#include <span>

#include "solvers/contract/option.hpp"
#include "solvers/l_half/half_threshold.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// λ|w_j|^½ for the regularised columns, as a penalty of ReweightedLeastSquares.
class HalfPenalty {
 public:
  static constexpr bool is_sequence = false;

  HalfPenalty(const Problem& problem, const OptionValues& options)
      : lambda_(problem.lambda()),
        penalized_(problem.penalized_columns()),
        threshold_(options.word("threshold") == "stationary" ? HalfThreshold::stationary
                                                             : HalfThreshold::global) {}

  double minimiser(Index j, double c, double a, double current, bool cautious) const {
    if (j >= penalized_) return c;
    const double b = half_threshold(c, 2 * lambda_ / a, threshold_);
    const bool may_rise = cautious && threshold_ == HalfThreshold::stationary;
    return may_rise && model(b, c, a) > model(current, c, a) ? current : b;
  }

  double change(Index j, double from, double to) const {
    if (j >= penalized_ || from == to) return 0;
    const double roots = std::sqrt(std::abs(to)) + std::sqrt(std::abs(from));
    return lambda_ * (std::abs(to) - std::abs(from)) / roots;
  }

  bool next(std::span<const double>) { return false; }

 private:
  double model(double b, double c, double a) const {
    return 0.5 * a * (b - c) * (b - c) + lambda_ * std::sqrt(std::abs(b));
  }

  double lambda_;
  Index penalized_;
  HalfThreshold threshold_;
};

inline Option half_threshold_option() {
  return {.name = "threshold",
          .description =
              "where a weight leaves 0: global, where that lowers the model; stationary, where another "
              "stationary point appears",
          .default_value = "global",
          .words = {"global", "stationary"},
          .source = "stationary: as printed, docs/methods.md §9; global: from f(b) = f(0), f'(b) = 0"};
}

}  // namespace descent
