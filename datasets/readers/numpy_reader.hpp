#pragma once

#include "datasets/readers/reader.hpp"

namespace descent {

/// Reads a matrix that NumPy or SciPy wrote, and its labels.
/// - .npz of numpy.savez: a dense array X (or the only one of two dimensions);
/// - .npz of scipy.sparse.save_npz, in CSR: data, indices, indptr and shape;
/// - .npy of numpy.save: a dense array.
/// Labels are the array `label` of an .npz, by default y, labels or target; or the file `labels`. Values are
/// kept as they are; zeros are not stored. Memory: the arrays, and 12 bytes a nonzero.
///
/// Throws DataError with the array and the position of what is wrong.
RawSample read_numpy(const std::filesystem::path& path, const ReadSettings& settings);

}  // namespace descent
