#pragma once

#include <cstdint>
#include <vector>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Divides a file's rows, at random from a seed or in the file's order. train + test must be exactly the
/// file's rows.
struct Split {
  Index train = 0;
  Index test = 0;
  std::uint64_t seed = 0;
  bool in_file_order = false;  ///< the first rows are for training; the seed is ignored
};

/// Row numbers, ascending.
struct SplitRows {
  std::vector<Index> train;
  std::vector<Index> test;
};

/// Shuffles 0 … train + test − 1 by Random(seed), unless they stay in order. The first `train` are for
/// training, the first `test_limit` of the rest (or all, if fewer) for testing: a smaller limit keeps a
/// random part of the same test set.
SplitRows split_rows(const Split& split, Index test_limit);

/// A random sample of min(rows, limit) out of 0 … rows − 1, without replacement, ascending.
std::vector<Index> sample_rows(Index rows, Index limit, std::uint64_t seed);

/// Keeps a random sample of the training rows, in their order, and notes it in the origin. It is the same on
/// every call, and part of every larger sample. Throws ConfigError if there are fewer rows.
void keep_random_rows(Dataset& dataset, Index rows);

}  // namespace descent
