#pragma once

#include <cstddef>
#include <cstdint>

namespace descent {

// In bytes.
inline constexpr std::size_t cache_line = 64;
inline constexpr std::size_t huge_page = 2 << 20;

/// The next multiple of `unit`, for a size or an address.
constexpr std::uintptr_t round_up(std::uintptr_t size, std::size_t unit) {
  return (size + unit - 1) / unit * unit;
}

}  // namespace descent
