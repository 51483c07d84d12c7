#pragma once

#include <span>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// Whether the arrays are a matrix as readers make them, so that no index leads out of an array: starts begin
/// with 0, never fall and end with entries.size(); the indices of a line ascend within [0, width); values are
/// finite and not zero, as the storage has them. Branch-free over the entries, for it decides how fast a
/// parsed file is loaded.
bool is_matrix(std::span<const Offset> starts, const Entries& entries, Index width);

/// Whether all are finite.
bool are_finite(std::span<const double> numbers);

/// Whether each is +1 or −1.
bool are_signs(std::span<const double> numbers);

}  // namespace descent
