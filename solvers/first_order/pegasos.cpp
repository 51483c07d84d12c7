// Pegasos: Shalev-Shwartz, Singer, Srebro (2007), "Pegasos: Primal Estimated sub-GrAdient SOlver for SVM",
// Figure 1.
//
//   min_w  F(w) = λ/2 ‖w‖² + (1/m) Σ_i max(0, 1 − z_i)
//
//   draw k rows, V = those with z_i < 1;   w ← (1 − η_t λ) w + (η_t/k) Σ_{i ∈ V} y_i x_i,   η_t = 1/(λ t)
//   then, if wanted, w ← w · min(1, (1/√λ)/‖w‖)
//
// w is kept as s·v: a step costs nnz of its rows. Rows are drawn with replacement, as in the paper. With
// "offset" η_t = 1/(λ t + 1/c). Without projection this is online RDA.

#include <cmath>
#include <numeric>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/scaled_vector.hpp"
#include "solvers/first_order/step_size.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class Pegasos : public SteppingSolver {
 public:
  Pegasos(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        rows_(problem.rows()),
        mean_weight_(mean_weight(problem)),
        lambda_(problem.lambda()),
        batch_(static_cast<std::size_t>(options.number("batch"))),
        project_(options.flag("project")),
        beta_(options.flag("offset") ? 1 / step_constant(problem, options) : 0),
        order_(rows_, all_lines(problem.m()), LineOrder::Kind::uniform, random),
        w_(problem.n(), options.flag("average")) {
    violating_.reserve(batch_);
    if (!project_) return;
    squared_norms_.reserve(static_cast<std::size_t>(problem.m()));
    for (Index i = 0; i < problem.m(); ++i) squared_norms_.push_back(squared_norm(rows_[i]));
  }

  Progress advance(std::uint64_t entries) override {
    return work(entries, [this] {
      violating_.clear();
      for (std::size_t k = 0; k < batch_; ++k) {
        const Index i = project_ ? order_.next(squared_norms_.data()) : order_.next();
        progress_.entries_touched += rows_[i].size();
        const double margin = w_.dot(rows_[i]);
        if (margin < 1) violating_.push_back({i, margin});
      }
      ++progress_.updates;
      const double eta = 1 / (lambda_ * static_cast<double>(progress_.updates) + beta_);
      const double shrink = 1 - eta * lambda_;
      scale(shrink);
      for (std::size_t k = 0; k < violating_.size(); ++k) {
        // Only the first row meets the w of its draw, scaled.
        const auto [i, margin] = violating_[k];
        const double amount = problem_.row_weight(i) * (eta / static_cast<double>(batch_));
        if (project_) count_norm(i, k == 0 ? shrink * margin : w_.dot(rows_[i]), amount);
        w_.add(rows_[i], amount);
      }
      if (project_ && squared_norm_ > mean_weight_ / lambda_)
        scale(std::sqrt(mean_weight_ / (lambda_ * squared_norm_)));
      w_.count_iterate();
    });
  }

  void weights(std::span<double> w) const override { w_.weights(w); }

 private:
  static double mean_weight(const Problem& problem) {
    const auto weights = problem.row_weights();
    if (weights.empty()) return 1;
    return std::accumulate(weights.begin(), weights.end(), 0.0) / problem.m();
  }

  void scale(double factor) {
    w_.scale(factor);
    squared_norm_ *= factor * factor;
  }

  /// Updates ‖w‖² for w + amount · row i; `dot` = w·row i.
  void count_norm(Index i, double dot, double amount) {
    squared_norm_ += amount * (2 * dot + amount * squared_norms_[static_cast<std::size_t>(i)]);
  }

  struct Violation {
    Index row = 0;
    double margin = 0;
  };

  const Problem& problem_;
  const SparseMatrix& rows_;
  double mean_weight_;  ///< of the rows
  double lambda_;
  std::size_t batch_;
  bool project_;
  double beta_;  ///< λ t₀
  LineOrder order_;
  ScaledVector w_;
  double squared_norm_ = 0;            ///< of w, kept only for the projection
  std::vector<double> squared_norms_;  ///< of the rows, likewise
  std::vector<Violation> violating_;
};

const MethodRegistration pegasos_registration(
    {.name = "pegasos",
     .title = "Pegasos",
     .source = "Shalev-Shwartz, Singer, Srebro 2007, Figure 1",
     .randomized = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {number_option("batch", "rows a step, k", 1, integers(1, 1e6), "Figure 1"),
                 flag_option("project", "project onto the ball of radius 1/sqrt(lambda) after each step",
                             true, "Figure 1"),
                 step_option_of_fixed_schedule("c of the offset"), offset_option_of_fixed_schedule(),
                 average_option()},
     .solves = {solver<Pegasos<Hinge, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
