#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/matrix/line_products.hpp"
#include "datasets/readers/reader.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/classified.hpp"

namespace descent::test {

/// Share of rows labelled +1.
inline double positive_share(const Sample& sample) {
  return static_cast<double>(std::count(sample.labels.begin(), sample.labels.end(), 1.0)) /
         static_cast<double>(sample.labels.size());
}

/// The mean of each column, without the label that multiplies stored values.
inline std::vector<double> column_means(const Sample& sample) {
  std::vector<double> means(static_cast<std::size_t>(sample.rows.inner_size()));
  for (const Entry& entry : sample.rows.entries()) {
    means[static_cast<std::size_t>(entry.index)] += std::fabs(entry.value);
  }
  for (double& mean : means) mean /= static_cast<double>(sample.rows.outer_size());
  return means;
}

inline double nonzeros_a_row(const Sample& sample) {
  return static_cast<double>(sample.rows.nonzeros()) / static_cast<double>(sample.rows.outer_size());
}

/// Share of rows that a linear rule misclassifies.
inline double error(const Sample& sample, const std::vector<double>& weights) {
  Index wrong = 0;
  for (Index i = 0; i < sample.rows.outer_size(); ++i)
    wrong += dot(sample.rows[i], weights.data()) <= 0 ? 1 : 0;
  return static_cast<double>(wrong) / static_cast<double>(sample.rows.outer_size());
}

/// The averaged perceptron of Freund and Schapire (1999) after some passes in the rows' order: a linear rule
/// independent of the project's solvers.
inline std::vector<double> averaged_perceptron(const Sample& sample, int passes) {
  std::vector<double> weights(static_cast<std::size_t>(sample.rows.inner_size()));
  std::vector<double> late(weights.size());  // Σ over mistakes of (steps before it) · row
  double steps = 0;
  for (int pass = 0; pass < passes; ++pass) {
    for (Index i = 0; i < sample.rows.outer_size(); ++i, ++steps) {
      if (dot(sample.rows[i], weights.data()) > 0) continue;
      add(sample.rows[i], 1, weights.data());
      add(sample.rows[i], steps, late.data());
    }
  }
  for (std::size_t j = 0; j < weights.size(); ++j) weights[j] -= late[j] / steps;
  return weights;
}

/// The rows of a real file, or nothing (and a warning) if it is in no data folder.
inline std::optional<Sample> real_sample(const std::string& name, Index columns) {
  const auto file = find_data_file(name);
  if (!file) {
    WARN("skipped: no file " << name << " in the data folders (set DESCENT_DATA)");
    return {};
  }
  RawSample raw = read_libsvm(*file);
  raw.rows.widen(columns);
  return classified(std::move(raw.rows), std::move(raw.labels), name);
}

/// Checks that columns have the means of the real data.
inline void check_columns(const Sample& made, const Sample& real) {
  const std::vector<double> real_means = column_means(real);
  const std::vector<double> made_means = column_means(made);
  for (std::size_t column = 0; column < real_means.size(); ++column) {
    CAPTURE(column);
    CHECK(made_means[column] == Approx(real_means[column]).margin(0.015));
  }
  CHECK(nonzeros_a_row(made) == Approx(nonzeros_a_row(real)).margin(0.01));
}

}  // namespace descent::test
