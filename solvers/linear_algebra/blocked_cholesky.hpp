#pragma once

#include <cstddef>
#include <span>

namespace descent {

/// Factorises A = LLᵀ in place, from the lower triangle of n² doubles, column-major; the rest is untouched.
/// Returns false, with the triangle spoiled, if A is not positive definite to working precision. Vectors are
/// as wide as the target processor's: the same machine gives the same bits.
bool factorize_cholesky(std::span<double> matrix, std::size_t n);

}  // namespace descent
