#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/numbers/random.hpp"

namespace descent {

/// Draws k with probability weights[k] / Σ weights in constant time: Walker's alias method in the form of
/// Vose (1991), "A Linear Algorithm for Generating Random Numbers with a Given Distribution". Probabilities
/// are exact to 2⁻³².
class AliasTable {
 public:
  AliasTable() = default;
  /// `weights` are not negative, and their sum is positive; their number is at least 1 and below 2³¹.
  explicit AliasTable(std::span<const double> weights);

  std::uint32_t draw(Random& random) const {
    const std::uint64_t bits = random.bits();
    // The high half chooses the slot, the low half the slot's own index or its alias.
    const auto slot = static_cast<std::uint32_t>(((bits >> 32) * slots_.size()) >> 32);
    const Slot& chosen = slots_[slot];
    return static_cast<std::uint32_t>(bits) < chosen.threshold ? slot : chosen.alias;
  }

 private:
  struct Slot {
    std::uint32_t threshold;  ///< 2³² times the probability of the slot's own index
    std::uint32_t alias;
  };
  std::vector<Slot> slots_;
};

}  // namespace descent
