#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "support/memory/memory_units.hpp"

namespace descent {

/// One-variable function of primal coordinate descent for the squared hinge loss (Chang, Hsieh, Lin 2008,
/// section 2) and ways to lower it:
///
///   D(z) = ½ ridge (w + z)² + C Σ_i max(0, b_i − z x_i)²    over a column's entries x_i, b_i = 1 − z_i
///
/// The ridge is 1 under L2. Under L1 it is 0, and l1_line_search lowers D(z) + |w + z|. D is convex and
/// piecewise quadratic with ridge ≤ D'' ≤ H = ridge + 2C Σ_i x_i². `open` gathers the column's x_i and b_i
/// into contiguous memory, for sums in vector registers and without branches. b_i > 0 cannot be predicted:
/// with a branch on it, a pass over a9a takes 3.2 times as long.
class L2SvmColumn {
 public:
  /// D' and generalised D'' at a point: rows with b_i = 0 do not count.
  struct Slopes {
    double first;
    double second;
  };

  static constexpr double sigma = 0.01;  ///< of the descent conditions
  static constexpr double beta = 0.5;    ///< of the line search

  /// `longest` is the largest number of entries in a column.
  L2SvmColumn(double C, std::size_t longest, double ridge = 1)
      : C_(C), ridge_(ridge), x_(padded(longest)), b_(padded(longest)) {}

  /// Goes to a column with weight w and rows multiplied by `scale_of_row`; `b` holds the b_i of all rows,
  /// multiplied as well. Returns in one walk D'(0) and an upper bound of D'' over |z| ≤ reach: D''(0) for
  /// reach 0.
  template <class ScaleOfRow>
  Slopes open(Line column, double w, const double* b, double reach, const ScaleOfRow& scale_of_row) {
    column_ = column;
    w_ = w;
    extra_walks_ = 0;
    std::size_t gathered = 0;
    for_each_entry(column, [&, x = x_.data(), to = b_.data()](Index row, double value) {
      x[gathered] = value * scale_of_row(row);
      to[gathered++] = b[row];
    });
    // Entries of value 0 fill up the last register.
    for (std::size_t k = column.size(); k < padded(column.size()); ++k) x_[k] = b_[k] = 0;
    return slopes_at(0, reach).slopes;
  }

  /// Writes the b_i for the weight w + z to `b`.
  void close(double z, double* b) const {
    std::size_t k = 0;
    for_each_index(column_, [&](Index row) {
      b[row] = b_[k] - z * x_[k];
      ++k;
    });
  }

  /// Walks over the column besides `open` and `close`.
  std::uint64_t extra_walks() const { return extra_walks_; }

  /// Algorithm 2, from the slopes at 0: the largest s of 1, β, β², … for which z = −s D'(0)/D''(0) has
  /// D(z) − D(0) ≤ −σ z². By Theorem 1 any s ≤ D''(0)/(H/2 + σ) is small enough: it is taken without
  /// evaluating D, so that the search ends even if rounding hides the descent.
  double line_search(const Slopes& at_zero, double H) { return line_search_from(0, at_zero, H); }

  /// Algorithm 1, from the slopes at 0: Newton steps, each with the line search, until |D'| ≤ 1e-12 max(1,
  /// |D'(0)|) or |D'| is within its terms' rounding.
  double exact_newton(const Slopes& at_zero, double H) {
    const double wanted = 1e-12 * std::max(1.0, std::abs(at_zero.first));
    Slopes slopes = at_zero;
    double z = 0;
    for (int step = 0; step < most_newton_steps && std::abs(slopes.first) > wanted; ++step) {
      z += line_search_from(z, slopes, H);
      ++extra_walks_;
      const SlopesAndSize here = slopes_at(z, 0);
      slopes = here.slopes;
      if (std::abs(slopes.first) <= 4 * std::numeric_limits<double>::epsilon() * here.size) break;
    }
    return z;
  }

  /// CDN for D(z) + |w + z|, ridge = 0 (Yuan, Chang, Hsieh, Lin 2010). With d of l1_direction and Δ = D'(0)
  /// d + |w + d| − |w|, takes the largest s of 1, β, β² … for which z = s d changes it by at most σ s Δ. As
  /// |·| is convex and D'' at most H, any s ≤ 2 (1 − σ) |Δ|/(H d²) will do and is taken without evaluating D.
  /// Returns 0 if rounding leaves no Δ < 0.
  double l1_line_search(const Slopes& at_zero, double H) {
    const double d = l1_direction(at_zero, w_);
    const double promised = first_order_change(at_zero.first, d);
    if (!(promised < 0)) return 0;
    const double sure = 2 * (1 - sigma) * -promised / (H * d * d);
    double s = 1;
    while (s > sure && !(rise(0, s * d, first_order_change(at_zero.first, s * d)) <= sigma * s * promised))
      s *= beta;
    return s * d;
  }

  /// The minimiser d of D'(0) z + ½ D''(0) z² + |w + z|, equation (4) of Tao et al. 2013 under L1.
  static double l1_direction(const Slopes& at_zero, double w) {
    const auto [slope, curvature] = at_zero;
    if (slope + 1 <= curvature * w) return -(slope + 1) / curvature;
    if (slope - 1 >= curvature * w) return -(slope - 1) / curvature;
    return -w;  // also where no row is active: both slopes are 0
  }

  /// CMLS (Zhang and Oles 2001): −D'(0)/U cut off at ±reach, with the `slopes` of `open` for this reach:
  /// U ≥ D'' over |z| ≤ reach. Never raises D.
  static double cautious_step(const Slopes& slopes, double reach) {
    return std::clamp(-slopes.first / slopes.second, -reach, reach);
  }

 private:
  static constexpr int most_newton_steps = 100;

  double line_search_from(double z, const Slopes& slopes, double H) {
    const double d = -slopes.first / slopes.second;
    const double sure = slopes.second / (H / 2 + sigma);
    double s = 1;
    while (s > sure && !(rise(z, s * d, slopes.first * (s * d)) <= -sigma * s * d * s * d)) s *= beta;
    return s * d;
  }

  /// slope z + |w + z| − |w|; z times a sum, without cancellation, if w + z keeps the sign of w.
  double first_order_change(double slope, double z) const {
    const double sign = w_ > 0 || (w_ == 0 && z > 0) ? 1 : -1;
    if (sign * (w_ + z) >= 0) return (slope + sign) * z;
    return slope * z + std::abs(w_ + z) - std::abs(w_);
  }

  /// D(z + change) − D(z), given the first-order part D'(z) change, to which |w + z| may be added. The rest
  /// is a sum of terms ≥ 0, each without cancellation: differences of squares would be all rounding near the
  /// minimum.
  double rise(double z, double change, double first_order) {
    ++extra_walks_;
    std::array<double, lanes> sums{};
    for (std::size_t k = 0; k < column_.size(); k += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double x = x_[k + lane];
        const double before = b_[k + lane] - z * x;
        const double p = change * x;
        const double after = before - p;
        const double stays = p * p;
        const double leaves = before * (2 * p - before);
        const double enters = after * after;
        const double if_active = after > 0 ? stays : leaves;
        const double if_inactive = after > 0 ? enters : 0.0;
        sums[lane] += before > 0 ? if_active : if_inactive;
      }
    }
    return first_order + ridge_ * change * change / 2 + C_ * total(sums);
  }

  struct SlopesAndSize {
    Slopes slopes;
    double size;  ///< of the terms of D'
  };

  /// D'(z) and an upper bound of D'' within reach of z.
  SlopesAndSize slopes_at(double z, double reach) const {
    std::array<double, lanes> first{};
    std::array<double, lanes> second{};
    std::array<double, lanes> size{};
    for (std::size_t k = 0; k < column_.size(); k += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double x = x_[k + lane];
        const double b = b_[k + lane] - z * x;
        const double slack = b > 0 ? b : 0.0;
        const double square = x * x;
        first[lane] += x * slack;
        second[lane] += b + reach * std::abs(x) > 0 ? square : 0.0;
        size[lane] += std::abs(x) * slack;
      }
    }
    return {{ridge_ * (w_ + z) - 2 * C_ * total(first), ridge_ + 2 * C_ * total(second)},
            ridge_ * std::abs(w_ + z) + 2 * C_ * total(size)};
  }

  /// Parts of a sum, as many as a vector register holds.
  static constexpr std::size_t lanes = 8;

  static std::size_t padded(std::size_t size) { return round_up(size, lanes); }

  static double total(const std::array<double, lanes>& sums) {
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  }

  double C_;
  double ridge_;
  std::vector<double> x_;  ///< the column's values
  std::vector<double> b_;  ///< b_i of their rows
  Line column_;
  double w_ = 0;
  std::uint64_t extra_walks_ = 0;
};

}  // namespace descent
