#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace descent {

/// How a run stands. Each status but `running` is an end: further calls of advance do no work.
enum class Status {
  running,
  converged,  ///< F(w) is proved to be as near to the optimum as the method's stopping rule wants it, within
              ///< 1e-6 at the rule's default, and the rule holds or nothing has improved for long
  stopped,    ///< the stopping rule holds, so loose a one that F(w) is not proved to be near the optimum
  stalled,    ///< rounding leaves nothing to gain
  limit,      ///< at a limit of the method's own: of iterations, of those without gain, LIBLINEAR's last
              ///< tolerance
  diverged
};

/// Work since the start of the run.
struct Progress {
  /// Stored entries touched. A step counts the entries of its row or column once, whether it only reads them
  /// (gradient) or also writes along them (update); entries_touched / nnz(X) is the number of passes over the
  /// data.
  std::uint64_t entries_touched = 0;
  /// Iterations in the method's own sense: coordinate steps, stochastic steps or full-gradient steps.
  std::uint64_t updates = 0;
  Status status = Status::running;
  /// Complete outer iterations of a method that has such, each of many updates.
  std::optional<std::uint64_t> outer_iterations = {};
};

/// How far a method that splits its variables in two is from agreement (Boyd et al. 2011, §3.3).
struct Residuals {
  double primal = 0;  ///< norm of the difference of the two copies
  double dual = 0;    ///< norm of what the optimality condition of the second copy is off by
};

/// One run of one method on one problem. A solver never reads a clock, logs, switches to another method or
/// reports its own objective: Problem alone judges. How `advance` is sliced into calls does not change the
/// iterates.
class Solver {
 public:
  virtual ~Solver() = default;

  /// Works on until at least `entries` more stored entries have been touched, or it has converged.
  virtual Progress advance(std::uint64_t entries) = 0;

  /// The current primal iterate, n doubles (may have to be assembled: not called under the clock).
  virtual void weights(std::span<double> w) const = 0;

  /// The m dual weights a in the sense of Problem::lower_bound, if the method has them; valid until the next
  /// call.
  virtual std::optional<std::span<const double>> dual() const { return std::nullopt; }

  /// Residuals of the latest outer iteration, if the method has them and has made one; recorded at
  /// checkpoints.
  virtual std::optional<Residuals> residuals() const { return std::nullopt; }
};

}  // namespace descent
