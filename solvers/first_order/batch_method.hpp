#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/solver.hpp"
#include "solvers/first_order/step_size.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Iteration, subgradient and mean of iterates of methods with full subgradients. An iteration costs
/// nnz(X) + n.
template <class Loss>
class BatchMethod : public WalkingSolver {
 public:
  BatchMethod(const Problem& problem, const OptionValues& options)
      : WalkingSolver(problem.rows()),
        problem_(problem),
        loss_(problem.loss_as<Loss>()),
        team_(problem.rows(), threads_of(options)),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        g_(static_cast<std::size_t>(problem.n()), 0.0),
        sum_(options.flag("average") ? w_.size() : 0, 0.0) {}

  void weights(std::span<double> w) const final {
    const bool averaged = !sum_.empty() && progress_.updates > 0;
    const double scale = averaged ? 1 / static_cast<double>(progress_.updates) : 1;
    const std::vector<double>& from = averaged ? sum_ : w_;
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = scale * from[j];
  }

 protected:
  /// Makes w the iterate after step t = 1, 2, …, from g, the subgradient of the mean loss at w.
  virtual void step(double t, std::span<const double> g, std::span<double> w) = 0;

 private:
  void walk() final {
    compute_subgradient();
    ++progress_.updates;
    step(static_cast<double>(progress_.updates), g_, w_);
    for (std::size_t j = 0; j < sum_.size(); ++j) sum_[j] += w_[j];
    if (!finite()) progress_.status = Status::diverged;
  }

  /// g = (1/m) Σ_i c_i ℓ'(z_i) row_i in one walk: a row is still in the cache when it is added.
  void compute_subgradient() {
    team_.add_up(g_, {}, [this](RowRange part, double* sums, double*) {
      add_derivatives(part, sums);
      return 0.0;
    });
    for (double& g_j : g_) g_j /= problem_.m();
  }

  void add_derivatives(RowRange part, double* sums) const {
    const SparseMatrix& rows = problem_.rows();
    for (Index i = part.first; i < part.last; ++i) {
      const double derivative =
          problem_.row_weight(i) * loss_.derivative(dot(rows[i], w_.data()) - problem_.target(i));
      if (derivative != 0) add(rows[i], derivative, sums);
    }
  }

  bool finite() const {
    double sum = 0;
    for (const double w_j : w_) sum += std::abs(w_j);
    return std::isfinite(sum);
  }

  const Problem& problem_;
  Loss loss_;
  RowTeam team_;
  std::vector<double> w_;
  std::vector<double> g_;
  std::vector<double> sum_;
};

}  // namespace descent
