#pragma once

#include <span>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// A proven upper bound on ‖X‖₂² (rounding included): the smallest of the squared Frobenius norm and, for the
/// positive vectors v of a power iteration with |X|ᵀ|X|, of
///   max_j (|X|ᵀ|X| v)_j / v_j  ≥  ‖|X|‖₂²  ≥  ‖X‖₂²
/// (Collatz 1942, Wielandt 1950; Horn and Johnson, "Matrix Analysis", Corollary 8.1.29). It is tight where no
/// row has values of both signs (a9a, abalone, covtype, term frequencies: within 1 %); with mixed signs it
/// can be as far off as |X| is (heart_scale: 2.7 times). Power iteration with X alone would be tight, but
/// bounds from below. The column sums of |X|ᵀ|X| are what v = (1, …, 1) gives.
///
/// Makes at most `most_walks` walks over the entries, fewer once a walk gains less than 1 %; none for 0,
/// which leaves the Frobenius norm. With weights c_i ≥ 0, one a line, X has its lines multiplied by √c_i.
double squared_norm_bound(const SparseMatrix& matrix, int most_walks = 20,
                          std::span<const double> line_weights = {});

}  // namespace descent
