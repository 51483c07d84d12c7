#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/problem/compensated_sum.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/stopping/proven_gap.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Σ_i coefficient(i) row_i in long double: the terms may cancel to a small part of their size, as in
/// w = Σ α_i y_i x_i for a large C.
template <class Coefficient>
void sum_rows(const SparseMatrix& rows, const Coefficient& coefficient, std::span<double> w) {
  std::vector<long double> sums(w.size(), 0);
  for (Index i = 0; i < rows.outer_size(); ++i) {
    const long double c = sign_of(rows[i]) * coefficient(i);
    if (c == 0) continue;
    for_each_number(rows[i],
                    [&](Index index, double number) { sums[static_cast<std::size_t>(index)] += c * number; });
  }
  const long double unit = precise_unit(rows.format());
  for (std::size_t j = 0; j < w.size(); ++j) w[j] = static_cast<double>(unit * sums[j]);
}

/// Schedule for recomputing a maintained sum, w = Σ α_i y_i x_i or the margins. N updates leave rounding of
/// about √N times 10⁻¹⁶ of the sum's largest size so far. Every 128 passes keep it below 10⁻¹² for up to half
/// a million rows, at a cost of 1 % at most.
class RefreshSchedule {
 public:
  static constexpr std::uint64_t passes_between = 128;

  explicit RefreshSchedule(const SparseMatrix& matrix)
      : walk_(static_cast<std::uint64_t>(matrix.nonzeros())), due_(passes_between * walk_) {}

  bool is_due(const Progress& progress) const { return progress.entries_touched >= due_; }

  /// Records a refresh: one walk over all entries.
  void refreshed(Progress& progress) {
    progress.entries_touched += walk_;
    due_ = progress.entries_touched + passes_between * walk_;
  }

  /// A run is at rest after this many entries without improvement. Gaps vary from pass to pass: two refreshes
  /// would often end a slow run too early.
  std::uint64_t patience() const { return 8 * passes_between * walk_; }

 private:
  std::uint64_t walk_;
  std::uint64_t due_;
};

/// Decides after each refresh whether the run is at its end, by the relative gap and by a rising value: a
/// dual value or −F.
class GapVerdict {
 public:
  /// Converged at a relative gap of at most 10⁴ tolerance.
  GapVerdict(const SparseMatrix& matrix, double tolerance)
      : schedule_(matrix), allowed_gap_(gap_for_tolerance(tolerance)) {}

  bool is_due(const Progress& progress) const { return schedule_.is_due(progress); }
  void refreshed(Progress& progress) { schedule_.refreshed(progress); }

  /// True if the value exceeds its last improvement by more than rounding.
  bool rises(double value, const Progress& progress) {
    if (!(value > value_ + rounding * std::abs(value_))) return false;
    value_ = value;
    last_ = progress.entries_touched;
    return true;
  }

  /// Converged if the gap is small enough and either the method's rule holds or neither value nor gap has
  /// improved for long. A run at rest ends anyway (end_at_rest), diverged if the gap is not finite.
  Status judge(double relative_gap, bool rule_holds, const Progress& progress) {
    if (relative_gap < gap_) {
      gap_ = relative_gap;
      last_ = progress.entries_touched;
    }
    const bool at_rest = progress.entries_touched - last_ >= schedule_.patience();
    if (relative_gap <= allowed_gap_ && (rule_holds || at_rest)) return end_by_rule(relative_gap);
    if (!at_rest) return Status::running;
    return std::isfinite(relative_gap) ? end_at_rest(relative_gap) : Status::diverged;
  }

 private:
  static constexpr double rounding = 0x1p-50;  ///< relative error of a value
  RefreshSchedule schedule_;
  double allowed_gap_;
  double value_ = -std::numeric_limits<double>::max();
  double gap_ = infinity;
  std::uint64_t last_ = 0;
};

/// The stopping rule of dual coordinate descent under L2, in units of F (published rules have other units). w
/// is recomputed from α at times, and only the duality gap proves convergence. With a_i = α_i/(C c_i) and
/// w = Σ α_i row_i, λ w is the v of docs/methods.md §10. The gap is
///
///   F(w) − D(a) = (1/m) Σ_i c_i (ℓ(z_i) + ℓ*(−a_i) + a_i z_i)
///
/// Each term is ≥ 0 (Fenchel and Young): no cancellation.
class DualCertificate {
 public:
  /// Converged at a relative gap of at most 10⁴ tolerance.
  DualCertificate(const Problem& problem, double tolerance)
      : problem_(problem), verdict_(problem.rows(), tolerance) {}

  /// True if w must be recomputed before the published rule holds.
  bool is_due(const Progress& progress) const { return verdict_.is_due(progress); }

  /// Recomputes w, with alpha(i) as α_i. If the published rule holds or D is at rest, the gap decides
  /// (GapVerdict), for one more walk. (Out of line: inlined, it made the loops over rows 4 % slower.)
  template <class Loss, class Alpha>
  [[gnu::noinline]] Status judge(bool rule_holds, const Alpha& alpha, std::span<double> w,
                                 Progress& progress) {
    sum_rows(problem_.rows(), alpha, w);
    verdict_.refreshed(progress);
    const auto loss = problem_.loss_as<Loss>();
    const double c = problem_.c();
    const auto a = [&](Index i) {
      const double weight = problem_.row_weight(i);
      return weight > 0 ? loss.clip_dual(static_cast<double>(alpha(i)) / (c * weight)) : 0.0;
    };
    const Index m = problem_.m();
    Sum squares = 0;
    for (const double w_j : w) squares += Sum{w_j} * w_j;
    Sum terms = 0;
    for (Index i = 0; i < m; ++i)
      terms += problem_.row_weight(i) * (Sum{loss.dual_term(a(i))} + Sum{problem_.target(i)} * a(i));
    const Sum penalty = problem_.lambda() * squares / 2;
    const bool rises = verdict_.rises(static_cast<double>(terms / m - penalty), progress);
    if (rises && !rule_holds) return Status::running;

    Sum gap = 0;
    Sum losses = 0;
    for (Index i = 0; i < m; ++i) {
      // At a kink rounding to double would hide a loss.
      using Argument = std::conditional_t<Loss::smooth, double, Sum>;
      const auto z = static_cast<Argument>(precise_dot(problem_.rows()[i], w.data()) - problem_.target(i));
      const Sum value = loss.value(z);
      gap += problem_.row_weight(i) * std::max(value - loss.dual_term(a(i)) + Sum{z} * a(i), Sum{0});
      losses += problem_.row_weight(i) * value;
    }
    progress.entries_touched += static_cast<std::uint64_t>(problem_.rows().nonzeros());
    const double relative_gap = gap <= 0 ? 0.0 : static_cast<double>(gap / m / (penalty + losses / m));
    return verdict_.judge(relative_gap, rule_holds, progress);
  }

 private:
  using Sum = long double;

  const Problem& problem_;
  GapVerdict verdict_;
};

}  // namespace descent
