// Working sets with Anderson-extrapolated coordinate descent: Bertrand, Klopfenstein, Bannier, Gidel and
// Massias (2022), "Beyond L1: Faster and Better Sparse Models with skglm", Algorithms 1 and 2. See also
// Massias, Gramfort and Salmon (2018), "Celer"; Bertrand and Massias (2021), "Anderson Acceleration of
// Coordinate Descent".
//
//   min_w  F(w) = λ‖w‖₁ + (1/m) Σ_i ℓ(z_i)
//
//   g_j = (1/m) Σ_i ℓ'(z_i) row_ij along all columns;   s_j = the distance of 0 from g_j + λ ∂|w_j|
//   working set: max(10, 2 · nonzero weights) columns, those with w_j ≠ 0 and then those with the largest s_j
//   cyclic passes over it:  w_j ← S(w_j − g_j/L_j, λ/L_j),  L_j = sup ℓ'' ‖column j‖²/m,
//       until max_j L_j|Δw_j| ≤ 0.3 max_j s_j
//   after every 5 passes, with the weights v_0 … v_5 at the end of the last 6:  v = Σ_k c_k v_k, k ≥ 1,
//       c = (UᵀU)⁻¹1/(1ᵀ(UᵀU)⁻¹1),  U = (v_1 − v_0, …, v_5 − v_4);   w ← v if F(v) < F(w)
//
// z and ℓ'(z)/m are maintained, so that a derivative costs no exponential. Deviations: passes over a set end
// by their own steps, after 1,000 at the latest (the paper computes all its s_j every 10 passes). UᵀU is
// regularised by 10⁻¹⁴ of its diagonal. z is recomputed every 128 passes.
//
// Ends by its gap (gap_rule.hpp), known whenever all g_j are: a_i = −ℓ'(z_i), scaled by λ/max_j |g_j|.
//
// An update is a step along a column, which counts once.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/looping_solver.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/linear_algebra/anderson_extrapolation.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/problem/compensated_sum.hpp"
#include "solvers/stopping/fresh_sums.hpp"
#include "solvers/stopping/gap_rule.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

constexpr std::size_t smallest_set = 10;
constexpr double share_of_violation = 0.3;
constexpr int most_passes = 1000;
constexpr std::uint64_t most_sets_without_gain = 200;

template <class Loss, class Regularizer>
class WorkingSetCd : public LoopingSolver {
 public:
  WorkingSetCd(const Problem& problem, const OptionValues& options, Random)
      : problem_(problem),
        columns_(problem.columns()),
        loss_(problem.loss_as<Loss>()),
        m_(problem.m()),
        lambda_(problem.lambda()),
        accelerated_(options.flag("anderson")),
        lines_(nonempty_lines(columns_)),
        curvatures_(static_cast<std::size_t>(problem.n())),
        gradient_(curvatures_.size()),
        w_(curvatures_.size(), 0.0),
        z_(problem.arguments_at_zero()),
        derivatives_(z_.size()),
        trial_z_(z_.size()),
        a_(z_.size()),
        schedule_(columns_),
        gap_(problem, options, most_sets_without_gain) {
    for (const Index j : lines_)
      curvatures_[static_cast<std::size_t>(j)] =
          Loss::curvature * squared_norm(columns_[j], [&](Index i) { return problem.row_weight(i); }) / m_;
    differentiate();
  }

  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = -loss_.derivative(z_[i]);
    return a_;
  }

 private:
  Loop loop() override {
    for (;;) {
      if (schedule_.is_due(progress_)) {
        refresh();
        co_await walked(0);
      }
      for (const Index j : lines_) {
        gradient_[static_cast<std::size_t>(j)] = columns_.dot(j, derivatives_.data());
        co_await walked(columns_[j].size());
      }
      judge();
      while (gap_.walks_are_due()) {
        progress_.status = gap_.walk(*this);
        co_await walked(columns_.entries().size());
      }
      const double enough = choose_set();
      for (int passes = 0; passes < most_passes; ++passes) {
        if (accelerated_ && extrapolation_.is_complete()) {
          extrapolate();
          co_await walked(0);
        }
        double largest_step = 0;
        for (const Index j : set_) {
          largest_step = std::max(largest_step, step_along(j));
          co_await walked(columns_[j].size());
        }
        record();
        if (largest_step <= enough) break;
      }
    }
  }

  void refresh() {
    for (Index i = 0; i < problem_.m(); ++i)
      z_[static_cast<std::size_t>(i)] =
          static_cast<double>(precise_dot(problem_.rows()[i], w_.data()) - problem_.target(i));
    differentiate();
    schedule_.refreshed(progress_);
  }

  void differentiate() {
    for (std::size_t i = 0; i < z_.size(); ++i)
      derivatives_[i] = problem_.row_weight(i) * loss_.derivative(z_[i]) / m_;
  }

  double mean_loss(const std::vector<double>& z) const {
    double sum = 0;
    for (std::size_t i = 0; i < z.size(); ++i) sum += problem_.row_weight(i) * loss_.value(z[i]);
    return sum / m_;
  }

  /// ℓ'(z_i), without the row's weight.
  double unit_derivative(std::size_t i) const {
    const double c = problem_.row_weight(i);
    return c > 0 ? m_ * derivatives_[i] / c : 0;
  }

  double penalty() const {
    double sum = 0;
    for (const double w_j : w_) sum += std::abs(w_j);
    return lambda_ * sum;
  }

  void judge() {
    double largest = 0;
    for (const Index j : lines_)
      largest = std::max(largest, std::abs(gradient_[static_cast<std::size_t>(j)]));
    const double scale = std::min(1.0, lambda_ / largest);
    double terms = 0;
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const double a = -scale * unit_derivative(i);
      terms += problem_.row_weight(i) * (loss_.dual_term(a) + problem_.target(static_cast<Index>(i)) * a);
    }
    const double objective = penalty() + mean_loss(z_);
    gap_.judge((objective - terms / m_) / objective, objective, ++sets_);
  }

  /// s_j.
  double violation(Index line) const {
    const auto j = static_cast<std::size_t>(line);
    return w_[j] == 0 ? std::max(std::abs(gradient_[j]) - lambda_, 0.0)
                      : std::abs(gradient_[j] + std::copysign(lambda_, w_[j]));
  }

  /// Returns the largest step, times its L_j, that the set's last pass may make.
  double choose_set() {
    double largest = 0;
    std::size_t nonzero = 0;
    for (const Index j : lines_) {
      largest = std::max(largest, violation(j));
      nonzero += w_[static_cast<std::size_t>(j)] != 0 ? 1 : 0;
    }
    const std::size_t size = std::min(std::max(smallest_set, 2 * nonzero), lines_.size());
    const auto priority = [&](Index j) {
      return w_[static_cast<std::size_t>(j)] != 0 ? infinity : violation(j);
    };
    set_ = lines_;
    std::nth_element(set_.begin(), set_.begin() + static_cast<std::ptrdiff_t>(size - 1), set_.end(),
                     [&](Index j, Index k) {
                       const double first = priority(j);
                       const double second = priority(k);
                       return first > second || (first == second && j < k);
                     });
    set_.resize(size);
    std::sort(set_.begin(), set_.end());
    extrapolation_.forget();
    record();
    return share_of_violation * largest;
  }

  void record() {
    if (!accelerated_) return;
    std::vector<double> point;
    point.reserve(set_.size());
    for (const Index j : set_) point.push_back(w_[static_cast<std::size_t>(j)]);
    extrapolation_.record(std::move(point));
  }

  /// Returns the size of the step, times L_j.
  double step_along(Index line) {
    const auto j = static_cast<std::size_t>(line);
    const double L = curvatures_[j];
    const double g = columns_.dot(line, derivatives_.data());
    const double change = soft_threshold(w_[j] - g / L, lambda_ / L) - w_[j];
    if (change != 0) {
      w_[j] += change;
      columns_.add(line, change, z_.data());
      for_each_index(columns_[line], [&](Index index) {
        const auto i = static_cast<std::size_t>(index);
        derivatives_[i] = problem_.row_weight(i) * loss_.derivative(z_[i]) / m_;
      });
    }
    ++progress_.updates;
    return L * std::abs(change);
  }

  /// Goes to the extrapolated point if F is smaller there.
  void extrapolate() {
    const std::vector<double> point = extrapolation_.point();
    trial_z_ = z_;
    double penalty_change = 0;
    for (std::size_t k = 0; k < set_.size(); ++k) {
      const double w_j = w_[static_cast<std::size_t>(set_[k])];
      penalty_change += lambda_ * (std::abs(point[k]) - std::abs(w_j));
      columns_.add(set_[k], point[k] - w_j, trial_z_.data());
      progress_.entries_touched += columns_[set_[k]].size();
    }
    if (mean_loss(trial_z_) + penalty_change < mean_loss(z_)) {
      for (std::size_t k = 0; k < set_.size(); ++k) w_[static_cast<std::size_t>(set_[k])] = point[k];
      std::swap(z_, trial_z_);
      differentiate();
    }
    extrapolation_.forget();
    record();
  }

  const Problem& problem_;
  const Columns& columns_;
  Loss loss_;
  double m_;
  double lambda_;
  bool accelerated_;
  std::vector<Index> lines_;        ///< columns with entries
  std::vector<double> curvatures_;  ///< L_j
  std::vector<double> gradient_;    ///< g_j of the last walk over all columns
  std::vector<double> w_;
  std::vector<double> z_;
  std::vector<double> derivatives_;  ///< c_i ℓ'(z_i)/m
  std::vector<double> trial_z_;
  mutable std::vector<double> a_;
  std::vector<Index> set_;
  std::uint64_t sets_ = 0;
  AndersonExtrapolation extrapolation_;
  RefreshSchedule schedule_;
  GapRule gap_;
};

const MethodRegistration working_set_cd_registration(
    {.name = "working_set_cd",
     .title = "Working-set CD",
     .source = "Bertrand et al. 2022 (skglm), Algorithms 1 and 2; Massias, Gramfort and Salmon 2018 (Celer)",
     .walks_columns = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {flag_option("anderson", "extrapolate the weights after every 5 passes over a working set",
                             true, "Bertrand and Massias 2021"),
                 gap_tolerance_option()},
     .solves = {solver<WorkingSetCd<SquaredHinge, L1>>(), solver<WorkingSetCd<Logistic, L1>>(),
                solver<WorkingSetCd<SquaredEpsilonInsensitive, L1>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
