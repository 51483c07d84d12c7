// Alternating direction method of multipliers (ADMM) for hinge, whose prox has a closed form. Boyd, Parikh,
// Chu, Peleato and Eckstein (2011), "Distributed Optimization and Statistical Learning via the Alternating
// Direction Method of Multipliers", §3 and §8.2 (support vector machines).
//
//   min  κ R(ξ) + Σ_i c_i max(0, 1 − s_i)   subject to s = Zw, and under L1 ξ = w (under L2 ξ is w),   κ = λm
//
// The multipliers are a of s = Zw, within [0, c], and y of ξ = w; c_i is 1 or the weight of row i:
//
//   w ← argmin  (ρ/2)‖Zw − s − a/ρ‖² + L2: (κ/2)‖w‖²,  L1: (ρ/2)‖w − ξ + y/ρ‖²
//   s ← prox of hinge/ρ at v = Zw − a/ρ;   a ← clip(ρ(1 − v), 0, c), so that s = v + a/ρ
//   L1:  ξ ← S(w + y/ρ, κ/ρ);   y ← y + ρ(w − ξ)
//
// The w-update solves (ZᵀZ + cI)δ = r for the change of w, c = κ/ρ under L2 and 1 under L1. r needs only
// Zᵀ(2a⁺ − a)/ρ, w, ξ and y: one walk finds a and r. `solve` "cholesky" factorises once per ρ (under L1
// once); "conjugate_gradients" ends at a tenth of r, which falls as the run converges; "auto" is "cholesky"
// up to 1,000 columns.
//
// `balancing` (§3.4.1) compares two relative residuals (Wohlberg 2017), ‖Zw − s‖/max(‖Zw‖, ‖s‖) and
// ρ‖s − s_before‖/‖a‖, every 10 iterations. If they differ by more than a factor of 5, ρ is doubled or
// halved, at most 100 times in a run.
//
// Converged when the gap between the iterate, ξ, and the dual weights a is at most `tolerance`, after 16, 32,
// 64, … passes.
//
// An update is an iteration: a walk over the rows, and one per product of conjugate gradients. Forming ZᵀZ is
// setup.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/linear_algebra/conjugate_gradients.hpp"
#include "solvers/linear_algebra/normal_matrix.hpp"
#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "solvers/stopping/gap_rule.hpp"

namespace descent {

namespace {

constexpr Index most_dense_columns = 1000;  // up to which a factorisation pays
constexpr Index most_factorized_columns = 10'000;
constexpr double share_of_residual = 0.1;
constexpr double imbalance = 5;
constexpr int most_balancings = 100;
constexpr std::uint64_t iterations_between_balancings = 10;

/// (ZᵀZ + cI)⁻¹ by one factorisation per c.
class DenseSystem {
 public:
  explicit DenseSystem(const SparseMatrix& rows)
      : n_(static_cast<std::size_t>(rows.inner_size())), products_(n_ * n_, 0.0), factor_(n_) {
    NormalMatrix(rows).form(std::vector<double>(static_cast<std::size_t>(rows.outer_size()), 1.0), products_);
  }

  /// Returns false if the values are beyond factorisation.
  bool factorize(double c) {
    const std::span<double> lower = factor_.lower();
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t k = j; k < n_; ++k) lower[j * n_ + k] = products_[j * n_ + k];
      lower[j * n_ + j] += c;
    }
    return factor_.factorize();
  }

  void solve(std::span<const double> r, std::span<double> delta) { factor_.solve(r, delta); }

 private:
  std::size_t n_;
  std::vector<double> products_;  ///< ZᵀZ, its lower triangle
  RegularizedCholesky factor_;
};

std::optional<std::string> too_wide_to_factorize(LossKind, RegularizerKind, const OptionValues& options,
                                                 Index features) {
  if (features <= most_factorized_columns || options.word("solve") != "cholesky") return std::nullopt;
  return fmt::format(
      "holds two matrices of {0} x {0} numbers for its factorisation; take \"solve\": "
      "\"conjugate_gradients\" above {1} columns",
      features, most_factorized_columns);
}

template <class Loss, class Regularizer>
class AdmmHinge : public WalkingSolver {
  static constexpr bool split = Regularizer::kind == RegularizerKind::l1;

 public:
  AdmmHinge(const Problem& problem, const OptionValues& options, Random)
      : WalkingSolver(problem.rows()),
        rows_(problem.rows()),
        problem_(problem),
        kappa_(problem.lambda() * problem.m()),
        rho_(options.number("rho")),
        balancings_left_(options.flag("balancing") ? most_balancings : 0),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        xi_(split ? w_.size() : 0, 0.0),
        y_(xi_.size(), 0.0),
        r_(w_.size()),
        delta_(w_.size()),
        s_(static_cast<std::size_t>(problem.m()), 0.0),
        a_(s_.size(), 0.0),
        unit_a_(s_.size()),
        squares_(w_.size(), 0.0),
        metric_(w_.size()),
        gradients_(w_.size(), ConjugateGradients::Norm::of_inverse_metric),
        gap_(problem, options) {
    const std::string& solve = options.word("solve");
    if (solve == "cholesky" || (solve == "auto" && problem.n() <= most_dense_columns)) {
      system_.emplace(rows_);
      factorize();
    } else {
      for (const auto& [index, value] : rows_.entries())
        squares_[static_cast<std::size_t>(index)] += value * value;
    }
  }

  void weights(std::span<double> w) const override {
    const std::vector<double>& from = split ? xi_ : w_;
    std::copy(from.begin(), from.end(), w.begin());
  }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) {
      const double c = problem_.row_weight(i);
      unit_a_[i] = c > 0 ? a_[i] / c : 0;
    }
    return unit_a_;
  }

 private:
  void walk() override {
    if (is_solving_) {
      multiply();
    } else if (gap_.walks_are_due(progress_)) {
      progress_.status = gap_.walk(*this);
    } else {
      update_copies();
      if (progress_.status == Status::running) begin_solve();
    }
  }

  /// c.
  double shift() const { return split ? 1 : kappa_ / rho_; }

  void factorize() {
    if (!system_->factorize(shift())) progress_.status = Status::limit;
  }

  /// Computes s, a, ξ, y and r from w.
  void update_copies() {
    std::fill(r_.begin(), r_.end(), 0.0);
    double squared_z = 0;
    double squared_s = 0;
    double squared_a = 0;
    double squared_primal = 0;
    double squared_dual = 0;
    for (Index line = 0; line < rows_.outer_size(); ++line) {
      const auto row = rows_[line];
      const auto i = static_cast<std::size_t>(line);
      const double z = dot(row, w_.data());
      const double v = z - a_[i] / rho_;
      const double a = std::clamp(rho_ * (1 - v), 0.0, problem_.row_weight(i));
      const double s = v + a / rho_;
      squared_z += z * z;
      squared_s += s * s;
      squared_a += a * a;
      squared_primal += (z - s) * (z - s);
      squared_dual += (s - s_[i]) * (s - s_[i]);
      const double change = (2 * a - a_[i]) / rho_;
      if (change != 0) add(row, change, r_.data());
      a_[i] = a;
      s_[i] = s;
    }
    for (std::size_t j = 0; j < w_.size(); ++j) {
      if constexpr (split) {
        const double xi = Regularizer::prox(w_[j] + y_[j] / rho_, kappa_ / rho_);
        r_[j] += 2 * (xi - w_[j]) - y_[j] / rho_;
        y_[j] += rho_ * (w_[j] - xi);
        xi_[j] = xi;
      } else {
        r_[j] -= kappa_ / rho_ * w_[j];
      }
    }
    ++progress_.updates;
    if (!std::isfinite(squared_z)) progress_.status = Status::diverged;
    if (progress_.updates % iterations_between_balancings == 0)
      balance(std::sqrt(squared_primal / std::max(squared_z, squared_s)),
              rho_ * std::sqrt(squared_dual / squared_a));
  }

  /// r belongs to the old ρ; the next r, with the new ρ, makes up for it.
  void balance(double primal, double dual) {
    if (balancings_left_ == 0) return;
    if (primal > imbalance * dual)
      rho_ *= 2;
    else if (dual > imbalance * primal)
      rho_ /= 2;
    else
      return;
    --balancings_left_;
    if (system_ && !split) factorize();
  }

  void begin_solve() {
    if (system_) {
      system_->solve(r_, delta_);
      for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += delta_[j];
      return;
    }
    for (std::size_t j = 0; j < w_.size(); ++j) {
      metric_[j] = squares_[j] + shift();
      r_[j] = -r_[j];
    }
    gradients_.begin(r_, metric_, share_of_residual);
    is_solving_ = !gradients_.finished();
  }

  /// Makes one product of conjugate gradients.
  void multiply() {
    const auto direction = gradients_.direction();
    for (std::size_t j = 0; j < delta_.size(); ++j) delta_[j] = shift() * direction[j];
    add_normal_product(
        rows_, [](Index) { return 1.0; }, direction, delta_);
    gradients_.step(delta_);
    if (!gradients_.finished()) return;
    is_solving_ = false;
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += gradients_.solution()[j];
  }

  const SparseMatrix& rows_;
  const Problem& problem_;
  double kappa_;
  double rho_;
  int balancings_left_;
  std::vector<double> w_;
  std::vector<double> xi_;  ///< ξ and y are empty except under L1
  std::vector<double> y_;
  std::vector<double> r_;
  std::vector<double> delta_;
  std::vector<double> s_;
  std::vector<double> a_;               ///< in a box [0, c_i]
  mutable std::vector<double> unit_a_;  ///< a_i/c_i, filled on request
  std::vector<double> squares_;         ///< diagonal of ZᵀZ, for conjugate gradients
  std::vector<double> metric_;
  ConjugateGradients gradients_;
  std::optional<DenseSystem> system_;
  bool is_solving_ = false;
  GapAtDoublings gap_;
};

const MethodRegistration admm_hinge_registration(
    {.name = "admm_hinge",
     .title = "ADMM (hinge)",
     .source = "Boyd et al. 2011, §3 and §8.2",
     .takes_weights = TakesWeights::of_rows,
     .options = {word_option("solve",
                             "the w-update: one factorisation for each rho, or conjugate gradients; auto: "
                             "cholesky up to 1,000 columns",
                             "auto", {"auto", "cholesky", "conjugate_gradients"},
                             "Boyd et al. 2011, §4.2.3 and §4.3.2"),
                 number_option("rho",
                               "penalty of s = Zw, in the scale of the sum of losses; with balancing the "
                               "first one",
                               1, above_zero, "Boyd et al. 2011, §3.1"),
                 flag_option("balancing",
                             "double or halve rho when one relative residual exceeds 5 times the other", true,
                             "Boyd et al. 2011, §3.4.1; Wohlberg 2017"),
                 gap_tolerance_option()},
     .too_wide = too_wide_to_factorize,
     .solves = {solver<AdmmHinge<Hinge, L1>>(), solver<AdmmHinge<Hinge, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
