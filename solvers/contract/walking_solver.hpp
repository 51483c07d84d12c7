#pragma once

#include <cstdint>

#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/contract/solver.hpp"

namespace descent {

/// A solver that works in walks over all rows: a gradient, a product, the gap.
class WalkingSolver : public Solver {
 public:
  Progress advance(std::uint64_t entries) final {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal && progress_.status == Status::running) {
      walk();
      progress_.entries_touched += entries_of_walk_;
    }
    return progress_;
  }

 protected:
  explicit WalkingSolver(std::uint64_t entries_of_walk) : entries_of_walk_(entries_of_walk) {}
  explicit WalkingSolver(const SparseMatrix& rows)
      : WalkingSolver(static_cast<std::uint64_t>(rows.nonzeros())) {}

  Progress progress_;  ///< the method sets updates and status

 private:
  /// Makes the next walk; its entries are counted afterwards.
  virtual void walk() = 0;

  std::uint64_t entries_of_walk_;
};

}  // namespace descent
