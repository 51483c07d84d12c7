#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/contract/option.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// The order in which a dual method for regression visits its variables, a fresh permutation of the active
/// ones each pass, with the shrinking and the stopping rule of Ho and Lin (2012), §3: a variable is left out
/// when it would stay at its bound though its derivative changed by the largest violation of the pass before;
/// the rule holds when the sum of violations of a pass is at most `tolerance` times that of the first pass.
///
/// Deviations from LIBLINEAR, which the paper's authors distribute:
/// - a check of the full set is due after at most `max_shrunk_passes` passes. LIBLINEAR checks only when the
///   rule holds on the shrunk set, which rounding can keep from ever happening;
/// - the rule only ever holds after a pass in which no variable was left out, and then the duality gap
///   decides (dual_certificate.hpp): the sum of violations is in units of the residuals, and has been small
///   10⁻⁵ above the optimum. Where the gap is too large still, the run goes on without shrinking and with a
///   tenth of the tolerance.
class ShrinkingPasses {
 public:
  ShrinkingPasses(std::vector<Index> variables, const OptionValues& options, Random random)
      : shrinking_(options.flag("shrinking")),
        tolerance_(options.number("tolerance")),
        max_shrunk_passes_(static_cast<int>(options.number("max_shrunk_passes"))),
        random_(random),
        order_(std::move(variables)),
        active_(order_.size()) {
    begin();
  }

  static std::vector<Option> options();

  bool at_end() const { return position_ == active_; }
  Index current() const { return order_[position_]; }
  /// Whether the pass goes on for so many more variables, and the one that it then meets.
  bool reaches(std::size_t distance) const { return position_ + distance < active_; }
  Index ahead(std::size_t distance) const { return order_[position_ + distance]; }

  /// Largest violation of the pass before, the slack that a variable needs to be left out; ∞ if none may be.
  double slack() const { return slack_; }

  /// Leaves the current variable out of later passes until the next check of all.
  void leave_out() { std::swap(order_[position_], order_[--active_]); }

  /// On to the next variable.
  void keep(double violation) {
    sum_ += violation;
    largest_ = std::max(largest_, violation);
    ++position_;
  }

  /// Of a pass that is at its end.
  bool rule_holds() const { return active_ == order_.size() && is_small(); }

  /// The next pass.
  void begin_next() {
    const bool small = is_small();
    if (rule_holds()) {
      tolerance_ *= 0.1;
      shrinking_ = false;
    }
    if (first_sum_ < 0) first_sum_ = sum_;
    if (small || ++shrunk_passes_ >= max_shrunk_passes_) {
      active_ = order_.size();
      slack_ = infinity;
      shrunk_passes_ = 0;
    } else if (shrinking_) {
      slack_ = largest_;
    }
    begin();
  }

 private:
  /// Nothing is small beside the first pass but 0.
  bool is_small() const { return sum_ <= tolerance_ * std::max(first_sum_, 0.0); }

  static constexpr double infinity = std::numeric_limits<double>::infinity();

  void begin() {
    position_ = 0;
    sum_ = 0;
    largest_ = 0;
    shuffle(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(active_), random_);
  }

  bool shrinking_;
  double tolerance_;
  int max_shrunk_passes_;
  Random random_;
  std::vector<Index> order_;  ///< the first active_ entries are the active variables
  std::size_t active_;
  std::size_t position_ = 0;
  double sum_ = 0;         ///< of the violations of this pass
  double largest_ = 0;     ///< of them
  double first_sum_ = -1;  ///< of the first pass, once it has ended
  double slack_ = infinity;
  int shrunk_passes_ = 0;
};

inline std::vector<Option> ShrinkingPasses::options() {
  return {{.name = "shrinking",
           .description = "leave out variables that seem settled at 0 or at a bound",
           .default_value = true,
           .source = "Ho, Lin 2012, section 3"},
          {.name = "tolerance",
           .description = "converged when the violations of a pass over all variables sum to at most this "
                          "times those of the first and the relative duality gap is at most 10^4 times this",
           .default_value = 1e-10,
           .range = NumberRange{.lower = 0},
           .source = "Ho, Lin 2012, section 3"},
          {.name = "max_shrunk_passes",
           .description = "passes over shrunk sets before all variables are checked again",
           .default_value = 1000.0,
           .range = NumberRange{.lower = 1, .upper = 1e9, .integer = true},
           .source = "ours"}};
}

}  // namespace descent
