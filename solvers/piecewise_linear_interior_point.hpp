#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "datasets/sparse_matrix.hpp"
#include "solvers/regularizer.hpp"
#include "solvers/solver.hpp"

namespace descent {

/// Primal-dual interior point method (Mehrotra 1992) for F(w) = λ R(w) + (1/m) Σ_i max(0, 1 − z_i), z = Zw,
/// with R = L1 (a linear program) or L2 (a quadratic program); methods.md §10. The solution that it hands out
/// at any time is the best certified pair (w, a) seen so far, which starts as w = 0 and a = 0.
///
/// Memory: n² + O(m + n) doubles beside the rows; for n above 1,200 also their transpose.
class HingeInteriorPoint {
 public:
  /// `rows` holds y_i x_i, m > 0 lines of width n, and must outlive the object. λ > 0. Converged as soon as
  /// relative_gap() ≤ tolerance.
  HingeInteriorPoint(const SparseMatrix& rows, RegularizerKind regularizer, double lambda,
                     double tolerance = 1e-10);
  HingeInteriorPoint(HingeInteriorPoint&&) noexcept;
  HingeInteriorPoint& operator=(HingeInteriorPoint&&) noexcept;
  ~HingeInteriorPoint();

  /// One predictor-corrector iteration; the first one also finds the starting point, or that w = 0 is
  /// optimal. Status::stalled when rounding leaves nothing to gain. No work once it is not running any more.
  Status iterate();

  /// The next of the four walks over the rows that make up an iteration, for callers who count work finely.
  Status walk();

  /// Goes on from the current iterate with other columns, those of `rows`, whose m lines are those of before
  /// and which must outlive the object: column j is column origin[j] of before, or a new one if that is −1
  /// (primal-dual column generation, Gondzio and Sarkissian 1996). The iterate stays inside all bounds, so
  /// that neither new columns whose reduced cost is negative nor the change of Zw by those left out need a
  /// new start. `prices` are Zᵀ current_dual() in the new columns. The best pair is forgotten: it belongs to
  /// another problem; the next walk, besides those of an iteration, finds the first of the new one. Runs
  /// again if it had converged or stalled. Not before the first walk, nor when that found w = 0 optimal.
  void exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                        std::span<const double> prices);

  Status status() const;
  std::uint64_t iterations() const;

  /// (objective() − lower_bound()) / objective(); infinite before the first iteration.
  double relative_gap() const;
  /// F of weights().
  double objective() const;
  /// The dual value of dual(), clipped and scaled as by Problem::lower_bound: a proof that F(w*) is not less.
  double lower_bound() const;

  /// n weights. Once converged or stalled under L1, those that complementarity says are zero are exactly 0
  /// (unless the certificate does not survive that, which it does but for hopelessly scaled data).
  void weights(std::span<double> w) const;
  /// m dual weights in [0, 1] in the sense of Problem::lower_bound; valid until the next call.
  std::span<const double> dual() const;

  /// The dual weights of the current iterate, which is not always the best one; valid until the next call.
  std::span<const double> current_dual() const;
  /// The n weights of the current iterate, with exact zeros as in weights(). After the first walk.
  void current_weights(std::span<double> w) const;

  /// Stored entries of `rows` that were visited: their number for each walk.
  std::uint64_t nonzeros_touched() const;

 private:
  class Iteration;
  std::unique_ptr<Iteration> iteration_;
};

}  // namespace descent
