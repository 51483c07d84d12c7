// Online COMID: Duchi, Shalev-Shwartz, Singer, Tewari (2010); Tao et al. (2013), equations (6) and (7), with
// the subgradient of one random row.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   draw i;   g = ℓ'(z_i) y_i x_i;   w ← argmin_v  g·v + ‖v − w‖²/(2η_t) + λ R(v)
//   L1:  w ← S(w − η g, η λ)       L2:  w ← (w − η g)/(1 + η λ)
//
// The proximal step shrinks all n weights lazily, so that a step costs nnz(row i). Deviations: B(w,
// v) = ½‖w − v‖²; Tao et al. take ‖w − v‖², with an η twice as large. R(w) = ½‖w‖² under L2; they have ‖w‖².

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/online_method.hpp"
#include "solvers/first_order/scaled_vector.hpp"
#include "solvers/first_order/step_size.hpp"
#include "solvers/problem/regularizer.hpp"

namespace descent {

namespace {

/// A dense vector whose every component is soft-thresholded in every step, with work only for the row's
/// components. As S(S(v, a), b) = S(v, a + b), a component remembers the total threshold that it has seen and
/// catches up when next read.
///
/// Optionally keeps the mean of the iterates. Between reads a component has the value |v| − (total_τ − seen)
/// until that reaches 0, summed from prefix sums over the steps of an epoch. After an epoch of at least n
/// steps every component catches up: O(1) per step.
class LazySoftThreshold {
 public:
  LazySoftThreshold(Index n, bool averaged) : components_(static_cast<std::size_t>(n)) {
    if (!averaged) return;
    means_.resize(components_.size());
    epoch_ = std::max<std::size_t>(components_.size(), 1024);
    totals_.reserve(epoch_ + 1);
    prefix_sums_.reserve(epoch_ + 1);
    start_epoch();
  }

  /// w·row; the components of the row catch up.
  double dot(Line row) {
    return line_sum(row, [this](Index index) {
      const auto j = static_cast<std::size_t>(index);
      catch_up(j);
      return components_[j].value;
    });
  }

  /// w ← w + amount · row, whose components must be up to date.
  void add(Line row, double amount) {
    for_each_entry(row, [&](Index index, double value) {
      components_[static_cast<std::size_t>(index)].value += amount * value;
    });
  }

  /// w ← S(w, κ), counted in the mean.
  void threshold(double kappa) {
    total_ += kappa;
    if (means_.empty()) return;
    totals_.push_back(total_);
    prefix_sums_.push_back(prefix_sums_.back() + total_);
    ++iterates_;
    if (totals_.size() == epoch_ + 1) {
      for (std::size_t j = 0; j < components_.size(); ++j) catch_up(j);
      start_epoch();
    }
  }

  /// The mean of the iterates if kept and not empty, else w.
  void weights(std::span<double> out) const {
    for (std::size_t j = 0; j < components_.size(); ++j) {
      out[j] = iterates_ > 0 ? (means_[j].sum + slept_sum(j)) / static_cast<double>(iterates_)
                             : soft_threshold(components_[j].value, total_ - components_[j].seen);
    }
  }

 private:
  struct Component {
    double value = 0;
    double seen = 0;  ///< the total threshold already applied to `value`
  };
  struct Mean {
    double sum = 0;         ///< of the iterates up to `up_to`
    std::size_t up_to = 0;  ///< step of this epoch
  };

  void start_epoch() {
    totals_.assign(1, total_);
    prefix_sums_.assign(1, 0.0);
    for (Mean& mean : means_) mean.up_to = 0;
  }

  void catch_up(std::size_t j) {
    if (!means_.empty()) {
      means_[j].sum += slept_sum(j);
      means_[j].up_to = totals_.size() - 1;
    }
    Component& component = components_[j];
    component.value = soft_threshold(component.value, total_ - component.seen);
    component.seen = total_;
  }

  /// Sum of the component's values since it last caught up.
  double slept_sum(std::size_t j) const {
    const Component& component = components_[j];
    if (component.value == 0) return 0;
    const double gone_at = std::abs(component.value) + component.seen;
    const std::size_t from = means_[j].up_to;
    const auto first = totals_.begin() + static_cast<std::ptrdiff_t>(from) + 1;
    const auto alive = std::lower_bound(first, totals_.end(), gone_at) - first;
    const double thresholds = prefix_sums_[from + static_cast<std::size_t>(alive)] - prefix_sums_[from];
    return std::copysign(static_cast<double>(alive) * gone_at - thresholds, component.value);
  }

  double total_ = 0;
  std::vector<Component> components_;
  std::vector<Mean> means_;
  std::size_t epoch_ = 0;            ///< steps of an epoch
  std::vector<double> totals_;       ///< total after each step of the epoch; [0] is the total at its start
  std::vector<double> prefix_sums_;  ///< Σ totals_[1 … k]
  std::uint64_t iterates_ = 0;
};

/// Weights with the proximal step of λR. Inlined by force into each instance of OnlineMethod, since two share
/// this class: calls made a pass over a9a 9 to 22 % slower.
template <class Regularizer>
class ComidWeights {
 public:
  ComidWeights(const Problem& problem, const OptionValues& options)
      : lambda_(problem.lambda()), step_size_(problem, options), w_(problem.n(), options.flag("average")) {}

  [[gnu::always_inline]] double dot(Line row) { return w_.dot(row); }

  [[gnu::always_inline]] void step(Line row, double derivative, double t) {
    const double eta = step_size_(t);
    if (derivative != 0) w_.add(row, -eta * derivative);
    if constexpr (Regularizer::kind == RegularizerKind::l1) {
      w_.threshold(eta * lambda_);
    } else {
      w_.scale(1 / (1 + eta * lambda_));
      w_.count_iterate();
    }
  }

  void weights(std::span<double> w) const { w_.weights(w); }

 private:
  double lambda_;
  StepSize step_size_;
  std::conditional_t<Regularizer::kind == RegularizerKind::l1, LazySoftThreshold, ScaledVector> w_;
};

template <class Loss, class Regularizer>
using OnlineComid = OnlineMethod<Loss, ComidWeights<Regularizer>>;

const MethodRegistration online_comid_registration(
    {.name = "online_comid",
     .title = "Online COMID",
     .source = "Tao et al. 2013, equations (6) and (7); Duchi et al. 2010",
     .randomized = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {step_option("c of the step size; t counts rows"), schedule_option(), offset_option(),
                 average_option()},
     .solves = {solver<OnlineComid<Hinge, L1>, Hinge, L1>(), solver<OnlineComid<Hinge, L2>, Hinge, L2>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
