#pragma once

#include <limits>

namespace descent {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace descent
