#pragma once

#include <span>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// True if the arrays are a matrix as the readers make it, so that no index points outside an array. Starts
/// begin with 0, never fall and end with entries.size(). Indices of a line ascend within [0, width). Stored
/// values are finite and not zero. No branch depends on an entry: this determines how fast a parsed file
/// loads.
bool is_matrix(std::span<const Offset> starts, const Entries& entries, Index width);

bool are_finite(std::span<const double> numbers);

/// True if each number is +1 or −1.
bool are_signs(std::span<const double> numbers);

}  // namespace descent
