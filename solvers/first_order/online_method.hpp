#pragma once

#include "solvers/contract/solver.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

/// Steps along the subgradient of one random row, in O(nnz(row)). Weights is constructible from (problem,
/// options) and has dot(row), step(row, derivative, t), t = 1, 2, …, and weights(w).
template <class Loss, class Weights>
class OnlineMethod : public SteppingSolver {
 public:
  OnlineMethod(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        rows_(problem.rows()),
        loss_(problem.loss_as<Loss>()),
        order_(rows_, all_lines(problem.m()), LineOrder::Kind::uniform, random),
        w_(problem, options) {}

  Progress advance(std::uint64_t entries) final {
    return work(entries, [this] {
      const Index i = order_.next();
      const auto row = rows_[i];
      const double derivative = problem_.row_weight(i) * loss_.derivative(w_.dot(row));
      ++progress_.updates;
      w_.step(row, derivative, static_cast<double>(progress_.updates));
      progress_.entries_touched += row.size();
    });
  }

  void weights(std::span<double> w) const final { w_.weights(w); }

 private:
  const Problem& problem_;
  const SparseMatrix& rows_;
  Loss loss_;
  LineOrder order_;
  Weights w_;
};

}  // namespace descent
