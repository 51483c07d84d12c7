#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace descent {

/// The problem over the weights of cutting planes, a part of `bmrm`:
///
///   min_α  ½ αᵀHα − bᵀα,   α ≥ 0,  Σ_k α_k = 1
///
/// Solved from the previous α by steps along pairs of variables, α_u + δ, α_v − δ. u has the smallest
/// gradient; v, with α_v > 0, lowers the objective most (Fan, Chen and Lin 2005, as in LIBSVM). Variables are
/// added one at a time; variables at 0 can be removed.
class SimplexQuadratic {
 public:
  std::size_t size() const { return alpha_.size(); }
  const std::vector<double>& weights() const { return alpha_; }

  /// Adds a variable with its products H_k,size with earlier variables, and H_size,size. The first starts at
  /// α = 1, others at 0.
  void add(const std::vector<double>& products, double square, double b) {
    const std::size_t k = size();
    for (std::size_t l = 0; l < k; ++l) H_[l].push_back(products[l]);
    H_.emplace_back(products.begin(), products.begin() + static_cast<std::ptrdiff_t>(k));
    H_.back().push_back(square);
    b_.push_back(b);
    alpha_.push_back(k == 0 ? 1 : 0);
    double gradient = -b;
    for (std::size_t l = 0; l <= k; ++l) gradient += H_[k][l] * alpha_[l];
    gradient_.push_back(gradient);
  }

  /// Removes a variable of weight 0; the last variable gets its number.
  void remove(std::size_t k) {
    for (std::vector<double>& row : H_) take_out(row, k);
    std::swap(H_[k], H_.back());
    H_.pop_back();
    take_out(b_, k);
    take_out(alpha_, k);
    take_out(gradient_, k);
  }

  /// Stops when the objective is within `gap` of its minimum, or after `most_steps`.
  void solve(double gap, std::size_t most_steps) {
    find_gradient();
    for (std::size_t step = 0; step < most_steps; ++step) {
      const auto u =
          static_cast<std::size_t>(std::min_element(gradient_.begin(), gradient_.end()) - gradient_.begin());
      double above = 0;  // Σ α_k (g_k − g_u) bounds the distance from the minimum
      double best = 0;
      std::size_t v = u;
      for (std::size_t k = 0; k < size(); ++k) {
        if (alpha_[k] == 0) continue;
        const double slope = gradient_[k] - gradient_[u];
        above += alpha_[k] * slope;
        const double length = step_length(u, k);
        const double gain = length * (slope - length / 2 * curvature(u, k));
        if (gain > best) {
          best = gain;
          v = k;
        }
      }
      if (v == u || !(above > gap)) return;
      move(u, v, step_length(u, v));
    }
  }

  /// bᵀα − ½ αᵀHα: the negative objective.
  double value() const {
    double sum = 0;
    for (std::size_t k = 0; k < size(); ++k) sum += alpha_[k] * (b_[k] - gradient_[k]);
    return sum / 2;
  }

 private:
  double curvature(std::size_t u, std::size_t v) const {
    return std::max(H_[u][u] + H_[v][v] - 2 * H_[u][v], std::numeric_limits<double>::min());
  }

  double step_length(std::size_t u, std::size_t v) const {
    return std::min(alpha_[v], (gradient_[v] - gradient_[u]) / curvature(u, v));
  }

  void move(std::size_t u, std::size_t v, double length) {
    alpha_[u] += length;
    alpha_[v] = length == alpha_[v] ? 0 : alpha_[v] - length;
    for (std::size_t k = 0; k < size(); ++k) gradient_[k] += length * (H_[u][k] - H_[v][k]);
  }

  /// Recomputes the gradient, since steps leave rounding; scales α to the sum 1.
  void find_gradient() {
    double sum = 0;
    for (const double weight : alpha_) sum += weight;
    for (double& weight : alpha_) weight /= sum;
    for (std::size_t k = 0; k < size(); ++k) {
      gradient_[k] = -b_[k];
      for (std::size_t l = 0; l < size(); ++l) gradient_[k] += H_[k][l] * alpha_[l];
    }
  }

  static void take_out(std::vector<double>& numbers, std::size_t k) {
    numbers[k] = numbers.back();
    numbers.pop_back();
  }

  std::vector<std::vector<double>> H_;
  std::vector<double> b_;
  std::vector<double> alpha_;
  std::vector<double> gradient_;  ///< Hα − b
};

}  // namespace descent
