#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/first_order/radix_heap.hpp"
#include "solvers/problem/regularizer.hpp"

namespace descent {

/// A vector w that is changed along sparse rows and then projected onto {‖w‖₁ ≤ radius}, at a cost near
/// nnz(row): the idea of Duchi et al. 2008, §6, with a radix heap instead of their tree. Projection subtracts
/// the same θ from every nonzero magnitude. The running offset Θ sums these: |w_j| = stored_j − Θ for nonzero
/// components. The heap, ordered by stored_j, finds components that fall to 0 first. Θ only grows, as the
/// heap requires. Optionally keeps the mean of the iterates.
class SparseL1Ball {
 public:
  SparseL1Ball(Index n, double radius, bool averaged)
      : radius_(radius),
        nonzero_(n),
        signs_(static_cast<std::size_t>(n), 0.0),
        means_(averaged ? signs_.size() : 0) {}

  double dot(Line row) const {
    return line_sum(row, [this](Index index) { return value(index); });
  }

  /// w ← w + amount · row, without projection.
  void add(Line row, double amount) {
    double norm = norm_;  // not read and written for every entry
    for_each_entry(row, [&](Index j, double x) {
      const double before = value(j);
      const double after = before + amount * x;
      settle(j);
      norm -= std::abs(before);
      if (after != 0) {
        signs_[at(j)] = std::copysign(1.0, after);
        const double key = std::abs(after) + offset_;
        norm += key - offset_;  // as value() computes it, with the rounding of the key
        nonzero_.set(j, key);
      } else if (nonzero_.contains(j)) {
        take_out(j);
      }
    });
    norm_ = norm;
  }

  /// w ← Π(w), counted in the mean. Each component that falls to 0 was made nonzero by an `add`, which pays
  /// for its removal.
  void project() {
    // An infinite norm stays as it is, to be noticed.
    if (norm_ > radius_ && std::isfinite(norm_) && nonzero_.size() > 0) {
      double excess = norm_ - radius_;
      double limit = offset_;  // lower bound of Θ, however sums are rounded
      // Smallest first: a component not above the mean excess becomes 0, and the others share the rest.
      while (nonzero_.size() > 1) {
        const double mean = excess / static_cast<double>(nonzero_.size());
        limit = std::max(limit, offset_ + mean);
        const std::optional<Index> smallest = nonzero_.smallest_up_to(limit);
        if (!smallest) break;
        excess -= nonzero_.key(*smallest) - offset_;
        settle(*smallest);
        take_out(*smallest);
      }
      const double before = offset_;
      offset_ = std::max(limit, offset_ + excess / static_cast<double>(nonzero_.size()));
      // Not exactly the radius: the offset's rounding in all components would add up.
      norm_ = radius_ + (excess - (offset_ - before) * static_cast<double>(nonzero_.size()));
      if (++projections_ > nonzero_.size()) sum_norm();
    }
    count_iterate();
    if (offset_ > largest_offset * radius_) rebase();
  }

  /// The mean of the iterates if kept and not empty, else w.
  void weights(std::span<double> out) const {
    for (std::size_t j = 0; j < out.size(); ++j) {
      const auto index = static_cast<Index>(j);
      out[j] = means_.empty() || iterates_ == 0
                   ? value(index)
                   : (means_[j].sum + sum_since_settled(index)) / static_cast<double>(iterates_);
    }
  }

 private:
  struct Mean {
    double sum = 0;  ///< of the iterates up to `up_to`
    std::uint64_t up_to = 0;
    double offsets = 0;  ///< Σ Θ up to that iterate
  };

  static std::size_t at(Index j) { return static_cast<std::size_t>(j); }

  double value(Index j) const {
    // A NaN stays NaN: std::max then returns its first argument.
    return signs_[at(j)] * std::max(nonzero_.key(j) - offset_, 0.0);
  }

  void take_out(Index j) {
    nonzero_.remove(j);
    signs_[at(j)] = 0;
  }

  void count_iterate() {
    ++iterates_;
    offsets_ += offset_;
  }

  double sum_since_settled(Index j) const {
    if (!nonzero_.contains(j)) return 0;
    const Mean& mean = means_[at(j)];
    const double stored = nonzero_.key(j) * static_cast<double>(iterates_ - mean.up_to);
    return signs_[at(j)] * (stored - (offsets_ - mean.offsets));
  }

  /// Counts the iterates since the component's last change.
  void settle(Index j) {
    if (means_.empty()) return;
    means_[at(j)] = {means_[at(j)].sum + sum_since_settled(j), iterates_, offsets_};
  }

  /// Sets Θ to 0 before it swamps the weights' digits.
  void rebase() {
    nonzero_.for_each_item([this](Index j) { settle(j); });
    nonzero_.shift_keys(-offset_);
    offset_ = 0;
    sum_norm();
  }

  void sum_norm() {
    norm_ = 0;
    nonzero_.for_each_item([this](Index j) { norm_ += std::abs(value(j)); });
    projections_ = 0;
  }

  static constexpr double largest_offset = 1e3;
  double radius_;
  double offset_ = 0;  ///< Θ
  double norm_ = 0;    ///< ‖w‖₁, recomputed after as many projections as there are nonzero components
  std::size_t projections_ = 0;  ///< since then
  RadixHeap nonzero_;
  std::vector<double> signs_;
  std::vector<Mean> means_;
  std::uint64_t iterates_ = 0;
  double offsets_ = 0;  ///< Σ Θ over the iterates
};

/// Projects w onto {‖w‖₁ ≤ radius}, in place, in expected time O(n). Pivoting on the magnitudes finds the
/// threshold θ (Duchi, Shalev-Shwartz, Singer, Chandra 2008, "Efficient Projections onto the l1-Ball for
/// Learning in High Dimensions", Figure 2). `scratch` must hold as many values as w.
inline void project_onto_l1_ball(std::span<double> w, double radius, std::span<double> scratch) {
  double norm = 0;
  for (const double w_j : w) norm += std::abs(w_j);
  if (norm <= radius) return;

  // Either all undecided magnitudes ≥ pivot stay above θ, the pivot included, or θ is at or above the pivot
  // and smaller magnitudes are out. `kept` and `kept_sum` count magnitudes known to stay above θ.
  const auto undecided = scratch.first(w.size());
  std::transform(w.begin(), w.end(), undecided.begin(), [](double w_j) { return std::abs(w_j); });
  auto first = undecided.begin();
  auto last = undecided.end();
  double kept = 0;
  double kept_sum = 0;
  while (first != last) {
    const double pivot = *(first + (last - first) / 2);
    const auto middle = std::partition(first, last, [&](double magnitude) { return magnitude > pivot; });
    const auto equal_end = std::partition(middle, last, [&](double magnitude) { return magnitude == pivot; });
    double sum = 0;
    double above_pivot =
        kept_sum - kept * pivot;  // Σ (magnitude − pivot), 0 for the largest magnitude: it is kept
    for (auto each = first; each != equal_end; ++each) {
      sum += *each;
      above_pivot += *each - pivot;
    }
    if (above_pivot < radius) {
      kept_sum += sum;
      kept += static_cast<double>(equal_end - first);
      first = equal_end;
    } else {
      last = middle;
    }
  }
  const double theta = std::max(0.0, (kept_sum - radius) / kept);
  for (double& w_j : w) w_j = soft_threshold(w_j, theta);
}

}  // namespace descent
