// Consensus by the alternating direction method of multipliers: Boyd, Parikh, Chu, Peleato and Eckstein
// (2011), "Distributed Optimization and Statistical Learning via the Alternating Direction Method of
// Multipliers", §7.1.1 and §8.2 (splitting across examples; support vector machines in §8.2.3).
//
//   min  κ R(z) + Σ_k Σ_{i of k} ℓ(row_i·w_k)   subject to w_k = z,   κ = λ m
//
// Process k of K has some rows, w_k and the multipliers u_k, scaled by 1/ρ. A round:
//
//   each:      w_k ← argmin  Σ_i ℓ(row_i·w) + (ρ/2)‖w − z + u_k‖²        inexactly
//   all:       z ← prox of κ/(Kρ) R at the mean of w_k + u_k
//   each:      u_k ← u_k + w_k − z
//
// The w-update is some passes of dual coordinate descent on an SVM or logistic regression whose weights are
// drawn to c = z − u_k instead of 0 (local_dual.hpp, with C = 1/ρ). It starts with the last round's dual
// weights, w_k = c + Σ α_i row_i. The iterate is z, which is sparse under L1.
//
// Added here: Σ α_i row_i is recomputed after every 128 passes. Converged when the gap between F(z) and the
// dual weights ρ α is at most `tolerance` (shared_gap.hpp). ρ is constant.
//
// An update is a round. A pass of all processes over their rows counts all stored entries.

#include <algorithm>

#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/local_dual.hpp"
#include "solvers/distributed/local_rounds.hpp"
#include "solvers/stopping/gap_rule.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class ConsensusAdmm : public LocalRounds {
 public:
  static constexpr Shared shared = Shared::rows;
  static constexpr bool keeps_rounds = false;

  ConsensusAdmm(const ProblemShare& share, const OptionValues& options, Random random, Ranks& ranks)
      : LocalRounds(share, options, ranks),
        kappa_over_K_rho_(share.lambda_rows / (ranks.size() * options.number("rho"))),
        local_(share.own, 1 / options.number("rho"), 1, random_of_rank(random, ranks.rank())),
        w_(static_cast<std::size_t>(share.own.n()), 0.0),
        u_(w_.size(), 0.0),
        z_(w_.size(), 0.0),
        sums_(w_.size()) {}

  void weights(std::span<double> w) const override { std::ranges::copy(z_, w.begin()); }

 private:
  void pass() override { local_.pass(w_.data()); }
  double dual_weight(Index i) const override { return local_.weight(i); }
  GapEnds gap() override { return shared_gap<Loss, Regularizer>(share_, z_, *dual(), ranks_, progress_); }

  void end_round() override {
    for (std::size_t j = 0; j < w_.size(); ++j) sums_[j] = w_[j] + u_[j];
    ranks_.sum(sums_);
    const double K = ranks_.size();
    for (std::size_t j = 0; j < w_.size(); ++j) {
      const double c = z_[j] - u_[j];
      z_[j] = Regularizer::prox(sums_[j] / K, kappa_over_K_rho_);
      u_[j] += w_[j] - z_[j];
      w_[j] += (z_[j] - u_[j]) - c;
    }
    if (!refresh_is_due()) return;
    local_.sum(w_);
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += z_[j] - u_[j];
    refreshed();
  }

  double kappa_over_K_rho_;  ///< κ/(Kρ)
  LocalPasses<Loss> local_;
  std::vector<double> w_;
  std::vector<double> u_;
  std::vector<double> z_;
  std::vector<double> sums_;
};

const MethodRegistration consensus_admm_registration = distributed_method(
    {.name = "consensus_admm",
     .title = "Consensus ADMM",
     .source = "Boyd et al. 2011, §7.1.1 and §8.2",
     .randomized = true,
     .options = {number_option("rho", "penalty of w_k = z, in the scale of the sum of losses", 1, above_zero,
                               "Boyd et al. 2011, §3.1"),
                 local_passes_option(
                     "passes of dual coordinate descent that each process makes for its w-update", 2,
                     "this program"),
                 gap_tolerance_option()},
     .file = __FILE__},
    {rank_capability<ConsensusAdmm<Hinge, L1>>(), rank_capability<ConsensusAdmm<Hinge, L2>>(),
     rank_capability<ConsensusAdmm<SquaredHinge, L1>>(), rank_capability<ConsensusAdmm<SquaredHinge, L2>>(),
     rank_capability<ConsensusAdmm<Logistic, L1>>(), rank_capability<ConsensusAdmm<Logistic, L2>>()});

}  // namespace

}  // namespace descent
