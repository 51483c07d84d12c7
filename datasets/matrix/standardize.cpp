#include "datasets/matrix/standardize.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "support/errors.hpp"

namespace descent {
namespace {

/// The factor between stored rows and x_i, its own inverse: rows hold y_i x_i in classification.
double sign_of(const Dataset& dataset, const Sample& sample, std::size_t row) {
  return dataset.task == Task::classification ? sample.labels[row] : 1.0;
}

/// Moments of one column over the training rows.
struct Moments {
  double mean = 0;
  double deviation = 0;  ///< 0 for a constant column
};

Moments moments_of(std::span<const double> x) {
  // Rounding of the mean must not make a constant column vary.
  if (std::adjacent_find(x.begin(), x.end(), std::not_equal_to<>()) == x.end()) return {x.front(), 0};
  const auto m = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / m;
  double squares = 0;
  for (const double x_i : x) squares += (x_i - mean) * (x_i - mean);
  return {mean, std::sqrt(squares / m)};
}

std::vector<Moments> moments_of(const Dataset& dataset) {
  const SparseMatrix columns = transpose(dataset.train.rows);
  std::vector<Moments> moments;
  std::vector<double> x(dataset.train.labels.size());
  for (Index j = 0; j < columns.outer_size(); ++j) {
    std::ranges::fill(x, 0.0);
    for (const Entry entry : columns[j]) {
      const auto i = static_cast<std::size_t>(entry.index);
      x[i] = sign_of(dataset, dataset.train, i) * entry.value;
    }
    moments.push_back(moments_of(x));
  }
  return moments;
}

SparseMatrix standardized(const Dataset& dataset, const Sample& sample, const std::vector<Moments>& moments) {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  std::vector<double> x(moments.size());
  for (Index i = 0; i < sample.rows.outer_size(); ++i) {
    const double sign = sign_of(dataset, sample, static_cast<std::size_t>(i));
    x.assign(x.size(), 0.0);
    for (const Entry& entry : sample.rows[i]) x[static_cast<std::size_t>(entry.index)] = sign * entry.value;
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (!(moments[j].deviation > 0)) continue;
      const double value = sign * (x[j] - moments[j].mean) / moments[j].deviation;
      if (value != 0) entries.push_back({static_cast<Index>(j), value});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {std::move(starts), entries, sample.rows.inner_size()};
}

}  // namespace

void standardize(Dataset& dataset) {
  if (dataset.train.rows.outer_size() == 0) throw DataError(dataset.name + ": has no rows to standardise by");
  const std::vector<Moments> moments = moments_of(dataset);
  dataset.train.rows = standardized(dataset, dataset.train, moments);
  dataset.test.rows = standardized(dataset, dataset.test, moments);
  dataset.origin += ", columns standardised by the training rows";
}

}  // namespace descent
