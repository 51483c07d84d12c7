#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/regularizer.hpp"

namespace descent {

/// w ← S(w − drift, κ), `steps` times, in O(1): the way of a weight under L1 while no row touches it. For
/// w > 0 (the other sign mirrors it): a positive weight moves by −(drift + κ) per step. Where it would pass
/// 0, it stops, or goes on below 0 if drift > κ, by −(drift − κ) per step.
inline double drift_and_threshold(double w, double drift, double kappa, double steps) {
  if (w < 0 || (w == 0 && drift > 0)) return -drift_and_threshold(-w, -drift, kappa, steps);
  const double fall = drift + kappa;
  if (w == 0) return fall < 0 ? -fall * steps : 0;
  if (w - fall * steps > 0) return w - fall * steps;
  if (drift <= kappa) return 0;
  const double before = std::clamp(std::ceil(w / fall) - 1, 0.0, steps - 1);
  const double crossed = soft_threshold(w - fall * before - drift, kappa);
  return std::min(crossed, 0.0) - (steps - before - 1) * (drift - kappa);
}

/// Weights of methods that step along one sparse row and a dense mean gradient g,
///
///   w ← prox of γλR at w − γ(change · row + g),
///
/// with work only for the row's weights. A component of g changes only in steps that touch it. So missed
/// steps are made up for in O(1) when the weight is next read (the "just in time" updates of Schmidt, Le Roux
/// and Bach 2017, §4.1). k steps with the prox of L2, ρ = 1/(1 + γλ), lead to
///
///   w − (1 − ρᵏ)(w + g/λ),
///
/// and 1 − ρᵏ is tabulated for small k.
template <class Regularizer>
class LazyProximalSteps {
 public:
  /// Starts at w = 0, g = 0. γ > 0.
  LazyProximalSteps(Index n, double gamma, double lambda)
      : gamma_(gamma), lambda_(lambda), coordinates_(static_cast<std::size_t>(n)) {
    for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k] = part(static_cast<double>(k));
  }

  /// w·row; brings the weights of the row up to date.
  double dot(Line row) {
    double sum = 0;
    for_each_entry(row, [&](Index index, double value) {
      Coordinate& coordinate = coordinates_[static_cast<std::size_t>(index)];
      catch_up(coordinate);
      sum += value * coordinate.w;
    });
    return sum;
  }

  /// Steps along a row whose weights are up to date; then g ← g + share · change · row.
  void step(Line row, double change, double share) {
    ++now_;
    for_each_entry(row, [&](Index index, double value) {
      Coordinate& coordinate = coordinates_[static_cast<std::size_t>(index)];
      const double along = change * value;
      coordinate.w = Regularizer::prox(coordinate.w - gamma_ * (along + coordinate.g), gamma_ * lambda_);
      coordinate.g += share * along;
      coordinate.step = now_;
    });
  }

  /// Brings all weights up to date, in O(n), and sets g = Σ_i coefficient(i) row_i in a walk.
  template <class Coefficient>
  void set_gradient(const SparseMatrix& rows, const Coefficient& coefficient) {
    for (Coordinate& coordinate : coordinates_) {
      catch_up(coordinate);
      coordinate.g = 0;
    }
    for (Index i = 0; i < rows.outer_size(); ++i) {
      const double c = coefficient(i);
      for_each_entry(rows[i], [&](Index index, double value) {
        coordinates_[static_cast<std::size_t>(index)].g += c * value;
      });
    }
  }

  void weights(std::span<double> w) const {
    for (std::size_t j = 0; j < w.size(); ++j) {
      Coordinate coordinate = coordinates_[j];
      catch_up(coordinate);
      w[j] = coordinate.w;
    }
  }

 private:
  /// A weight, its component of g and the step of its last update.
  struct Coordinate {
    double w = 0;
    double g = 0;
    std::uint64_t step = 0;
  };

  void catch_up(Coordinate& coordinate) const {
    const std::uint64_t steps = now_ - coordinate.step;
    if (steps == 0) return;
    coordinate.step = now_;
    if constexpr (Regularizer::kind == RegularizerKind::l1) {
      coordinate.w = drift_and_threshold(coordinate.w, gamma_ * coordinate.g, gamma_ * lambda_,
                                         static_cast<double>(steps));
    } else {
      const double moved = steps < parts_.size() ? parts_[steps] : part(static_cast<double>(steps));
      coordinate.w -= moved * (coordinate.w + coordinate.g / lambda_);
    }
  }

  /// 1 − ρᵏ.
  double part(double k) const { return -std::expm1(-k * std::log1p(gamma_ * lambda_)); }

  double gamma_;
  double lambda_;
  std::uint64_t now_ = 0;
  std::array<double, 1024> parts_;
  std::vector<Coordinate> coordinates_;
};

}  // namespace descent
