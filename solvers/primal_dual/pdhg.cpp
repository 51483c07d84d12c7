// Primal-dual hybrid gradients with restarts and an adaptive primal weight: Chambolle and Pock (2011), "A
// First-Order Primal-Dual Algorithm for Convex Problems", Algorithm 1. In the form of PDLP: Applegate, Díaz,
// Hinder, Lu, Lubin, O'Donoghue and Schudy (2021), "Practical Large-Scale Linear Programming using
// Primal-Dual Hybrid Gradient". Diagonal steps: Pock and Chambolle (2011).
//
//   min_w max_{0 ≤ a ≤ c}  κ R(w) + Σ_i a_i (1 − z_i),   κ = λ m: F times m,   c_i = 1 or the weight of row i
//
//   w⁺ = prox of τκR at w + τ Zᵀa,            τ_j = η/(ω p_j),  p_j = Σ_i |row_ij|
//   a⁺ = a + σ(1 − Z(2w⁺ − w)) in [0, c],     σ_i = ηω/q_i,     q_i = Σ_j |row_ij|
//
//   A step is accepted if η ≤ limit = (ω‖Δw‖²_p + ‖Δa‖²_q/ω)/(2|Δa·ZΔw|). After k walks the next η is
//     min((1 − (k + 1)^−0.3) limit, (1 + (k + 1)^−0.6) η)
//
// The candidate for a restart is the pair (w, a), or its mean since the last restart (weighted by η) if the
// mean has a smaller gap. The method restarts at the candidate
// - when its gap is at most 0.2 of the gap at the last restart,
// - when its gap is at most 0.8 of that gap, and rising,
// - when the last restart was at least 0.36 of all iterations ago.
// Then ω ← √(ω ‖Δa‖_q/‖Δw‖_p), where Δ is the change since the last restart.
//
// Every pair has a proven gap between F(w) and D(a), under L1 with a scaled by min(1, κ/‖Zᵀa‖_∞). Zw and Zᵀa
// of the mean are means themselves, so a gap costs no walk. It is computed after 1, 2, 4 and then every 8
// iterations.
//
// Deviations: this gap decides about restarts; the paper takes a normalised gap in a ball, since iterates
// violate its programs' constraints. The iterate is the pair with the smallest gap so far. There is no
// presolve and no feasibility polishing, which such problems do not need. Only the diagonal steps scale rows
// and columns. The constants of restarts, 0.2, 0.8 and 0.36, are from cuPDLP: Lu and Yang (2023), "cuPDLP.jl:
// A GPU Implementation of Restarted Primal-Dual Hybrid Gradient for Linear Programming in Julia". The start
// is η = 1 and ω = max |row_ij|, whose unit ω has; PDLP takes 1/‖K‖_∞ and ‖c‖/‖b‖.
//
// Ends by its gap (gap_rule.hpp). An update is an accepted iteration; every iteration takes one walk over the
// rows.

#include <algorithm>
#include <cmath>
#include <utility>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/stopping/gap_rule.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

constexpr std::uint64_t iterations_between_gaps = 8;
constexpr std::uint64_t most_iterations_without_gain = 20'000;
constexpr double sufficient_decay = 0.2;
constexpr double necessary_decay = 0.8;
constexpr double longest_share = 0.36;

/// w, a and their products with the rows.
struct Pair {
  Pair(std::size_t n, std::size_t m) : w(n, 0.0), v(n, 0.0), a(m, 0.0), z(m, 0.0) {}

  std::vector<double> w;
  std::vector<double> v;  ///< Zᵀa
  std::vector<double> a;
  std::vector<double> z;  ///< Zw

  /// this ← this + share (other − this).
  void approach(const Pair& other, double share) {
    const auto mix = [share](std::vector<double>& mine, const std::vector<double>& theirs) {
      for (std::size_t k = 0; k < mine.size(); ++k) mine[k] += share * (theirs[k] - mine[k]);
    };
    mix(w, other.w);
    mix(v, other.v);
    mix(a, other.a);
    mix(z, other.z);
  }
};

template <class Loss, class Regularizer>
class Pdhg : public WalkingSolver {
 public:
  Pdhg(const Problem& problem, const OptionValues& options, Random)
      : WalkingSolver(problem.rows()),
        rows_(problem.rows()),
        loss_(problem.loss_as<Loss>()),
        kappa_(problem.lambda() * problem.m()),
        p_(static_cast<std::size_t>(problem.n()), 0.0),
        q_(static_cast<std::size_t>(problem.m()), 0.0),
        here_(p_.size(), q_.size()),
        next_(here_),
        mean_(here_),
        restart_(here_),
        best_(here_),
        unit_a_(is_weighted<Loss> ? q_.size() : 0),
        gap_(problem, options, most_iterations_without_gain) {
    double largest = 0;  // max |row_ij|
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      for_each_entry(rows_[i], [&](Index index, double value) {
        const double magnitude = std::abs(value);
        p_[static_cast<std::size_t>(index)] += magnitude;
        q_[static_cast<std::size_t>(i)] += magnitude;
        largest = std::max(largest, magnitude);
      });
    }
    if (largest > 0) omega_ = largest;
    const auto fill = [this](double& sum) { sum = sum > 0 ? sum : omega_; };  // empty lines: any step will do
    std::for_each(p_.begin(), p_.end(), fill);
    std::for_each(q_.begin(), q_.end(), fill);
  }

  void weights(std::span<double> w) const override { std::copy(best_.w.begin(), best_.w.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    return without_row_weights(loss_, best_.a, unit_a_);
  }

 private:
  void walk() override {
    if (gap_.walks_are_due())
      progress_.status = gap_.walk(*this);
    else if (try_step())
      look_at_gaps();
  }

  /// Returns true if the step is accepted.
  bool try_step() {
    double squared_way = 0;
    for (std::size_t j = 0; j < p_.size(); ++j) {
      const double tau = eta_ / (omega_ * p_[j]);
      next_.w[j] = Regularizer::prox(here_.w[j] + tau * here_.v[j], tau * kappa_);
      squared_way += omega_ * p_[j] * (next_.w[j] - here_.w[j]) * (next_.w[j] - here_.w[j]);
    }
    std::fill(next_.v.begin(), next_.v.end(), 0.0);
    double interaction = 0;
    for (Index line = 0; line < rows_.outer_size(); ++line) {
      const auto row = rows_[line];
      const auto i = static_cast<std::size_t>(line);
      const double z = next_.z[i] = dot(row, next_.w.data());
      const double sigma = eta_ * omega_ / q_[i];
      const double a =
          std::clamp(here_.a[i] + sigma * (1 - 2 * z + here_.z[i]), 0.0, weight_of_row(loss_, i));
      const double change = a - here_.a[i];
      next_.a[i] = a;
      squared_way += q_[i] * change * change / omega_;
      interaction += change * (z - here_.z[i]);
      if (a != 0) add(row, a, next_.v.data());
    }
    const double limit = squared_way / (2 * std::abs(interaction));  // infinite or NaN if nothing moves
    const double tried = eta_;
    ++walks_;
    const double k = static_cast<double>(walks_) + 1;
    const double growth = (1 + std::pow(k, -0.6)) * eta_;
    eta_ = limit < infinity ? std::min((1 - std::pow(k, -0.3)) * limit, growth) : growth;
    eta_ = std::min(eta_, largest_eta);
    if (tried > limit) return false;
    ++progress_.updates;
    std::swap(here_, next_);
    sum_of_eta_ += tried;
    mean_.approach(here_, tried / sum_of_eta_);
    return true;
  }

  /// m(F(w) − D(a)), and mF(w).
  struct Gap {
    double size;
    double objective;
  };

  Gap gap_of(const Pair& pair) const {
    double objective = 0;
    double largest = 0;
    double squared_norm = 0;
    for (std::size_t j = 0; j < pair.w.size(); ++j) {
      objective += kappa_ * Regularizer::value(pair.w[j]);
      largest = std::max(largest, std::abs(pair.v[j]));
      squared_norm += pair.v[j] * pair.v[j];
    }
    double bound = 0;
    for (std::size_t i = 0; i < pair.a.size(); ++i) {
      objective += of_row(loss_, i).value(pair.z[i]);
      bound += UnitLoss<Loss>::dual_term(pair.a[i]);
    }
    if constexpr (Regularizer::kind == RegularizerKind::l1)
      bound *= std::min(1.0, kappa_ / largest);
    else
      bound -= squared_norm / (2 * kappa_);
    return {objective - bound, objective};
  }

  void look_at_gaps() {
    const std::uint64_t t = progress_.updates;
    if (t >= iterations_between_gaps ? t % iterations_between_gaps != 0 : (t & (t - 1)) != 0) return;
    const Gap here_gap = gap_of(here_);
    const Gap mean_gap = gap_of(mean_);
    const bool mean_is_better = mean_gap.size < here_gap.size;
    const Gap candidate = mean_is_better ? mean_gap : here_gap;
    if (candidate.size < smallest_gap_) {
      smallest_gap_ = candidate.size;
      best_ = mean_is_better ? mean_ : here_;
    }
    gap_.judge(candidate.size / candidate.objective, candidate.objective, t);
    const bool is_long = static_cast<double>(t - restarted_at_) >= longest_share * static_cast<double>(t);
    if (candidate.size <= sufficient_decay * gap_at_restart_ ||
        (candidate.size <= necessary_decay * gap_at_restart_ && candidate.size > last_gap_) ||
        (is_long && t > iterations_between_gaps)) {
      if (mean_is_better) here_ = mean_;
      restart(candidate.size);
    }
    last_gap_ = candidate.size;
  }

  void restart(double gap) {
    double squared_way = 0;
    double squared_dual_way = 0;
    for (std::size_t j = 0; j < p_.size(); ++j) {
      const double change = here_.w[j] - restart_.w[j];
      squared_way += p_[j] * change * change;
    }
    for (std::size_t i = 0; i < q_.size(); ++i) {
      const double change = here_.a[i] - restart_.a[i];
      squared_dual_way += q_[i] * change * change;
    }
    const double ratio = std::sqrt(squared_dual_way / squared_way);
    if (ratio > 0 && std::isfinite(ratio)) omega_ = std::sqrt(omega_ * ratio);
    restart_ = here_;
    gap_at_restart_ = gap;
    restarted_at_ = progress_.updates;
    sum_of_eta_ = 0;
  }

  static constexpr double largest_eta = 1e10;
  const SparseMatrix& rows_;
  Loss loss_;
  double kappa_;
  std::vector<double> p_;
  std::vector<double> q_;
  Pair here_;
  Pair next_;
  Pair mean_;                           ///< since the last restart
  Pair restart_;                        ///< the pair at the last restart
  Pair best_;                           ///< with the smallest gap
  mutable std::vector<double> unit_a_;  ///< filled on request, only with row weights
  double eta_ = 1;
  double omega_ = 1;  ///< if there are no entries
  double sum_of_eta_ = 0;
  double gap_at_restart_ = infinity;
  double last_gap_ = infinity;
  double smallest_gap_ = infinity;
  std::uint64_t restarted_at_ = 0;
  std::uint64_t walks_ = 0;
  GapRule gap_;
};

const MethodRegistration pdhg_registration = MethodRegistration::with_row_weights<Pdhg>(
    {.name = "pdhg",
     .title = "PDHG",
     .source = "Chambolle and Pock 2011, Algorithm 1; Applegate et al. 2021 (PDLP)",
     .options = {gap_tolerance_option()},
     .file = __FILE__},
    On<Hinge, L1>{}, On<Hinge, L2>{});

}  // namespace

}  // namespace descent
