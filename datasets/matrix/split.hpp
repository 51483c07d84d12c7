#pragma once

#include <cstdint>
#include <vector>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// A division of one file's rows, random from a seed or in the order of the file; train + test must be
/// exactly the rows of the file.
struct Split {
  Index train = 0;
  Index test = 0;
  std::uint64_t seed = 0;
  bool in_file_order = false;  ///< the first rows are for training; the seed then means nothing
};

/// Row numbers, ascending.
struct SplitRows {
  std::vector<Index> train;
  std::vector<Index> test;
};

/// Shuffles 0 … train + test − 1 by Random(seed), unless they are to stay in order: the first `train` of them
/// are for training, and the first `test_limit` of the rest (all, when there are fewer) for testing, so that
/// a smaller limit keeps a random part of the same test set.
SplitRows split_rows(const Split& split, Index test_limit);

/// A random sample of min(rows, limit) out of 0 … rows − 1, without replacement, ascending.
std::vector<Index> sample_rows(Index rows, Index limit, std::uint64_t seed);

/// Of the training rows keeps a random sample of so many, in their order; the origin then says so. It is the
/// same on every call, and a part of every larger one. Throws ConfigError when there are fewer.
void keep_random_rows(Dataset& dataset, Index rows);

}  // namespace descent
