// Dual coordinate descent over a fresh permutation of the rows each pass, with shrinking: Hsieh et al.
// (2008), Algorithm 3, and LIBLINEAR's -s 3 and -s 1; see dual_cd.hpp for problem and update.
//
// Shrinking leaves out an α_i at a bound whose gradient lies outside the projected gradients [m̄, M̄] of the
// pass before. Deviations from LIBLINEAR, which the paper's authors distribute:
// - a check of the full set is due after at most `max_shrunk_passes` passes. LIBLINEAR checks only when
//   M − m < ε on the shrunk set, which rounding can keep from ever happening;
// - convergence is only ever declared after a pass over the full set;
// - M and m start a pass at 0, not at -inf and +inf: projected gradients that are all alike, as in a first
//   pass over orthogonal rows, are no convergence unless they are all 0;
// - M − m < ε is in units of the projected gradient, and for C = 1000 has held 10⁻³ above the optimum. Once
//   it holds, the duality gap decides (dual_certificate.hpp); where that is too large still, the run goes on
//   without shrinking and with a tenth of ε.

#include <limits>

#include "solvers/contract/method.hpp"
#include "solvers/coordinate/dual_cd.hpp"
#include "solvers/coordinate/dual_certificate.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A fresh permutation of the active rows each pass, with shrinking if wanted.
template <class Loss, class Regularizer>
class PermutedDcd : public DualCd<Loss> {
 public:
  PermutedDcd(const Problem& problem, const OptionValues& options, Random random)
      : DualCd<Loss>(problem),
        shrinking_(options.flag("shrinking")),
        tolerance_(options.number("tolerance")),
        max_shrunk_passes_(static_cast<int>(options.number("max_shrunk_passes"))),
        random_(random),
        order_(all_lines(problem.m())),
        active_(order_.size()),
        certificate_(problem, tolerance_) {
    begin_pass();
  }

  Progress advance(std::uint64_t nonzeros) override {
    const std::uint64_t goal = this->progress_.nonzeros + nonzeros;
    while (this->progress_.nonzeros < goal && this->progress_.status == Status::running) {
      if (position_ == active_)
        end_pass();
      else
        visit();
    }
    return this->progress_;
  }

 private:
  void visit() {
    prefetch();
    const Index i = order_[position_];
    const auto row = this->rows_[i];
    auto& variable = this->variables_[static_cast<std::size_t>(i)];
    const double G = this->gradient(row, variable);
    this->progress_.nonzeros += row.size();
    ++this->progress_.updates;
    if ((variable.alpha == 0 && G > upper_) || (variable.alpha == this->U_ && G < lower_)) {
      std::swap(order_[position_], order_[--active_]);
      return;
    }
    const double PG = this->projected(G, variable);
    largest_ = std::max(largest_, PG);
    smallest_ = std::min(smallest_, PG);
    if (PG != 0) this->step(row, G, variable);
    ++position_;
  }

  /// The row after next few is known, so its memory can be on its way: rows come in random order and the
  /// processor cannot guess them.
  void prefetch() const {
    if (position_ + 8 < active_) {
      const auto later = static_cast<std::size_t>(order_[position_ + 8]);
      __builtin_prefetch(this->rows_.starts().data() + later);
      __builtin_prefetch(this->variables_.data() + later);
    }
    if (position_ + 3 < active_) prefetch_entries(this->rows_, order_[position_ + 3]);
  }

  void begin_pass() {
    position_ = 0;
    largest_ = 0;
    smallest_ = 0;
    shuffle(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(active_), random_);
  }

  void end_pass() {
    const bool full = active_ == order_.size() && !shrunk_;
    const bool small = largest_ - smallest_ < tolerance_ || active_ == 0;
    ++shrunk_passes_;
    const bool rule_holds = full && small;
    if (rule_holds || certificate_.is_due(this->progress_)) {
      const auto alpha = [&](Index i) { return this->variables_[static_cast<std::size_t>(i)].alpha; };
      this->progress_.status =
          certificate_.template judge<Loss>(rule_holds, alpha, this->w_, this->progress_);
      if (this->progress_.status != Status::running) return;
    }
    if (rule_holds) {
      tolerance_ *= 0.1;
      shrinking_ = false;
    }
    if (small || shrunk_passes_ >= max_shrunk_passes_) {
      expand();
    } else if (shrinking_) {
      upper_ = largest_ > 0 ? largest_ : infinity;
      lower_ = smallest_ < 0 ? smallest_ : -infinity;
      shrunk_ = true;
    }
    begin_pass();
  }

  /// Back to the full set with no bounds, so that its next pass is a check of all rows.
  void expand() {
    active_ = order_.size();
    upper_ = infinity;
    lower_ = -infinity;
    shrunk_passes_ = 0;
    shrunk_ = false;
  }

  bool shrinking_;
  double tolerance_;
  int max_shrunk_passes_;
  Random random_;
  std::vector<Index> order_;  ///< the first active_ entries are the active rows
  std::size_t active_;
  std::size_t position_ = 0;
  double largest_ = 0;        ///< M, the largest projected gradient of this pass, at least 0
  double smallest_ = 0;       ///< m, the smallest, at most 0
  double upper_ = infinity;   ///< M̄ of the pass before
  double lower_ = -infinity;  ///< m̄
  bool shrunk_ = false;       ///< bounds were in force in this pass, rows may have been left out
  int shrunk_passes_ = 0;
  DualCertificate certificate_;
};

const MethodRegistration registration = MethodRegistration::of<PermutedDcd>(
    {.name = "permuted_dcd",
     .title = "Permuted DCD",
     .source = "Hsieh et al. 2008, Algorithm 3",
     .randomized = true,
     .options = {{.name = "shrinking",
                  .description = "leave out rows whose dual weight seems settled at a bound",
                  .default_value = true,
                  .source = "Hsieh et al. 2008, Algorithm 3"},
                 {.name = "tolerance",
                  .description =
                      "converged when M - m, the range of projected gradients over all rows, is below it "
                      "and the relative duality gap at most 10^4 times it",
                  .default_value = 1e-10,
                  .range = NumberRange{.lower = 0},
                  .source = "Hsieh et al. 2008, equation (14)"},
                 {.name = "max_shrunk_passes",
                  .description = "passes over shrunk sets before all rows are checked again",
                  .default_value = 1000.0,
                  .range = NumberRange{.lower = 1, .upper = 1e9, .integer = true},
                  .source = "ours"}},
     .file = __FILE__},
    On<Hinge, L2>{}, On<SquaredHinge, L2>{});

}  // namespace

}  // namespace descent
