#pragma once

#include <algorithm>
#include <span>

#include "solvers/problem/compensated_sum.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/problem/weighted_loss.hpp"
#include "solvers/stopping/fresh_sums.hpp"

namespace descent {

/// The stopping rule of dual coordinate descent under L2, in units of F (published rules have other units). w
/// is recomputed from α at times, and only the duality gap proves convergence. With a_i = α_i/(C c_i) and
/// w = Σ α_i row_i, λ w is the v of docs/methods.md §10. The gap is
///
///   F(w) − D(a) = (1/m) Σ_i c_i (ℓ(z_i) + ℓ*(−a_i) + a_i z_i)
///
/// Each term is ≥ 0 (Fenchel and Young): no cancellation. F as Problem computes it, with z in double
/// precision, may be further above D on rows of large weight: then that is the gap.
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
    const auto loss = problem_.loss_as<UnitLoss<Loss>>();
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
    const Sum bound = terms / m - penalty;
    const bool rises = verdict_.rises(static_cast<double>(bound), progress);
    if (rises && !rule_holds) return Status::running;

    Sum gap = 0;
    Sum losses = 0;
    for (Index i = 0; i < m; ++i) {
      const auto z = static_cast<double>(precise_dot(problem_.rows()[i], w.data()) - problem_.target(i));
      gap += problem_.row_weight(i) * std::max(loss.value(z) - loss.dual_term(a(i)) + Sum{z} * a(i), Sum{0});
      losses += problem_.row_weight(i) * Sum{loss.value(problem_.argument(i, w))};
    }
    progress.entries_touched += static_cast<std::uint64_t>(problem_.rows().nonzeros());
    const Sum objective = penalty + losses / m;
    const Sum excess = std::max(gap / m, objective - bound);
    const double relative_gap = excess <= 0 ? 0.0 : static_cast<double>(excess / objective);
    return verdict_.judge(relative_gap, rule_holds, progress);
  }

 private:
  using Sum = long double;

  const Problem& problem_;
  GapVerdict verdict_;
};

}  // namespace descent
