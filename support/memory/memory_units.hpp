#pragma once

#include <cstddef>

namespace descent {

inline constexpr std::size_t cache_line = 64;  // bytes

/// Whole cache lines for so many bytes.
constexpr std::size_t in_cache_lines(std::size_t bytes) {
  return (bytes + cache_line - 1) / cache_line * cache_line;
}

}  // namespace descent
