// Bundle method for regularised risk minimisation, cutting planes: Teo, Vishwanathan, Smola and Le (2010),
// "Bundle Methods for Regularized Risk Minimization". Line search of OCAS: Franc and Sonnenburg (2009),
// "Optimized Cutting Plane Algorithm for Large-Scale Risk Minimization". SVMperf (Joachims 2006) is the same
// with other stopping rules.
//
//   min_w  F(w) = λ/2 ‖w‖² + L(w),   L(w) = (1/m) Σ_i c_i max(0, 1 − z_i)
//
//   plane at w_c:  L(w) ≥ a·w + b,   a = −(1/m) Σ_V c_i row_i ∈ ∂L(w_c),   b = (1/m) Σ_V c_i,   V: z_i < 1
//   w_t = argmin_w  λ/2 ‖w‖² + max(0, max_k a_k·w + b_k)
//       = −(1/λ) Σ_k α_k a_k,  α ≥ 0, Σ α ≤ 1 the minimiser of ½‖Σ α_k a_k‖²/λ − Σ α_k b_k
//   line_search "ocas":  w_best ← the minimum of F on the half-line from w_best through w_t, exactly;
//                        w_c = (1 − μ) w_best + μ w_t,  μ = 0.1
//   line_search "none":  w_best ← w_t if F(w_t) < F(w_best);   w_c = w_t
//
// The iterate is w_best. The dual value of the problem over α bounds F from below. In docs/methods.md §10 it
// belongs to a_i = Σ α_k over planes in which row i has z_i < 1; each plane keeps one bit per row.
//
// Added here: the problem over α is solved to a hundredth of the gap, from the previous α, in at most the
// time of some walks over the rows. A plane with α = 0 for over 50 iterations is removed (as in SVMperf); the
// bound stays as it is. The line search selects instead of sorting (hinge_along_line.hpp).
//
// Ends by its gap (gap_rule.hpp), or after 300 iterations without a smaller gap or F.
//
// An update is one plane. An iteration walks over the rows twice: for z along w_t, and for the plane, where
// only rows with z_i < 1 count.

#include <algorithm>

#include "datasets/matrix/line_products.hpp"
#include "solvers/bundle/hinge_along_line.hpp"
#include "solvers/bundle/simplex_quadratic.hpp"
#include "solvers/contract/looping_solver.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/stopping/gap_rule.hpp"
#include "support/numbers/vector_sum.hpp"

namespace descent {

namespace {

constexpr double share_of_way = 0.1;  // μ
constexpr double share_of_gap = 0.01;
constexpr int most_iterations_inactive = 50;
constexpr std::uint64_t most_planes_without_gain = 300;
constexpr std::size_t fewest_pair_steps = 200;   // always allowed in the problem over α
constexpr std::size_t walks_of_pair_steps = 20;  // time of the pair steps beyond, as walks over the rows

template <class Loss, class Regularizer>
class Bmrm : public LoopingSolver {
 public:
  Bmrm(const Problem& problem, const OptionValues& options, Random)
      : problem_(problem),
        rows_(problem.rows()),
        loss_(problem.loss_as<Loss>()),
        lambda_(problem.lambda()),
        m_(problem.m()),
        searches_line_(options.word("line_search") == "ocas"),
        best_(problem),
        model_(problem),
        cut_arguments_(best_.z),
        change_(best_.z),
        line_(best_.z.size()),
        a_(best_.z.size()),
        gap_(problem, options, most_planes_without_gain) {
    best_.objective = objective_of(best_);
    // The plane 0·w + 0, below the loss everywhere, turns Σ α ≤ 1 into Σ α = 1.
    planes_.push_back({std::vector<double>(best_.w.size(), 0.0), std::vector<bool>(best_.z.size(), false)});
    weights_.add({}, 0, 0);
  }

  void weights(std::span<double> w) const override { std::copy(best_.w.begin(), best_.w.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    std::fill(a_.begin(), a_.end(), 0.0);
    for (std::size_t k = 0; k < planes_.size(); ++k) {
      const double alpha = weights_.weights()[k];
      if (alpha == 0) continue;
      for (std::size_t i = 0; i < a_.size(); ++i) {
        if (planes_[k].violated[i]) a_[i] += alpha;
      }
    }
    return a_;
  }

 private:
  Loop loop() override {
    for (;;) {
      add_plane();
      minimise_model();
      co_await walked(0);
      while (gap_.walks_are_due()) {
        progress_.status = gap_.walk(*this);
        co_await walked(rows_.entries().size());
      }
      look_along_line();
      co_await walked(rows_.entries().size());
    }
  }

  struct Plane {
    std::vector<double> slope;   ///< a
    std::vector<bool> violated;  ///< z_i < 1 at its point
    int inactive = 0;            ///< iterations in a row with α = 0
  };

  struct Point {
    explicit Point(const Problem& problem)
        : w(static_cast<std::size_t>(problem.n()), 0.0), z(static_cast<std::size_t>(problem.m()), 0.0) {}
    std::vector<double> w;
    std::vector<double> z;
    double objective = 0;  ///< F(w)
  };

  double objective_of(const Point& point) const {
    double sum = 0;
    for (std::size_t i = 0; i < point.z.size(); ++i) sum += problem_.row_weight(i) * loss_.value(point.z[i]);
    return lambda_ / 2 * product(point.w, point.w) + sum / m_;
  }

  /// Adds the plane at the point with cut_arguments_.
  void add_plane() {
    Plane plane{std::vector<double>(best_.w.size(), 0.0), std::vector<bool>(best_.z.size(), false)};
    double violated = 0;
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      if (!(cut_arguments_[row] < 1)) continue;
      plane.violated[row] = true;
      const double c = problem_.row_weight(i);
      violated += c;
      add(rows_[i], -c, plane.slope.data());
      progress_.entries_touched += rows_[i].size();
    }
    for (double& slope : plane.slope) slope /= m_;
    std::vector<double> products;
    for (const Plane& other : planes_) products.push_back(product(other.slope, plane.slope) / lambda_);
    weights_.add(products, product(plane.slope, plane.slope) / lambda_, violated / m_);
    planes_.push_back(std::move(plane));
    ++progress_.updates;
  }

  /// Finds w_t and the lower bound.
  void minimise_model() {
    const std::size_t most_steps =
        std::max(fewest_pair_steps, walks_of_pair_steps * rows_.entries().size() / planes_.size());
    weights_.solve(share_of_gap * std::max(best_.objective - bound_, rounding * best_.objective), most_steps);
    bound_ = weights_.value();
    std::fill(model_.w.begin(), model_.w.end(), 0.0);
    for (std::size_t k = planes_.size(); k-- > 1;) {
      const double alpha = weights_.weights()[k];
      Plane& plane = planes_[k];
      plane.inactive = alpha == 0 ? plane.inactive + 1 : 0;
      if (plane.inactive > most_iterations_inactive) {
        std::swap(plane, planes_.back());
        planes_.pop_back();
        weights_.remove(k);
      } else if (alpha != 0) {
        for (std::size_t j = 0; j < model_.w.size(); ++j) model_.w[j] -= alpha / lambda_ * plane.slope[j];
      }
    }
    gap_.judge((best_.objective - bound_) / best_.objective, best_.objective, progress_.updates);
  }

  /// Searches from w_best to w_t, and chooses the point of the next plane.
  void look_along_line() {
    for (Index i = 0; i < rows_.outer_size(); ++i)
      model_.z[static_cast<std::size_t>(i)] = dot(rows_[i], model_.w.data());
    if (!searches_line_) {
      model_.objective = objective_of(model_);
      if (model_.objective < best_.objective) best_ = model_;
      cut_arguments_ = model_.z;
      return;
    }
    double slope = 0;
    double square = 0;
    for (std::size_t j = 0; j < best_.w.size(); ++j) {
      const double d = model_.w[j] - best_.w[j];
      slope += best_.w[j] * d;
      square += d * d;
    }
    for (std::size_t i = 0; i < change_.size(); ++i) change_[i] = model_.z[i] - best_.z[i];
    const double k =
        line_.minimise(lambda_ * m_ * slope, lambda_ * m_ * square, best_.z, change_, problem_.row_weights());
    for (std::size_t j = 0; j < best_.w.size(); ++j) best_.w[j] += k * (model_.w[j] - best_.w[j]);
    for (std::size_t i = 0; i < change_.size(); ++i) {
      best_.z[i] += k * change_[i];
      cut_arguments_[i] = best_.z[i] + share_of_way * (model_.z[i] - best_.z[i]);
    }
    best_.objective = objective_of(best_);
  }

  static constexpr double rounding = 1e-14;  // relative to F: least gap for the problem over α
  const Problem& problem_;
  const SparseMatrix& rows_;
  Loss loss_;
  double lambda_;
  double m_;
  bool searches_line_;
  Point best_;
  Point model_;  ///< w_t
  std::vector<double> cut_arguments_;
  std::vector<double> change_;  ///< of z from w_best to w_t
  HingeAlongLine line_;
  std::vector<Plane> planes_;
  SimplexQuadratic weights_;
  double bound_ = 0;
  mutable std::vector<double> a_;  ///< filled on request
  GapRule gap_;
};

const MethodRegistration bmrm_registration(
    {.name = "bmrm",
     .title = "Cutting planes (BMRM)",
     .source = "Teo et al. 2010; Franc and Sonnenburg 2009 (OCAS)",
     .takes_weights = TakesWeights::of_rows,
     .options = {word_option(
                     "line_search",
                     "ocas: the best point so far moves to the minimum of F on the line to the model's, and "
                     "planes are near it; none: planes at the model's minimiser",
                     "ocas", {"ocas", "none"}, "ocas: Franc and Sonnenburg 2009; none: Teo et al. 2010"),
                 gap_tolerance_option()},
     .solves = {solver<Bmrm<Hinge, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
