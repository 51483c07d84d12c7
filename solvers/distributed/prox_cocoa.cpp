// ProxCoCoA⁺, CoCoA in its primal form, with γ = 1 and σ' = K: Smith, Forte, Jordan and Jaggi (2015),
// "L1-Regularized Distributed Optimization: A Communication-Efficient Primal-Dual Framework". See also Smith,
// Forte, Ma, Takáč, Jordan and Jaggi (2018), "CoCoA: A General Framework for Communication-Efficient
// Distributed Optimization".
//
//   min_w  f(X w) + κ‖w‖₁,   f(z) = Σ_i ℓ(z_i),   κ = λ m:  m F;   β = sup ℓ''
//
// K processes with some columns each, X_k, and their weights w_k; z = X w − target all have. A round:
//
//   each one:  δ ← some passes of coordinate descent over its columns, from δ = 0, on
//                min_δ  ∇f(z)·X_k δ + (Kβ/2)‖X_k δ‖² + κ‖w_k + δ‖₁
//              w_k ← w_k + δ
//   all:       z ← z + Σ_k X_k δ
//
// A step on u = ∇f(z) + Kβ X_k δ is w_j ← S(w_j − column_j·u/L_j, κ/L_j) with L_j = Kβ‖column_j‖².
//
// Added here: z is recomputed after every 128 passes. a = −ℓ'(z) are dual weights. Converged when the gap
// between F(w) and the bound of a, scaled into |X'a| ≤ κ, is at most `tolerance`, after 16, 32, 64, … passes.
// The gap takes two walks and two rounds: for z, and for the columns' products with a.
//
// An update is a round. A pass of all processes over their columns counts all stored entries. The iterate has
// all steps so far, also of an unfinished round.

#include <algorithm>
#include <cmath>
#include <functional>

#include "datasets/matrix/line_products.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/local_dual.hpp"
#include "solvers/distributed/local_rounds.hpp"
#include "solvers/stopping/fresh_sums.hpp"
#include "solvers/stopping/gap_rule.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class ProxCocoa : public LocalRounds {
 public:
  static constexpr Shared shared = Shared::columns;
  static constexpr bool keeps_rounds = false;

  ProxCocoa(const ProblemShare& share, const OptionValues& options, Random random, Ranks& ranks)
      : LocalRounds(share, options, ranks),
        columns_(share.own.columns()),
        loss_(share.own.template loss_as<Loss>()),
        curvature_(ranks.size() * Loss::curvature),
        order_(nonempty_lines(columns_)),
        random_(random_of_rank(random, ranks.rank())),
        w_(static_cast<std::size_t>(share.own.n()), 0.0),
        squares_(w_.size()),
        z_(share.own.arguments_at_zero()),
        gradient_(z_.size()),
        u_(z_.size()) {
    for (const Index j : order_.all()) squares_[static_cast<std::size_t>(j)] = squared_norm(columns_[j]);
    begin_round();
  }

  void weights(std::span<double> w) const override { std::ranges::copy(w_, w.begin()); }

 private:
  void begin_round() {
    for (std::size_t i = 0; i < z_.size(); ++i) gradient_[i] = loss_.derivative(z_[i]);
    u_ = gradient_;
  }

  double dual_weight(Index i) const override { return -gradient_[static_cast<std::size_t>(i)]; }

  void pass() override {
    for (order_.begin_pass(random_); !order_.at_end(); order_.keep()) {
      prefetch_ahead(order_, columns_, std::identity(), w_.data(), squares_.data());
      step_along(order_.current());
    }
  }

  void step_along(Index j) {
    const auto column = columns_[j];
    double& w_j = w_[static_cast<std::size_t>(j)];
    const double L_j = curvature_ * squares_[static_cast<std::size_t>(j)];
    if (!(L_j > 0)) return;  // the squares underflow
    const double moved = Regularizer::prox(w_j - dot(column, u_.data()) / L_j, share_.lambda_rows / L_j);
    if (moved == w_j) return;
    add(column, curvature_ * (moved - w_j), u_.data());
    w_j = moved;
  }

  void end_round() override {
    if (refresh_is_due()) return refresh();
    for (std::size_t i = 0; i < z_.size(); ++i) u_[i] = (u_[i] - gradient_[i]) / curvature_;
    ranks_.sum(u_);
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] += u_[i];
    begin_round();
  }

  /// Recomputes z, in a walk and a round.
  void refresh() {
    sum_rows(
        columns_, [this](Index j) { return w_[static_cast<std::size_t>(j)]; }, z_);
    ranks_.sum(z_);
    for (Index i = 0; i < share_.own.m(); ++i) z_[static_cast<std::size_t>(i)] -= share_.own.target(i);
    refreshed();
    begin_round();
  }

  /// After refresh() one more walk, and a round of two numbers per process: its part of ‖w‖₁ and max |X_k'a|.
  GapEnds gap() override {
    refresh();
    const auto rank = static_cast<std::size_t>(ranks_.rank());
    const auto size = static_cast<std::size_t>(ranks_.size());
    std::vector<double> parts(2 * size, 0.0);
    for (const Index j : order_.all()) {
      parts[rank] += Regularizer::value(w_[static_cast<std::size_t>(j)]);
      parts[size + rank] = std::max(parts[size + rank], std::abs(dot(columns_[j], gradient_.data())));
    }
    ranks_.sum(parts);
    progress_.entries_touched += share_.nonzeros;

    double penalty = 0;
    double largest = 0;
    for (std::size_t k = 0; k < size; ++k) {
      penalty += parts[k];
      largest = std::max(largest, parts[size + k]);
    }
    const double scale = largest > share_.lambda_rows ? share_.lambda_rows / largest : 1.0;
    long double losses = 0;
    long double bound = 0;
    for (Index i = 0; i < share_.own.m(); ++i) {
      const double a = -scale * gradient_[static_cast<std::size_t>(i)];
      losses += loss_.value(z_[static_cast<std::size_t>(i)]);
      bound += loss_.dual_term(a) + static_cast<long double>(share_.own.target(i)) * a;
    }
    return {share_.lambda_rows * penalty + static_cast<double>(losses), static_cast<double>(bound)};
  }

  const SparseMatrix& columns_;
  Loss loss_;
  double curvature_;  ///< Kβ
  ActiveLines order_;
  Random random_;
  std::vector<double> w_;  ///< 0 in other processes' columns
  std::vector<double> squares_;
  std::vector<double> z_;
  std::vector<double> gradient_;  ///< ℓ'(z_i) at the start of the round
  std::vector<double> u_;
};

const MethodRegistration prox_cocoa_registration = distributed_method(
    {.name = "prox_cocoa",
     .title = "ProxCoCoA+",
     .source = "Smith, Forte, Jordan and Jaggi 2015; Smith et al. 2018, primal form",
     .randomized = true,
     .walks_columns = true,
     .options =
         {local_passes_option(
              "passes of coordinate descent that each process makes over its columns between two rounds", 1,
              "this program"),
          gap_tolerance_option()},
     .file = __FILE__},
    {rank_capability<ProxCocoa<SquaredHinge, L1>>(), rank_capability<ProxCocoa<Logistic, L1>>(),
     rank_capability<ProxCocoa<SquaredEpsilonInsensitive, L1>>()});

}  // namespace

}  // namespace descent
