#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/records/record.hpp"

namespace descent {

/// A row of data with two features.
struct DecisionPoint {
  double x1 = 0;
  double x2 = 0;
  bool is_positive = false;  ///< its class is +1, else −1
  bool is_test = false;
};

/// The rows of a dataset.
struct DecisionData {
  std::string dataset;
  std::vector<DecisionPoint> points;
  static Fields<DecisionData> fields();
};

/// Decision line of a run's last iterate: w1 x1 + w2 x2 + intercept = 0.
struct DecisionLine {
  std::string dataset, loss, regularizer, method, variant;
  double lambda = 0;
  std::uint64_t seed = 0;
  double w1 = 0;
  double w2 = 0;
  double intercept = 0;
  static Fields<DecisionLine> fields();
};

/// DIR/decision.json: the points of every dataset, and a line for every method on every problem whose run is
/// done.
struct DecisionFile {
  std::vector<DecisionData> datasets;
  std::vector<DecisionLine> lines;
  static Fields<DecisionFile> fields();
};

/// DIR/decision.json
std::filesystem::path decision_path(const std::filesystem::path& folder);

/// Writes the file, whole or not at all. Throws ResultFileError.
void write_decisions(const std::filesystem::path& folder, const DecisionFile& decisions);

/// Empty if there is no such file. Throws ResultFileError if it is damaged.
std::optional<DecisionFile> read_decisions(const std::filesystem::path& folder);

}  // namespace descent
