#pragma once

#include <cstddef>
#include <span>

namespace descent {

/// Factorises A = LLᵀ for the lower triangle of n² doubles, column-major, in place; what lies above the
/// diagonal is left alone. Returns false, with the triangle spoiled, where A is not positive definite to
/// working precision. Vectors are as wide as the processor's that the program is compiled for: the same
/// machine gives the same bits.
bool factorize_cholesky(std::span<double> matrix, std::size_t n);

}  // namespace descent
