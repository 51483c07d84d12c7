#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "datasets/matrix/dataset.hpp"

namespace descent::test {

inline bool same_bits(std::span<const double> left, std::span<const double> right) {
  return std::ranges::equal(left, right, {}, std::bit_cast<std::uint64_t, double>,
                            std::bit_cast<std::uint64_t, double>);
}

/// Values are never zero or NaN, so == compares bits.
inline bool same_bits(const Sample& left, const Sample& right) {
  return left.rows.inner_size() == right.rows.inner_size() &&
         std::ranges::equal(left.rows.starts(), right.rows.starts()) &&
         left.rows.format() == right.rows.format() &&
         std::ranges::equal(left.rows.stored(), right.rows.stored()) && same_bits(left.labels, right.labels);
}

}  // namespace descent::test
