#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/contract/deadline.hpp"

namespace descent {

/// Status of a run. After all but `running`, advance does no work.
enum class Status {
  running,
  converged,  ///< the stopping rule holds or nothing has improved for long, and F(w) is proved as near to the
              ///< optimum as the rule requires: 1e-6 at its default
  stopped,    ///< the stopping rule holds, but too loosely to prove F(w) near the optimum
  stalled,    ///< rounding leaves nothing to gain
  limit,      ///< of the method: iterations, iterations without gain, LIBLINEAR's last tolerance
  diverged
};

/// Work since the start of the run.
struct Progress {
  /// Stored entries touched. A step counts its row or column once, whether it only reads (gradient) or also
  /// writes (update). Divided by nnz(X): passes.
  std::uint64_t entries_touched = 0;
  /// Iterations in the method's sense: coordinate, stochastic or full-gradient steps.
  std::uint64_t updates = 0;
  Status status = Status::running;
  /// Complete outer iterations, each of many updates, if any.
  std::optional<std::uint64_t> outer_iterations = {};
};

/// Distance from agreement of a method that splits its variables (Boyd et al. 2011, §3.3).
struct Residuals {
  double primal = 0;  ///< norm of the difference of the two copies
  double dual = 0;    ///< norm of the error in the second copy's optimality condition
};

/// One run of one method on one problem. A solver never reads a clock (except for its deadline), logs,
/// switches to another method or reports its own objective: only Problem computes it. Calls of `advance` in
/// other slices give the same iterates.
class Solver {
 public:
  virtual ~Solver() = default;

  /// Works until at least `entries` more entries have been touched, the run has ended, or a step was cut off
  /// at the deadline. After a cut, iterate and progress belong to the last whole step, and no more calls
  /// follow.
  virtual Progress advance(std::uint64_t entries) = 0;

  /// Sets the deadline of the next `advance`. Only methods with long steps heed it.
  virtual void end_by(const Deadline& deadline) { deadline_ = deadline; }

  /// Copies the primal iterate, n doubles. Not under the clock: it may have to be assembled.
  virtual void weights(std::span<double> w) const = 0;

  /// The m dual weights a in the sense of Problem::lower_bound, if any; valid until the next call.
  virtual std::optional<std::span<const double>> dual() const { return std::nullopt; }

  /// Residuals of the latest outer iteration, if any; recorded at checkpoints.
  virtual std::optional<Residuals> residuals() const { return std::nullopt; }

 protected:
  Deadline deadline_;
};

/// A solver that works in pieces and counts its own progress.
class SteppingSolver : public Solver {
 protected:
  /// The loop of `advance`: repeats `piece`, a step or a walk that counts its entries in progress_. A piece
  /// that is cut off at the deadline leaves the iterate of the last whole step.
  template <class Piece>
  [[gnu::always_inline]] Progress work(std::uint64_t entries, const Piece& piece) {
    const std::uint64_t goal = progress_.entries_touched + entries;
    try {
      while (progress_.entries_touched < goal && progress_.status == Status::running) piece();
    } catch (const OutOfTime&) {
    }
    return progress_;
  }

  Progress progress_;
};

/// A solver that works in walks over all rows: a gradient, a product, the gap.
class WalkingSolver : public SteppingSolver {
 public:
  Progress advance(std::uint64_t entries) final {
    return work(entries, [this] {
      walk();
      progress_.entries_touched += entries_of_walk_;
    });
  }

 protected:
  explicit WalkingSolver(std::uint64_t entries_of_walk) : entries_of_walk_(entries_of_walk) {}
  explicit WalkingSolver(const SparseMatrix& rows)
      : WalkingSolver(static_cast<std::uint64_t>(rows.nonzeros())) {}

  std::uint64_t entries_of_walk() const { return entries_of_walk_; }

 private:
  /// Makes the next walk, and sets updates and status. Its entries are counted afterwards.
  virtual void walk() = 0;

  std::uint64_t entries_of_walk_;
};

}  // namespace descent
