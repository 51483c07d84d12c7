// Primal-dual column generation, for data with few weights in many columns: Gondzio and Sarkissian (1996),
// "Column Generation with a Primal-Dual Method". Gondzio, González-Brevis and Munari (2013), "New
// Developments in the Primal-Dual Column Generation Technique".
//
//   min_w  F(w) = λ ‖w‖₁ + (1/m) Σ_i max(0, 1 − z_i),   z = Zw
//
//   solve the linear program over chosen columns by an interior point method, and after every iteration price
//   all columns, v = Zᵀa/m:   choose those with |v_j| ≥ (1 − margin) max(λ, a tenth of the largest |v_k| of a
//   chosen column k), at most so many at once, the dearest first;   drop those with w_j → 0 and
//   |v_j| < (1 − 1.5 margin) λ
//
// w, with zeros elsewhere, and a, scaled until |v_j| ≤ λ for all j, certify the whole problem.
//
// Deviations: columns are exchanged after every iteration of a single interior point run, which starts
// infeasible anyway, without a restart for each restricted problem. On news20-tech this takes 25 to 30
// iterations in all, as many as one restricted problem. Columns come a little before they are violated:
// without the margin iterations double. While an iterate violates the chosen columns far more than others,
// the others can wait. With C = m, where this lasts for two thirds of the iterations, news20-tech needs 2,700
// instead of 4,400 columns and half the time. With C = 1 it hardly matters.
//
// An update is one interior point iteration. It counts its walks over the chosen columns; pricing and
// choosing count all stored entries.

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "solvers/contract/estimates_gap.hpp"
#include "solvers/contract/looping_solver.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/interior_point/column_generation_progress.hpp"
#include "solvers/interior_point/column_prices.hpp"
#include "solvers/interior_point/piecewise_linear_interior_point.hpp"
#include "solvers/linear_algebra/chosen_columns.hpp"
#include "solvers/stopping/proven_gap.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

constexpr std::size_t most_first_columns = 1000;
constexpr double first_price = 0.3;           ///< least |v_j|/λ of a column at the start
constexpr double margin = 0.05;               ///< from 0.05 to 0.1 it makes no difference
constexpr double due_share = 0.1;             ///< of the dearest chosen column: from here on others are due
constexpr std::size_t growth = 200;           ///< columns added at once, at most,
constexpr double growth_share = 0.1;          ///< or this share of the chosen columns, if more
constexpr std::size_t few_columns = 500;      ///< all are chosen and kept: fewer save no time
constexpr double worth_dropping = 0.05;       ///< dropping a smaller share alone is not worth it
constexpr std::size_t most_columns = 15'000;  ///< up to 2.2 GB for the normal equations
/// Restricted problems are solved to this share of the tolerance.
constexpr double restricted_share = 0.1;

class ColumnGeneration : public LoopingSolver, public EstimatesGap {
 public:
  ColumnGeneration(const Problem& problem, const OptionValues& options, Random)
      : problem_(problem),
        tolerance_(options.number("tolerance")),
        threads_(threads_of(options)),
        chosen_(problem.rows()),
        prices_(problem),
        best_w_(static_cast<std::size_t>(problem.n()), 0.0),
        best_a_(static_cast<std::size_t>(problem.m()), 0.0) {}

  void weights(std::span<double> w) const override { std::copy(best_w_.begin(), best_w_.end(), w.begin()); }
  std::optional<std::span<const double>> dual() const override { return best_a_; }
  double estimated_gap() const override { return best_objective_ < infinity ? gap() : infinity; }

 private:
  Loop loop() override {
    std::optional<std::vector<Index>> columns = first_columns();
    co_await counted();
    for (;;) {
      if (columns) {
        choose(std::move(*columns));
        co_await counted();
      }
      const std::uint64_t iterations = progress_.updates;
      do {
        interior_point_->end_by(deadline_);
        interior_point_->walk();
        co_await counted();
      } while (progress_.updates == iterations && !restricted_problem_ended());
      price_all();
      if (gap() <= tolerance_ || rounds_.has_stalled()) break;
      columns = other_columns();
      if (!columns && restricted_problem_ended()) break;
      co_await counted();
    }
    co_await counted();
    clean();
    co_await counted();
  }

  PauseIf counted() {
    progress_.updates = interior_point_ ? interior_point_->progress().updates : 0;
    progress_.entries_touched =
        entries_touched_ + (interior_point_ ? interior_point_->progress().entries_touched : 0);
    return walked(0);
  }

  std::uint64_t all() const { return static_cast<std::uint64_t>(problem_.rows().nonzeros()); }
  double gap() const { return (best_objective_ - best_bound_) / best_objective_; }
  bool restricted_problem_ended() const { return interior_point_->progress().status != Status::running; }

  /// The columns that matter most at a = ½, where the interior point method starts; if they are few, all.
  /// With next to no regularisation, a column that comes when an iterate is at the limit of rounding comes
  /// too late.
  std::vector<Index> first_columns() {
    compute_prices(std::vector<double>(best_a_.size(), 0.5));
    const bool few = static_cast<std::size_t>(problem_.n()) <= few_columns;
    std::vector<Index> columns = prices_.dearest(few ? 0 : first_price, most_first_columns, {});
    return columns.empty() ? prices_.dearest(0, 1, {}) : columns;
  }

  void choose(std::vector<Index> columns) {
    entries_touched_ += all();
    chosen_.choose(std::move(columns));
    if (interior_point_) {
      interior_point_->exchange_columns(chosen_.rows(), chosen_.origin(), prices_.sums(chosen_.columns()));
    } else {
      interior_point_.emplace(problem_, chosen_.rows(), restricted_share * tolerance_, threads_);
    }
  }

  double compute_prices(std::span<const double> a) {
    entries_touched_ += all();
    return prices_.compute(a);
  }

  void price_all() {
    price(interior_point_->current_dual());
    if (interior_point_->objective() < best_objective_) {
      std::vector<double> w(chosen_.columns().size());
      interior_point_->weights(w);
      keep(w, interior_point_->objective());
    }
    rounds_.note(gap(), best_bound_, static_cast<double>(chosen_.columns().size()));
    if (is_best_dual_worth_pricing()) price(*interior_point_->dual());
  }

  /// Repaired dual weights may be far better than the iterate's.
  bool is_best_dual_worth_pricing() const {
    const bool promising = rounds_.is_near_end() && interior_point_->relative_gap() < gap() / 2;
    return promising || restricted_problem_ended() || rounds_.has_stalled();
  }

  void price(std::span<const double> a) {
    const double bound = compute_prices(a);
    if (bound > best_bound_) {
      best_bound_ = bound;
      best_a_.assign(a.begin(), a.end());
    }
  }

  /// The next columns, if an exchange pays. A solved restricted problem only gains columns: the next may be
  /// solved at once, and dropped columns would come back forever.
  std::optional<std::vector<Index>> other_columns() const {
    const std::size_t before = chosen_.columns().size();
    const std::vector<Index> kept = kept_columns(restricted_problem_ended() || before <= few_columns);
    const std::size_t room = most_columns - std::min(kept.size(), most_columns);
    const std::size_t most = std::min(
        room, std::max(growth, static_cast<std::size_t>(growth_share * static_cast<double>(before))));
    const std::vector<Index> added = prices_.dearest(due_price(), most, chosen_.columns());
    const auto dropped = static_cast<double>(before - kept.size());
    if (added.empty() && dropped < worth_dropping * static_cast<double>(before)) return std::nullopt;
    std::vector<Index> columns;
    std::ranges::merge(kept, added, std::back_inserter(columns));
    return columns;
  }

  /// Relative to λ.
  double due_price() const {
    double dearest = 0;
    for (const Index j : chosen_.columns()) dearest = std::max(dearest, prices_[j]);
    return (1 - margin) * std::max(1.0, due_share * dearest);
  }

  /// The chosen columns: all, or those with a weight or the prospect of one.
  std::vector<Index> kept_columns(bool all_of_them) const {
    const std::span<const Index> columns = chosen_.columns();
    if (all_of_them) return {columns.begin(), columns.end()};
    std::vector<double> w(columns.size());
    interior_point_->current_weights(w);
    std::vector<Index> kept;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (w[k] != 0 || prices_[columns[k]] >= 1 - 1.5 * margin) kept.push_back(columns[k]);
    }
    return kept;
  }

  /// Ends with exact zeros if the certificate survives them, at the vertex if need be.
  void clean() {
    const bool converged = gap() <= tolerance_;
    entries_touched_ += static_cast<std::uint64_t>(chosen_.rows().nonzeros());
    std::vector<double> w(chosen_.columns().size(), 0.0);
    interior_point_->current_weights(w);
    double objective = interior_point_->objective_of(w);
    const double allowed = converged ? best_bound_ / (1 - tolerance_) : best_objective_ * (1 + tolerance_);
    if (objective > allowed) {
      interior_point_->move_to_vertex(w);
      objective = interior_point_->objective_of(w);
    }
    if (objective <= allowed) {
      keep(w, objective);
    }
    progress_.status = converged ? Status::converged : end_at_rest(gap());
  }

  /// Keeps these weights of the chosen columns as the best.
  void keep(std::span<const double> w, double objective) {
    best_objective_ = objective;
    std::fill(best_w_.begin(), best_w_.end(), 0.0);
    for (std::size_t k = 0; k < w.size(); ++k) {
      best_w_[static_cast<std::size_t>(chosen_.columns()[k])] = w[k];
    }
  }

  const Problem& problem_;
  double tolerance_;
  int threads_;
  std::uint64_t entries_touched_ = 0;  ///< without the entries of interior_point_

  ChosenColumns chosen_;
  std::optional<PiecewiseLinearInteriorPoint> interior_point_;
  ColumnPrices prices_;  ///< of the last priced dual weights

  std::vector<double> best_w_;
  std::vector<double> best_a_;
  double best_objective_ = infinity;
  double best_bound_ = 0;
  ColumnGenerationProgress rounds_;
};

const MethodRegistration column_generation_registration(
    {.name = "column_generation",
     .title = "Column generation",
     .source = "Gondzio and Sarkissian 1996; Mehrotra 1992",
     .takes_weights = TakesWeights::of_rows,
     .options = {tolerance_option("converged when (F(w) - D(a))/F(w) of the best pair is at most this",
                                  "this program"),
                 threads_option("the work on the normal equations", "All numbers give the same bits")},
     .solves = {solver<ColumnGeneration, Hinge, L1>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
