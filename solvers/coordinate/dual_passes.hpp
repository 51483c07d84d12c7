#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "solvers/contract/estimates_gap.hpp"
#include "solvers/contract/option.hpp"
#include "solvers/coordinate/per_row.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/stopping/fresh_sums.hpp"

namespace descent {

/// How a dual method's passes are judged and ordered, and which variables they may leave out.
struct PassSettings {
  double tolerance;
  Index rows_in_block = 0;  ///< 0: a permutation of all rows
  bool shrinking = false;
  int max_shrunk_passes = std::numeric_limits<int>::max();

  /// From the options "tolerance", "shrinking" and "max_shrunk_passes".
  explicit PassSettings(const OptionValues& options)
      : tolerance(options.number("tolerance")),
        shrinking(options.flag("shrinking")),
        max_shrunk_passes(static_cast<int>(options.number("max_shrunk_passes"))) {}
  /// Without shrinking.
  explicit PassSettings(double given_tolerance) : tolerance(given_tolerance) {}

  /// With the option "order", for variables that are rows.
  PassSettings ordered(const OptionValues& options, const SparseMatrix& rows) const {
    constexpr std::size_t bytes_of_block = 1 << 14;
    PassSettings settings = *this;
    const std::size_t bytes_of_row = rows.stored().size() / static_cast<std::size_t>(rows.outer_size()) + 1;
    if (options.is_word("order", "blocks"))
      settings.rows_in_block = static_cast<Index>(std::max<std::size_t>(2, bytes_of_block / bytes_of_row));
    return settings;
  }
};

/// Like a cyclic order, blocks need many more passes if a few columns determine w. To a gap of 1e-6, squared
/// hinge on a9a needs 270 passes in a permutation, 6,400 in blocks of 8 KB, and more than 35,000 in cyclic
/// order. On news20-tech the first two need about 10.
inline Option row_order_option() {
  return word_option(
      "order",
      "rows: each pass is a fresh permutation of the rows; blocks: of blocks of 16 KB of rows, "
      "permuted in themselves: faster passes over text that fits no cache, but many more of them "
      "where columns are few",
      "rows", {"rows", "blocks"}, "blocks: Ioannou et al. 2019");
}

inline Option max_shrunk_passes_option(const std::string& variables) {
  return number_option("max_shrunk_passes",
                       "passes over shrunk sets before all " + variables + " are checked again", 1000,
                       integers(1, 1e9), "this program");
}

/// Passes of a dual method over its variables, each in a fresh permutation of the active ones. Rule has
///   void note(double violation)            of a variable that this pass has visited
///   bool is_small(double tolerance) const  the published stopping rule, of this pass
///   void tighten(), void relax()           bounds beyond which variables are left out from here on; none
///   void reset()                           forgets the pass
///
/// Deviations from LIBLINEAR, which the papers' authors distribute:
/// - The full set is checked after at most `max_shrunk_passes` passes. LIBLINEAR checks only when the rule
///   holds on the shrunk set, which rounding can prevent forever.
/// - The rule holds only after a pass without a variable left out, and then the duality gap decides
///   (DualCertificate). Rules are in units of gradients, and have held 10⁻³ above the optimum for
///   C = 1000. If the gap is still too large, the run goes on without shrinking and with a tenth of the
///   tolerance.
template <class Rule>
class ShrinkingPasses : public ActiveLines {
 public:
  ShrinkingPasses(std::vector<Index> variables, const PassSettings& settings, Random random)
      : ActiveLines(std::move(variables)), settings_(settings), random_(random) {
    begin();
  }

  const Rule& rule() const { return rule_; }

  void keep(double violation) {
    rule_.note(violation);
    ActiveLines::keep();
  }

  /// True if the published rule holds after a whole pass.
  bool rule_holds() const { return is_whole() && rule_.is_small(settings_.tolerance); }
  double tolerance() const { return settings_.tolerance; }

  void begin_next() {
    const bool small = is_empty() || rule_.is_small(settings_.tolerance);
    if (rule_holds()) {
      settings_.tolerance *= 0.1;
      settings_.shrinking = false;
    }
    if (small || ++shrunk_passes_ >= settings_.max_shrunk_passes) {
      include_all();
      rule_.relax();
      shrunk_passes_ = 0;
    } else if (settings_.shrinking) {
      rule_.tighten();
    }
    rule_.reset();
    begin();
  }

 private:
  void begin() {
    if (settings_.rows_in_block > 0)
      begin_pass_in_blocks(random_, settings_.rows_in_block);
    else
      begin_pass(random_);
  }

  PassSettings settings_;
  Random random_;
  Rule rule_;
  int shrunk_passes_ = 0;
};

/// State of dual coordinate descent: α in variables of the rows, and w = Σ α_i row_i. Self has
///   static … alpha(const Variable&)      α_i, perhaps in long double
template <class Self, class Variable>
class DualDescent : public SteppingSolver {
 public:
  void weights(std::span<double> w) const final { std::copy(w_.begin(), w_.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const final {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = self().share(static_cast<Index>(i), variables_[i]);
    return a_;
  }

 protected:
  DualDescent(const Problem& problem, std::vector<Variable> variables)
      : rows_(problem.rows()),
        C_(problem, std::identity()),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        variables_(std::move(variables)),
        a_(variables_.size()) {}

  /// a_i = α_i/(C c_i).
  double share(Index i, const Variable& variable) const {
    return static_cast<double>(Self::alpha(variable)) / C_[i];
  }

  /// α_i by row, for sums over the rows.
  auto alphas() const {
    return [this](Index i) { return Self::alpha(variables_[static_cast<std::size_t>(i)]); };
  }

  /// m D(a), with w as it is.
  double dual_value(const Problem& problem) const {
    return with_loss(problem.loss(), problem.epsilon(), [&](auto loss) {
      double sum = 0;
      for (std::size_t i = 0; i < variables_.size(); ++i) {
        const auto row = static_cast<Index>(i);
        const double a_i = loss.clip_dual(self().share(row, variables_[i]));
        sum += problem.row_weight(row) * (loss.dual_term(a_i) + problem.target(row) * a_i);
      }
      return sum - problem.lambda() * problem.m() / 2 * squared_norm(w_);
    });
  }

  Self& self() { return static_cast<Self&>(*this); }
  const Self& self() const { return static_cast<const Self&>(*this); }

  const SparseMatrix& rows_;
  PerRow<double> C_;  ///< C c_i
  std::vector<double> w_;
  std::vector<Variable> variables_;  ///< of each row

 private:
  mutable std::vector<double> a_;
};

/// Dual coordinate descent in passes over the rows. Ends by D(a). Self also has
///   void visit(Index variable, Line row, Variable& of_row)
///       a step; keeps the variable in the passes or leaves it out
///   static Index row_of(Index variable)
///       if variables are not rows
///   void pass_has_ended(bool rule_holds)
///       if there is more to do between passes
///   static constexpr bool notes_gap
///       true if each visit calls note_gap()
template <class Self, class Loss, class Variable, class Rule>
class DualPasses : public DualDescent<Self, Variable>, public EstimatesGap {
  using State = DualDescent<Self, Variable>;

 public:
  /// The sum of the shares that the last pass has noted, relative to D. The sum is made smaller by its fall
  /// since the pass before, for what that pass has gained. D is computed after 1, 2, 4, … passes.
  double estimated_gap() const final {
    if (!Self::notes_gap || gap_of_pass_before_ == infinity) return infinity;
    if (progress_.entries_touched >= dual_value_due_) {
      dual_value_ = this->dual_value(problem_);
      dual_value_due_ = 2 * progress_.entries_touched;
    }
    const double fall = std::min(1.0, gap_of_last_pass_ / gap_of_pass_before_);
    const double gap = problem_.lambda() * problem_.m() * gap_of_last_pass_ * fall;
    return gap / (dual_value_ + gap);
  }

  Progress advance(std::uint64_t entries) override {
    return this->work(entries, [this] {
      if (passes_.at_end())
        end_pass();
      else
        step();
    });
  }

 protected:
  DualPasses(const Problem& problem, std::vector<Variable> variables, std::vector<Index> visited,
             const PassSettings& settings, Random random)
      : State(problem, std::move(variables)),
        passes_(std::move(visited), settings, random),
        problem_(problem),
        certificate_(problem, settings.tolerance) {}

  static constexpr bool notes_gap = false;
  static Index row_of(Index variable) { return variable; }
  void pass_has_ended(bool) {}

  /// Adds the variable's share of (F(w) − D(a))/λ when it is visited: C c_i (ℓ(z_i) + ℓ*(−a_i) + a_i z_i).
  void note_gap(double share) { gap_of_pass_ += share; }

  using State::progress_, State::rows_, State::self, State::variables_;
  ShrinkingPasses<Rule> passes_;

 private:
  [[gnu::always_inline]] void step() {
    prefetch_ahead(passes_, rows_, Self::row_of, variables_.data());
    const Index variable = passes_.current();
    const Index i = Self::row_of(variable);
    const auto row = rows_[i];
    progress_.entries_touched += row.size();
    ++progress_.updates;
    self().visit(variable, row, variables_[static_cast<std::size_t>(i)]);
  }

  void end_pass() {
    gap_of_pass_before_ = std::exchange(gap_of_last_pass_, std::exchange(gap_of_pass_, 0));
    const bool rule_holds = passes_.rule_holds();
    if (rule_holds || certificate_.is_due(progress_)) {
      progress_.status = certificate_.judge<Loss>(rule_holds, this->alphas(), this->w_, progress_);
      if (progress_.status != Status::running) return;
    }
    self().pass_has_ended(rule_holds);
    passes_.begin_next();
  }

  const Problem& problem_;
  DualCertificate certificate_;
  double gap_of_pass_ = 0;
  double gap_of_last_pass_ = infinity;
  double gap_of_pass_before_ = infinity;
  mutable double dual_value_ = 0;  ///< m D(a)
  mutable std::uint64_t dual_value_due_ = 0;
};

}  // namespace descent
