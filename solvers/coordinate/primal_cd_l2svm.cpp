// Primal coordinate descent for the squared hinge loss. Under L2: Chang, Hsieh, Lin (2008), "Coordinate
// Descent Method for Large-scale L2-loss Linear Support Vector Machines", Algorithms 1 to 3. Under L1:
// Algorithm 1 and equation (4) of Tao, Zhu, Luo, Kong (2013). Its line search is from CDN: Yuan, Chang,
// Hsieh, Lin (2010), "A Comparison of Optimization Methods and Software for Large-scale L1-regularized Linear
// Classification".
//
//   min_w  F(w)/λ = ½‖w‖² + C Σ_i max(0, b_i)²,   b_i = 1 − y_i x_i·w,   C = 1/(λ m)
//
//   pick a coordinate j;   D(z) = F(w + z e_j)/λ;   w_j += z for a z that lowers D;
//   b_i −= z y_i x_ij along column j
//
//   D'(0) = w_j − 2C Σ_{b_i > 0} y_i x_ij b_i    D''(0) = 1 + 2C Σ_{b_i > 0} x_ij²    H_j = 1 + 2C Σ_i x_ij²
//
// Option `subproblem` chooses z (the default is the paper's; L2SvmColumn has all three):
//   line_search    one Newton direction −D'(0)/D''(0), halved until D(z) − D(0) ≤ −σ z² (Algorithm 2)
//   exact_newton   Newton steps until D' = 0 (Mangasarian 2002), each with the line search (added here)
//   cmls           −D'(0)/U, U ≥ D'' over |z| ≤ Δ_j (Zhang and Oles 2001); Δ_j ← max(2|z|, Δ_j/2), first 10
//
// Under L1 F(w)/λ = ‖w‖₁ + C Σ_i max(0, b_i)². There D'(0) lacks the w_j, and D''(0) and H_j lack the 1. The
// step z is a multiple of the Newton direction d:
//
//   d = argmin_z  D'(0) z + ½ D''(0) z² + |w_j + z|                     (equation (4))
//   z = s d, the first s of 1, ½, ¼, …  with a change of F/λ of at most σ s (D'(0) d + |w_j + d| − |w_j|)
//
// Row weights: rows and their b_i are multiplied by √c_i, since c max(0, b)² = max(0, √c b)².
//
// Deviations from the papers:
// - D(z) − D(0) is computed as D'(0) z plus a sum of non-negative terms. A difference of two sums would lose
//   its digits near the optimum. The line search ends at the latest at the step that Theorem 1 guarantees.
// - Δ_j is at least 1e-8 max(1, |w_j|). Otherwise a weight that does not change for many passes could hardly
//   change later.
// - Columns without entries are not visited: their weights are 0 at the start and at the optimum.
// - The stopping rule is new. All |D'(0)| must be small, relative to the largest at w = 0, over steps that
//   visit every coordinate (with `uniform`, miss one with probability below 1e-8). Then the duality gap
//   decides. It is ½‖∇F/λ‖², the gap of a_i = 2 max(0, b_i) in the scale of the strongly convex F/λ. Under L1
//   the distance of 0 from D'(0) + ∂|w_j| replaces |D'(0)|, and the gap uses the scaled a.
// - CDN adds 10⁻¹² to D''(0) and shrinks. Both are left out.
// - b is recomputed from w at times, because rounding adds up, and before the gap.
//
// A step counts its column once for reading and writing, and once more each time it evaluates D or D' at
// another point.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/coordinate/l2svm_column.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/problem/compensated_sum.hpp"
#include "solvers/stopping/fresh_sums.hpp"

namespace descent {

namespace {

enum class Subproblem { line_search, exact_newton, cmls };

Subproblem subproblem_of(const OptionValues& options) {
  const std::string& word = options.word("subproblem");
  if (word == "exact_newton") return Subproblem::exact_newton;
  return word == "cmls" ? Subproblem::cmls : Subproblem::line_search;
}

LineOrder::Kind order_of(const OptionValues& options) {
  return LineOrder::kind_named(options.word("selection"));
}

std::optional<std::string> complaint_about_subproblem(LossKind, RegularizerKind regularizer,
                                                      const OptionValues& options) {
  if (regularizer != RegularizerKind::l1 || options.is_word("subproblem", "line_search")) return std::nullopt;
  return fmt::format("subproblem {} is for l2 alone; with l1 give \"line_search\"",
                     options.word("subproblem"));
}

/// Number of steps in a row that visit each of `size` coordinates.
std::uint64_t steps_that_see_all(LineOrder::Kind kind, Index size) {
  const auto steps = static_cast<double>(size);
  if (kind == LineOrder::Kind::cyclic) return static_cast<std::uint64_t>(size);
  // Any 2n − 1 steps contain a whole permutation.
  if (kind == LineOrder::Kind::permuted) return 2 * static_cast<std::uint64_t>(size) - 1;
  // n (1 − 1/n)^T ≤ n exp(−T/n) is the expected number of coordinates that T draws miss.
  return static_cast<std::uint64_t>(std::ceil(steps * (std::log(steps) + 20)));
}

std::size_t longest_line(const SparseMatrix& matrix) {
  std::size_t longest = 0;
  for (Index line = 0; line < matrix.outer_size(); ++line) longest = std::max(longest, matrix[line].size());
  return longest;
}

template <class Loss, class Regularizer>
class PrimalCdL2Svm : public SteppingSolver {
 public:
  PrimalCdL2Svm(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        columns_(problem.columns()),
        subproblem_(subproblem_of(options)),
        order_(columns_, nonempty_lines(columns_), order_of(options), random),
        steps_that_see_all_(steps_that_see_all(order_of(options), order_.size())),
        column_(problem.c(), longest_line(columns_), is_l1 ? 0 : 1),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        roots_(roots_of(problem.row_weights())),
        b_(roots_.empty() ? std::vector<double>(static_cast<std::size_t>(problem.m()), 1.0) : roots_),
        H_(w_.size()),
        reach_(subproblem_ == Subproblem::cmls ? w_.size() : 0, 10.0),
        a_(b_.size()),
        verdict_(columns_, options.number("tolerance")) {
    double largest = 0;
    for (Index j = 0; j < problem.n(); ++j) {
      H_[static_cast<std::size_t>(j)] =
          (is_l1 ? 0 : 1) + 2 * problem.c() * squared_norm(columns_[j], weight_of_row());
      largest = std::max(largest, violation(2 * problem.c() * line_sum(columns_[j], weight_of_row()), 0));
    }
    small_violation_ = options.number("tolerance") * largest;
  }

  Progress advance(std::uint64_t entries) override {
    return work(entries, [this] {
      if (settled_steps_ >= steps_that_see_all_ || verdict_.is_due(progress_))
        judge();
      else
        step(order_.next());
    });
  }

  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) {
      const double root = root_of_row(static_cast<Index>(i));
      a_[i] = root > 0 ? -Loss::derivative(1 - b_[i] / root) : 0.0;
    }
    return a_;
  }

 private:
  using Sum = long double;
  static constexpr bool is_l1 = Regularizer::kind == RegularizerKind::l1;

  /// Distance of 0 from the subdifferential of F/λ along a coordinate of weight w, with the slope D'(0).
  static double violation(double slope, double w) {
    if constexpr (!is_l1) return std::abs(slope);
    return w == 0 ? std::max(std::abs(slope) - 1, 0.0) : std::abs(slope + L1::derivative(w));
  }

  void step(Index line) {
    const auto j = static_cast<std::size_t>(line);
    const auto column = columns_[line];
    const double reach = subproblem_ == Subproblem::cmls ? reach_[j] : 0.0;
    const L2SvmColumn::Slopes slopes =
        roots_.empty()
            ? column_.open(column, w_[j], b_.data(), reach, [](Index) { return 1.0; })
            : column_.open(column, w_[j], b_.data(), reach, [this](Index i) { return root_of_row(i); });
    const double violated = violation(slopes.first, w_[j]);
    const double z = minimiser(slopes, j);
    if (z != 0) {
      w_[j] += z;
      column_.close(z, b_.data());
    }
    progress_.entries_touched += column.size() * (1 + column_.extra_walks());
    ++progress_.updates;
    settled_steps_ = violated <= small_violation_ ? settled_steps_ + 1 : 0;
  }

  /// Recomputes b and, if the rule holds or F is at rest, the gap.
  void judge() {
    const bool rule_holds = settled_steps_ >= steps_that_see_all_;
    Sum losses = 0;
    for (std::size_t i = 0; i < b_.size(); ++i) {
      const auto row = static_cast<Index>(i);
      b_[i] = static_cast<double>(root_of_row(row) * (1 - precise_dot(problem_.rows()[row], w_.data())));
      if (b_[i] > 0) losses += Sum{b_[i]} * b_[i];
    }
    verdict_.refreshed(progress_);
    Sum penalty = 0;
    for (const double w_j : w_) penalty += is_l1 ? std::abs(w_j) : Sum{w_j} * w_j / 2;
    const Sum exact_objective = penalty + problem_.c() * losses;
    const auto objective = static_cast<double>(exact_objective);
    const bool falls = verdict_.rises(-objective, progress_);
    if (falls && !rule_holds) return;

    const Sum gap = is_l1 ? exact_objective - problem_.lower_bound(*dual()) / problem_.lambda() : l2_gap();
    progress_.entries_touched += static_cast<std::uint64_t>(columns_.nonzeros());
    const double relative_gap = gap <= 0 ? 0.0 : static_cast<double>(gap) / objective;
    progress_.status = verdict_.judge(relative_gap, rule_holds, progress_);
    if (rule_holds) small_violation_ *= 0.1;
    settled_steps_ = 0;
  }

  /// ½ ‖∇F/λ‖².
  Sum l2_gap() const {
    Sum gap = 0;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      Sum slope = w_[j];
      for (const Entry& entry : columns_[static_cast<Index>(j)]) {
        slope -= 2 * problem_.c() * root_of_row(entry.index) * Sum{entry.value} *
                 std::max(0.0, b_[static_cast<std::size_t>(entry.index)]);
      }
      gap += slope * slope / 2;
    }
    return gap;
  }

  /// Minimiser of D, or the point reached by the chosen way of lowering it.
  double minimiser(const L2SvmColumn::Slopes& slopes, std::size_t j) {
    if constexpr (is_l1) return column_.l1_line_search(slopes, H_[j]);
    if (subproblem_ == Subproblem::line_search) return column_.line_search(slopes, H_[j]);
    if (subproblem_ == Subproblem::exact_newton) return column_.exact_newton(slopes, H_[j]);
    const double z = L2SvmColumn::cautious_step(slopes, reach_[j]);
    reach_[j] = std::max({2 * std::abs(z), reach_[j] / 2, 1e-8 * std::max(1.0, std::abs(w_[j]))});
    return z;
  }

  static std::vector<double> roots_of(std::span<const double> weights) {
    std::vector<double> roots(weights.size());
    std::transform(weights.begin(), weights.end(), roots.begin(), [](double c) { return std::sqrt(c); });
    return roots;
  }

  /// √c_i.
  double root_of_row(Index i) const { return roots_.empty() ? 1.0 : roots_[static_cast<std::size_t>(i)]; }

  /// c_i.
  auto weight_of_row() const {
    return [this](Index i) { return problem_.row_weight(i); };
  }

  const Problem& problem_;
  const SparseMatrix& columns_;
  Subproblem subproblem_;
  LineOrder order_;
  std::uint64_t steps_that_see_all_;
  L2SvmColumn column_;
  std::vector<double> w_;
  std::vector<double> roots_;  ///< √c_i; empty without weights
  std::vector<double> b_;      ///< √c_i (1 − z_i) of all rows, not cut off at 0
  std::vector<double> H_;
  std::vector<double> reach_;  ///< Δ_j of CMLS
  mutable std::vector<double> a_;
  double small_violation_ = 0;
  std::uint64_t settled_steps_ = 0;  ///< steps in a row that found a small violation
  GapVerdict verdict_;
};

const MethodRegistration primal_cd_l2svm_registration(
    {.name = "primal_cd_l2svm",
     .title = "Primal CD (L2-SVM)",
     .source =
         "Chang et al. 2008, Algorithms 1 to 3; l1: Tao et al. 2013, equation (4), and Yuan et al. 2010, CDN",
     .randomized = true,
     .walks_columns = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {word_option(
                     "subproblem",
                     "line_search: one Newton direction with line search; with l2 also exact_newton: down "
                     "to the minimum, and cmls: a step against an upper bound of the curvature",
                     "line_search", {"line_search", "exact_newton", "cmls"},
                     "Chang et al. 2008, Algorithms 2 and 1; Zhang and Oles 2001"),
                 word_option("selection",
                             "permuted: a fresh permutation each pass; cyclic: 1, …, n; uniform: with "
                             "replacement",
                             "permuted", {"permuted", "cyclic", "uniform"},
                             "Chang et al. 2008, section 4.2 and Algorithm 3"),
                 tolerance_option(
                     "converged when all |D'(0)| (l1: violations) are below it times the largest one at "
                     "w = 0 and the relative duality gap is at most 10^4 times it",
                     "this program")},
     .complaint = complaint_about_subproblem,
     .solves = {solver<PrimalCdL2Svm<SquaredHinge, L1>>(), solver<PrimalCdL2Svm<SquaredHinge, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
