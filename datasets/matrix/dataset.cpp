#include "datasets/matrix/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "support/errors.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"

namespace descent {
namespace {

/// The factor between stored rows and x_i, its own inverse: rows hold y_i x_i in classification.
double sign_of(const Dataset& dataset, const Sample& sample, std::size_t row) {
  return dataset.task == Task::classification ? sample.labels[row] : 1.0;
}

/// Shift and scale of one column, whose values over the training rows are x.
struct Moments {
  double shift = 0;
  double scale = 0;  ///< 0 for a constant column; not finite if a sum or a square leaves the range
};

Moments moments_of(std::span<const double> x, Scaling scaling) {
  // Rounding of the mean must not make a constant column vary.
  if (std::adjacent_find(x.begin(), x.end(), std::not_equal_to<>()) == x.end()) return {x.front(), 0};
  if (scaling == Scaling::range) {
    const auto [least, largest] = std::ranges::minmax(x);
    return {least, largest - least};
  }
  const auto m = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / m;
  double squares = 0;
  for (const double x_i : x) squares += (x_i - mean) * (x_i - mean);
  return {mean, std::isnormal(squares / m) ? std::sqrt(squares / m) : infinity};
}

void find_moments(Dataset& dataset, Scaling scaling) {
  const SparseMatrix columns = transpose(dataset.train.rows);
  std::vector<double> x(dataset.train.labels.size());
  for (Index j = 0; j < columns.outer_size(); ++j) {
    std::ranges::fill(x, 0.0);
    for (const Entry entry : columns[j]) {
      const auto i = static_cast<std::size_t>(entry.index);
      x[i] = sign_of(dataset, dataset.train, i) * entry.value;
    }
    const Moments moments = moments_of(x, scaling);
    if (!std::isfinite(moments.scale))
      throw DataError(
          "{}: column {} cannot be scaled: its values, or their squares, are outside the range of double "
          "precision; multiply it by a constant first",
          dataset.name, j + 1);
    dataset.shifts.push_back(moments.shift);
    dataset.scales.push_back(moments.scale);
  }
}

SparseMatrix scaled_columns(const Dataset& dataset, const Sample& sample) {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  std::vector<double> x(dataset.scales.size());
  for (Index i = 0; i < sample.rows.outer_size(); ++i) {
    const double sign = sign_of(dataset, sample, static_cast<std::size_t>(i));
    x.assign(x.size(), 0.0);
    for (const Entry& entry : sample.rows[i]) x[static_cast<std::size_t>(entry.index)] = sign * entry.value;
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (!(dataset.scales[j] > 0)) continue;
      const double value = sign * (x[j] - dataset.shifts[j]) / dataset.scales[j];
      if (value != 0) entries.push_back({static_cast<Index>(j), value});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {std::move(starts), entries, sample.rows.inner_size()};
}

SparseMatrix scaled_rows(const SparseMatrix& rows) {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (Index i = 0; i < rows.outer_size(); ++i) {
    double largest = 0, squares = 0;  // the largest first: squares may leave the range
    for (const Entry& entry : rows[i]) largest = std::max(largest, std::abs(entry.value));
    for (const Entry& entry : rows[i]) squares += (entry.value / largest) * (entry.value / largest);
    for (const Entry& entry : rows[i]) {
      const double value = entry.value / largest / std::sqrt(squares);
      if (value != 0) entries.push_back({entry.index, value});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {std::move(starts), entries, rows.inner_size()};
}

}  // namespace

void keep_attributes(Dataset& dataset, std::vector<Index> numbers) {
  if (dataset.attribute_of_column.empty())
    throw ConfigError("attributes: {} has columns alone, none of which codes an attribute", dataset.name);
  std::ranges::sort(numbers);
  const Index last = dataset.attribute_of_column.back() + 1;
  for (const Index number : numbers) {
    if (number < 1 || number > last)
      throw ConfigError("attributes: must be among 1 to {} of {}, got {}", last, dataset.name, number);
  }
  std::vector<Index> columns;
  std::vector<Index> attribute_of_column;
  for (std::size_t j = 0; j < dataset.attribute_of_column.size(); ++j) {
    const Index attribute = dataset.attribute_of_column[j];
    if (!std::ranges::binary_search(numbers, attribute + 1)) continue;
    columns.push_back(static_cast<Index>(j));
    attribute_of_column.push_back(attribute);
  }
  for (Sample* sample : {&dataset.train, &dataset.test})
    sample->rows = transpose(select_lines(transpose(sample->rows), columns));
  dataset.attribute_of_column = std::move(attribute_of_column);
  dataset.origin += fmt::format(", attributes {}", fmt::join(numbers, ", "));
  dataset.attributes = std::move(numbers);
  dataset.attributes_of = dataset.name;
}

void append_constant_feature(Dataset& dataset, double value) {
  if (constexpr Index most = std::numeric_limits<Index>::max(); dataset.train.rows.inner_size() == most)
    throw DataError("{}: has {} features, expected at most {}: the constant one is one more", dataset.name,
                    most, most - 1);
  for (Sample* sample : {&dataset.train, &dataset.test}) {
    std::vector<double> column(sample->labels.size(), value);
    if (dataset.task == Task::classification) {
      for (std::size_t i = 0; i < column.size(); ++i)
        if (sample->labels[i] < 0) column[i] = -column[i];
    }
    sample->rows = append_column(sample->rows, column);
  }
  dataset.constant_feature = value;
  dataset.origin += fmt::format(", constant feature {} appended", value);
}

void round_values(Dataset& dataset) {
  for (Sample* sample : {&dataset.train, &dataset.test}) {
    const SparseMatrix exact = std::exchange(sample->rows, rounded_to_single(sample->rows));
    const auto is_kept = [](const Entry& entry) {
      return static_cast<double>(static_cast<float>(entry.value)) == entry.value;
    };
    dataset.inexact_values += exact.nonzeros() - std::ranges::count_if(exact.entries(), is_kept);
  }
  dataset.is_rounded = true;
  dataset.origin += ", values rounded to single precision";
}

void scale(Dataset& dataset, Scaling scaling) {
  if (scaling == Scaling::none) return;
  if (dataset.train.rows.outer_size() == 0) throw DataError(dataset.name + ": has no rows to standardise by");
  if (scaling != Scaling::row) find_moments(dataset, scaling);
  for (Sample* sample : {&dataset.train, &dataset.test})
    sample->rows = scaling == Scaling::row ? scaled_rows(sample->rows) : scaled_columns(dataset, *sample);
  dataset.scaling = scaling;
  dataset.origin += scaling == Scaling::row     ? ", rows scaled to norm 1"
                    : scaling == Scaling::range ? ", columns scaled to 0..1 by the training rows"
                                                : ", columns standardised by the training rows";
}

Sample select_rows(const Sample& sample, std::span<const Index> rows) {
  std::vector<double> labels(rows.size());
  std::transform(rows.begin(), rows.end(), labels.begin(),
                 [&](Index row) { return sample.labels[static_cast<std::size_t>(row)]; });
  std::vector<double> weights;
  if (!sample.row_weights.empty()) {
    for (const Index row : rows) weights.push_back(sample.row_weights[static_cast<std::size_t>(row)]);
  }
  return {select_lines(sample.rows, rows), std::move(labels), std::move(weights)};
}

void keep_training_rows(Dataset& dataset, std::span<const Index> rows) {
  dataset.train = select_rows(dataset.train, rows);
  const std::vector<double>& labels = dataset.train.labels;
  if (dataset.task == Task::classification &&
      std::ranges::adjacent_find(labels, std::not_equal_to<>()) == labels.end())
    throw DataError("{}: classification needs two classes, and these {} training rows have one", dataset.name,
                    labels.size());
}

Sample concatenate(const Sample& first, const Sample& second) {
  std::vector<double> labels = first.labels;
  labels.insert(labels.end(), second.labels.begin(), second.labels.end());
  std::vector<double> weights;
  for (const Sample* sample : {&first, &second}) {
    if (first.row_weights.empty() && second.row_weights.empty()) break;
    if (sample->row_weights.empty())
      weights.insert(weights.end(), sample->labels.size(), 1.0);
    else
      weights.insert(weights.end(), sample->row_weights.begin(), sample->row_weights.end());
  }
  return {append_lines(first.rows, second.rows), std::move(labels), std::move(weights)};
}

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
  constexpr std::uint64_t seed = 1;
  const Index all = dataset.train.rows.outer_size();
  if (rows > all) throw ConfigError("rows: must be at most {}, all training rows, got {}", all, rows);
  keep_training_rows(dataset, sample_rows(all, rows, seed));
  dataset.origin += fmt::format(", {} of its {} training rows at random", rows, all);
}

}  // namespace descent
