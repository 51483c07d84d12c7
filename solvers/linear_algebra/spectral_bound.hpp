#pragma once

#include <span>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// A proven upper bound on ‖X‖₂², rounding included: the smallest of the squared Frobenius norm and, for the
/// positive vectors v of a power iteration with |X|ᵀ|X|, of
///   max_j (|X|ᵀ|X| v)_j / v_j  ≥  ‖|X|‖₂²  ≥  ‖X‖₂²
/// (Collatz 1942, Wielandt 1950; Horn and Johnson, "Matrix Analysis", Corollary 8.1.29). Tight if no row has
/// values of both signs (a9a, abalone, covtype, term frequencies: within 1 %), else as far off as |X| may be
/// (heart_scale: 2.7 times). Power iteration with X alone would be tight, but bounds from below. v = (1, …,
/// 1) gives the column sums of |X|ᵀ|X|.
///
/// Makes at most `most_walks` walks, fewer once a walk gains less than 1 %; 0 leaves the Frobenius norm. With
/// one weight c_i ≥ 0 per line, lines of X are multiplied by √c_i.
double squared_norm_bound(const SparseMatrix& matrix, int most_walks = 20,
                          std::span<const double> line_weights = {});

}  // namespace descent
