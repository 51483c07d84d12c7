// Dual coordinate descent for support vector regression in its plain form, on the 2m variables α⁺ and α⁻:
// Ho, Lin (2012), "Large-scale Linear Support Vector Regression", that is Hsieh et al. (2008) with
//
//   min  f_A(α⁺, α⁻),   0 ≤ α_i⁺, α_i⁻ ≤ U        (f_A, U and μ: svr_dual.hpp)
//
//   ∇f_A along α_i⁺:   G = u·x_i − y_i + ε + μ α_i⁺        u = Σ_i (α_i⁺ − α_i⁻) x_i
//              α_i⁻:   G = −u·x_i + y_i + ε + μ α_i⁻
//   α ← min(max(α − G/H, 0), U),   H = ‖x_i‖² + μ;   u ← u ± Δα x_i
//
// for a fresh permutation of all 2m variables each pass. It is there for the comparison with svr_dual_cd,
// which visits a row once a pass where this visits it twice; one of α_i⁺ and α_i⁻ is 0 at the optimum only.
//
// Deviations: those of shrinking_passes.hpp; and a row with H = 0 has its minimiser, which depends on nothing
// else, from the start and is not visited.

#include "solvers/coordinate/svr_dual_cd_2l.hpp"

#include "solvers/contract/method.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

SvrDualCd2l::SvrDualCd2l(const Problem& problem, const OptionValues& options, Random random)
    : problem_(problem),
      rows_(problem.rows()),
      dual_(problem),
      u_(static_cast<std::size_t>(problem.n()), 0.0),
      variables_(variables(problem, dual_)),
      passes_(curved_halves(), options, random),
      a_(variables_.size()),
      certificate_(problem, options.number("tolerance")) {}

std::vector<SvrDualCd2l::Variables> SvrDualCd2l::variables(const Problem& problem, const SvrDual& dual) {
  std::vector<Variables> all;
  all.reserve(static_cast<std::size_t>(problem.m()));
  for (Index i = 0; i < problem.m(); ++i) {
    const double y = problem.target(i);
    const double H = squared_norm(problem.rows()[i]) + dual.mu;
    const double flat = H > 0 ? 0.0 : dual.flat_minimiser(y);
    all.push_back({std::max(flat, 0.0), std::max(-flat, 0.0), y, H > 0 ? 1 / H : 0.0});
  }
  return all;
}

std::vector<Index> SvrDualCd2l::curved_halves() const {
  std::vector<Index> halves;
  halves.reserve(2 * variables_.size());
  for (Index i = 0; i < rows_.outer_size(); ++i) {
    if (variables_[static_cast<std::size_t>(i)].inverse_H == 0) continue;
    halves.push_back(i);
    halves.push_back(-1 - i);
  }
  return halves;
}

Progress SvrDualCd2l::advance(std::uint64_t nonzeros) {
  const std::uint64_t goal = progress_.nonzeros + nonzeros;
  while (progress_.nonzeros < goal && progress_.status == Status::running) {
    if (passes_.at_end())
      end_pass();
    else
      visit();
  }
  return progress_;
}

void SvrDualCd2l::end_pass() {
  const bool rule_holds = passes_.rule_holds();
  if (rule_holds || certificate_.is_due(progress_)) {
    const auto beta = [&](Index i) {
      const Variables& both = variables_[static_cast<std::size_t>(i)];
      return static_cast<long double>(both.plus) - both.minus;
    };
    progress_.status = problem_.loss() == LossKind::epsilon_insensitive
                           ? certificate_.judge<EpsilonInsensitive>(rule_holds, beta, u_, progress_)
                           : certificate_.judge<SquaredEpsilonInsensitive>(rule_holds, beta, u_, progress_);
  }
  if (progress_.status == Status::running) passes_.begin_next();
}

void SvrDualCd2l::visit() {
  prefetch();
  const Index half = passes_.current();
  const Index i = half < 0 ? -1 - half : half;
  const double sign = half < 0 ? -1.0 : 1.0;
  const auto row = rows_[i];
  Variables& both = variables_[static_cast<std::size_t>(i)];
  double& alpha = half < 0 ? both.minus : both.plus;
  const double G = sign * (dot(row, u_.data()) - both.target) + dual_.epsilon + dual_.mu * alpha;
  progress_.nonzeros += row.size();
  ++progress_.updates;
  if (dual_.half_settled(alpha, G, passes_.slack())) {
    passes_.leave_out();
    return;
  }
  passes_.keep(dual_.half_violation(alpha, G));
  const double minimiser = dual_.half_minimiser(alpha, G, both.inverse_H);
  if (minimiser == alpha) return;
  add(row, sign * (minimiser - alpha), u_.data());
  alpha = minimiser;
}

/// Rows come in random order, which the processor cannot guess.
void SvrDualCd2l::prefetch() const {
  const auto row_ahead = [this](std::size_t distance) {
    const Index half = passes_.ahead(distance);
    return half < 0 ? -1 - half : half;
  };
  if (passes_.reaches(8)) {
    const auto later = static_cast<std::size_t>(row_ahead(8));
    __builtin_prefetch(rows_.starts().data() + later);
    __builtin_prefetch(variables_.data() + later);
  }
  if (passes_.reaches(3)) prefetch_entries(rows_, row_ahead(3));
}

void SvrDualCd2l::weights(std::span<double> w) const {
  std::copy(u_.begin(), u_.end(), w.begin());
}

std::optional<std::span<const double>> SvrDualCd2l::dual() const {
  for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = (variables_[i].plus - variables_[i].minus) / dual_.C;
  return a_;
}

namespace {

template <class Loss, class Regularizer>
class SvrDualCd2lOn : public SvrDualCd2l {
 public:
  using SvrDualCd2l::SvrDualCd2l;
};

const MethodRegistration registration =
    MethodRegistration::of<SvrDualCd2lOn>({.name = "svr_dual_cd_2l",
                                           .title = "Dual CD (SVR, 2l variables)",
                                           .source = "Ho, Lin 2012; Hsieh et al. 2008",
                                           .randomized = true,
                                           .options = ShrinkingPasses::options(),
                                           .file = __FILE__},
                                          On<EpsilonInsensitive, L2>{}, On<SquaredEpsilonInsensitive, L2>{});

}  // namespace

}  // namespace descent
