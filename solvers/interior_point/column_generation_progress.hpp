#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "support/numbers/infinity.hpp"

namespace descent {

/// Decides after each iteration and pricing whether there is progress: in the relative gap, the bound or the
/// number of chosen columns.
class ColumnGenerationProgress {
 public:
  void note(double gap, double bound, double columns) {
    ++rounds_;
    const bool was_near_end = std::exchange(near_end_, gap < near_end);
    if (near_end_ != was_near_end || gap < progress_in_value * gap_ || bound_ < progress_in_value * bound ||
        columns > progress_in_columns * columns_) {
      gap_ = std::min(gap_, gap);
      bound_ = bound;
      columns_ = std::max(columns_, columns);
      last_progress_ = rounds_;
    }
  }

  bool is_near_end() const { return near_end_; }
  bool has_stalled() const { return rounds_ - last_progress_ > (near_end_ ? patience_near_end : patience); }

 private:
  static constexpr double progress_in_value = 0.9;
  static constexpr double progress_in_columns = 1.02;
  /// Rounds without progress before the method has stalled. Near the end few will do: on all text sets each
  /// round gained much until rounding left nothing to gain.
  static constexpr std::uint64_t patience = 40;
  static constexpr std::uint64_t patience_near_end = 2;
  static constexpr double near_end = 1e-6;  ///< relative gap

  std::uint64_t rounds_ = 0;
  std::uint64_t last_progress_ = 0;
  bool near_end_ = false;
  double gap_ = infinity;
  double bound_ = 0;
  double columns_ = 0;
};

}  // namespace descent
