#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solvers/contract/estimates_gap.hpp"
#include "solvers/contract/solver.hpp"
#include "solvers/interior_point/predictor_corrector.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Primal-dual interior point method (Mehrotra 1992) for F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i), with hinge or
/// ε-insensitive loss and R = L1 (a linear program) or L2 (a quadratic program); docs/methods.md §10. Its
/// solution is the best certified pair (w, a) so far, at first w = 0 and a = 0. Under L1 an iterate's a that
/// promises a far better bound than by scaling is also repaired (dual_repair.hpp).
///
/// Memory: n² + O(m + n) doubles beside the rows, m more for each thread, a fifth more after exchanges of
/// columns.
class PiecewiseLinearInteriorPoint : public SteppingSolver, public EstimatesGap {
 public:
  /// The problem must outlive the object. Converged at relative_gap() ≤ tolerance. So many threads share the
  /// work on the normal equations, without changing a bit. The first walk throws ConfigError for another
  /// loss.
  PiecewiseLinearInteriorPoint(const Problem& problem, double tolerance, int threads = 0)
      : PiecewiseLinearInteriorPoint(problem, problem.rows(), tolerance, threads) {}

  /// Takes `rows`, the problem's with some of their columns, which must outlive the object; n is their width.
  PiecewiseLinearInteriorPoint(const Problem& problem, const SparseMatrix& rows, double tolerance,
                               int threads = 0);

  /// Stalled if rounding leaves nothing to gain, at a limit if it gains nothing for other reasons.
  Progress advance(std::uint64_t entries) override {
    return work(entries, [this] { walk(); });
  }

  /// Makes the next walk over the rows, or the two or three of a centrality corrector. The first finds the
  /// starting point, or that w = 0 is optimal. Does nothing once the run has ended. Throws OutOfTime at the
  /// deadline.
  void walk();

  /// Goes on from the current iterate with other columns: `rows`, with the same m lines, which must outlive
  /// the object. Column j is the former column origin[j], or new if −1 (primal-dual column generation,
  /// Gondzio and Sarkissian 1996). The iterate stays inside all bounds: neither new columns with a negative
  /// reduced cost nor the change of Zw by dropped columns need a new start. `prices` are Zᵀa in the new
  /// columns, of current_dual() or a better a near it: the difference is a dual residual, which the
  /// iterations remove.
  ///
  /// Forgets the best pair, which belongs to another problem; one extra walk finds the first pair of this
  /// problem. A run that has converged or stalled goes on, and one that has found w = 0 optimal starts again.
  /// Call it only after the first walk.
  void exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                        std::span<const double> prices);

  /// An update is an iteration. A walk counts all stored entries of `rows`.
  const Progress& progress() const { return progress_; }

  /// (objective() − lower_bound()) / objective(); infinite before the first iteration, 0 if both are 0.
  double relative_gap() const;
  double estimated_gap() const override { return relative_gap(); }
  /// F of weights().
  double objective() const { return best_objective_ / problem_.m(); }
  /// Dual value of dual(), clipped and scaled as by Problem::lower_bound: F(w*) is not less.
  double lower_bound() const { return best_bound_ / problem_.m(); }

  /// n weights. Once converged or stalled under L1, weights that complementarity makes zero are exactly 0,
  /// unless this costs the certificate even at a vertex.
  void weights(std::span<double> w) const override { std::copy(best_w_.begin(), best_w_.end(), w.begin()); }
  /// m dual weights in the loss's domain.
  std::optional<std::span<const double>> dual() const override { return best_a_; }

  /// Dual weights of the current iterate, not always the best; valid until the next call.
  std::span<const double> current_dual() const { return iterate_ ? iterate_->dual() : best_a_; }
  /// The n weights of the current iterate, with exact zeros as in weights(). After the first walk.
  void current_weights(std::span<double> w) const {
    if (iterate_) iterate_->clean_weights(w);
  }
  /// Moves n weights near the current iterate's to the vertex there (move_to_vertex.hpp). Throws OutOfTime at
  /// the deadline.
  void move_to_vertex(std::span<double> w);
  /// F of n weights.
  double objective_of(std::span<const double> w) const;

 private:
  enum class Walk { start, resume, repair, factorize, predict, correct, correct_centrality, move, clean };

  void start();
  bool zero_is_optimal();
  bool lossless_intercept();
  void judge(const PredictorCorrector::Values& values);
  bool is_worth_repairing(const PredictorCorrector::Values& values) const;
  void repair();
  void go_on();
  void note_progress(double gap);
  void end(Status status);
  void clean();

  const Problem& problem_;
  const SparseMatrix* rows_;
  double tolerance_;
  RowTeam team_;

  Walk next_ = Walk::start;
  std::optional<PredictorCorrector> iterate_;  ///< none before the first walk, or if w = 0 is optimal

  // For m F, as PredictorCorrector::Values.
  std::vector<double> best_w_;
  std::vector<double> best_a_;
  double best_objective_ = infinity;
  double best_bound_ = 0;

  double promised_gap_ = infinity;  ///< of the last repair, as a difference
  int failed_repairs_ = 0;          ///< in a row

  double floor_share_ = 0.03;  ///< least aim of the products, as a share of what the tolerance allows
  double last_gap_ = infinity;
  double progress_gap_ = infinity;
  double progress_product_ = infinity;
  std::uint64_t last_progress_ = 0;

  std::vector<double> cleaned_;  ///< best_w_ with zeros
  Status ending_ = Status::running;
  bool is_finite_ = true;  ///< F and D of the current iterate
};

}  // namespace descent
