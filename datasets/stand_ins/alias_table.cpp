#include "datasets/stand_ins/alias_table.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace descent {

AliasTable::AliasTable(std::span<const double> weights) : slots_(weights.size()) {
  assert(!weights.empty());
  double sum = 0;
  for (const double weight : weights) sum += weight;
  assert(sum > 0);

  std::vector<double> share(weights.size());  // the part of a slot's capacity that its index still needs
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::uint32_t k = 0; k < weights.size(); ++k) {
    share[k] = weights[k] / sum * static_cast<double>(weights.size());
    (share[k] < 1 ? small : large).push_back(k);
  }
  const auto threshold = [](double probability) {
    return static_cast<std::uint32_t>(std::clamp(probability * 0x1.0p32, 0.0, 0x1.0p32 - 1));
  };
  while (!small.empty() && !large.empty()) {
    const std::uint32_t filled = small.back();
    const std::uint32_t donor = large.back();
    small.pop_back();
    slots_[filled] = {threshold(share[filled]), donor};
    share[donor] -= 1 - share[filled];
    if (share[donor] < 1) {
      large.pop_back();
      small.push_back(donor);
    }
  }
  // Slots left over by rounding are full: each is its own alias.
  for (const std::uint32_t k : large) slots_[k] = {std::numeric_limits<std::uint32_t>::max(), k};
  for (const std::uint32_t k : small) slots_[k] = {std::numeric_limits<std::uint32_t>::max(), k};
}

}  // namespace descent
