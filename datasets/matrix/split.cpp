#include "datasets/matrix/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "support/errors.hpp"
#include "support/numbers/random.hpp"

namespace descent {

namespace {

constexpr std::uint64_t training_sample_seed = 1;

}  // namespace

SplitRows split_rows(const Split& split, Index test_limit) {
  std::vector<Index> rows(static_cast<std::size_t>(split.train) + static_cast<std::size_t>(split.test));
  std::iota(rows.begin(), rows.end(), 0);
  if (!split.in_file_order) {
    Random random(split.seed);
    shuffle(rows.begin(), rows.end(), random);
  }

  const auto middle = rows.begin() + split.train;
  SplitRows parts{{rows.begin(), middle}, {middle, middle + std::min(split.test, test_limit)}};
  std::ranges::sort(parts.train);
  std::ranges::sort(parts.test);
  return parts;
}

std::vector<Index> sample_rows(Index rows, Index limit, std::uint64_t seed) {
  return split_rows({.train = 0, .test = rows, .seed = seed}, limit).test;
}

void keep_random_rows(Dataset& dataset, Index rows) {
  const Index all = dataset.train.rows.outer_size();
  if (rows > all) throw ConfigError("rows: must be at most {}, all training rows, got {}", all, rows);
  dataset.train = select_rows(dataset.train, sample_rows(all, rows, training_sample_seed));
  dataset.origin += fmt::format(", {} of its {} training rows at random", rows, all);
}

}  // namespace descent
