#include "plots/analysis/holm.hpp"

#include <algorithm>
#include <numeric>

namespace descent {

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double greatest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    greatest = std::max(greatest, static_cast<double>(order.size() - k) * p_values[order[k]]);
    adjusted[order[k]] = std::min(1.0, greatest);
  }
  return adjusted;
}

}  // namespace descent
