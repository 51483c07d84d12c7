// CoCoA⁺: Ma, Smith, Jaggi, Jordan, Richtárik and Takáč (2015), "Adding vs. Averaging in Distributed
// Primal-Dual Optimization", Algorithm 1 with γ = 1 and σ' = K. In the form of Smith, Forte, Ma, Takáč,
// Jordan and Jaggi (2018), "CoCoA: A General Framework for Communication-Efficient Distributed Optimization".
//
//   min_w  F(w)/λ = ½‖w‖² + C Σ_i ℓ(z_i),   C = 1/(λ m),   by its dual;   w = Σ_i α_i row_i
//
// Each of K processes has some of the rows, and their α_i. A round has two parts:
//
//   each process:  Δα ← some passes of dual coordinate descent, over its rows, on
//                    min_Δα  w·v + (K/2)‖v‖² + Σ_i (dual term of α_i + Δα_i),   v = Σ_i Δα_i row_i
//                  α ← α + Δα
//   all together:  w ← w + the sum of all v
//
// A local step is a step of dual coordinate descent on u = w + K v, with K‖row_i‖² in place of ‖row_i‖²
// (local_dual.hpp). With K = 1 and one pass, a round has the same bits as a pass of permuted_dcd, svr_dual_cd
// or dual_cd_logistic without shrinking.
//
// Added here: w is recomputed from α after every 128 passes. Converged when the gap between F(w) and the dual
// weights α/C is at most `tolerance` (shared_gap.hpp).
//
// An update is a round. One pass of all processes over their rows counts as all stored entries.

#include <algorithm>

#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/local_dual.hpp"
#include "solvers/distributed/local_rounds.hpp"
#include "solvers/stopping/gap_rule.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class Cocoa : public LocalRounds {
 public:
  static constexpr Shared shared = Shared::rows;
  static constexpr bool keeps_rounds = false;

  Cocoa(const ProblemShare& share, const OptionValues& options, Random random, Ranks& ranks)
      : LocalRounds(share, options, ranks),
        local_(share.own, share.c, ranks.size(), random_of_rank(random, ranks.rank())),
        u_(static_cast<std::size_t>(share.own.n()), 0.0),
        w_(ranks.size() > 1 ? u_.size() : 0, 0.0),
        v_(w_.size()) {}

  void weights(std::span<double> w) const override { std::ranges::copy(common(), w.begin()); }

 private:
  void pass() override { local_.pass(u_.data()); }
  double dual_weight(Index i) const override { return local_.weight(i); }
  GapEnds gap() override {
    return shared_gap<Loss, Regularizer>(share_, common(), *dual(), ranks_, progress_);
  }

  /// w. With one process it equals u, and there is no other copy.
  const std::vector<double>& common() const { return ranks_.size() == 1 ? u_ : w_; }

  void end_round() override {
    if (refresh_is_due()) {
      local_.sum(u_);
      ranks_.sum(u_);
      if (ranks_.size() > 1) w_ = u_;
      refreshed();
    } else if (ranks_.size() == 1) {
      ranks_.sum({});
    } else {
      const double K = ranks_.size();
      for (std::size_t j = 0; j < u_.size(); ++j) v_[j] = (u_[j] - w_[j]) / K;
      ranks_.sum(v_);
      for (std::size_t j = 0; j < u_.size(); ++j) u_[j] = w_[j] += v_[j];
    }
  }

  LocalPasses<Loss> local_;
  std::vector<double> u_;
  std::vector<double> w_;
  std::vector<double> v_;
};

const MethodRegistration cocoa_registration = distributed_method(
    {.name = "cocoa",
     .title = "CoCoA+",
     .source = "Ma et al. 2015, Algorithm 1; Smith et al. 2018",
     .randomized = true,
     .options = {local_passes_option(
                     "passes of dual coordinate descent that each process makes between two rounds", 1,
                     "Ma et al. 2015, H = local_passes times the rows of a process"),
                 gap_tolerance_option()},
     .file = __FILE__},
    {rank_capability<Cocoa<Hinge, L2>>(), rank_capability<Cocoa<SquaredHinge, L2>>(),
     rank_capability<Cocoa<Logistic, L2>>(), rank_capability<Cocoa<EpsilonInsensitive, L2>>(),
     rank_capability<Cocoa<SquaredEpsilonInsensitive, L2>>()});

}  // namespace

}  // namespace descent
