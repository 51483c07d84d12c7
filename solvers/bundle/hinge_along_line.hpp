#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace descent {

/// The line search of OCAS (Franc and Sonnenburg 2009), a part of `bmrm`: the k ≥ 0 that minimises
///
///   G(k) = slope k + ½ curvature k² + Σ_i c_i max(0, 1 − z_i − k Δ_i)
///
/// exactly, where G' passes 0. G' is linear, but jumps by c_i |Δ_i| at each k where a row enters or leaves
/// its kink. The paper sorts these k; here selection halves them, in O(m) in all.
class HingeAlongLine {
 public:
  explicit HingeAlongLine(std::size_t m) { kinks_.reserve(m); }

  /// `weights` are the c_i; empty if all are 1. `curvature` must be positive unless slope and all Δ are 0.
  double minimise(double slope, double curvature, std::span<const double> z, std::span<const double> delta,
                  std::span<const double> weights = {}) {
    kinks_.clear();
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double c = weights.empty() ? 1.0 : weights[i];
      const double room = 1 - z[i];
      if (room > 0 || (room == 0 && delta[i] < 0)) slope -= c * delta[i];
      const double at = room / delta[i];
      if (at > 0 && std::isfinite(at)) kinks_.push_back({at, c * std::abs(delta[i])});
    }
    if (!(slope < 0)) return 0;
    auto begin = kinks_.begin();
    auto end = kinks_.end();
    while (begin != end) {
      const auto middle = begin + (end - begin) / 2;
      std::nth_element(begin, middle, end, [](const Kink& a, const Kink& b) { return a.at < b.at; });
      double before = slope;
      for (auto kink = begin; kink != middle; ++kink) before += kink->jump;
      if (before + curvature * middle->at > 0) {
        end = middle;
        continue;
      }
      slope = before + middle->jump;
      if (slope + curvature * middle->at >= 0) return middle->at;
      begin = middle + 1;
    }
    return curvature > 0 ? -slope / curvature : 0;
  }

 private:
  struct Kink {
    double at;
    double jump;
  };
  std::vector<Kink> kinks_;
};

}  // namespace descent
