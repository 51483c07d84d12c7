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

/// DIR/decision.json: the points of every dataset. The provenance of runs has the lines.
struct DecisionFile {
  std::vector<DecisionData> datasets;
  static Fields<DecisionFile> fields();
};

/// DIR/decision.json
std::filesystem::path decision_path(const std::filesystem::path& folder);

/// Writes the file as one of descent's own. Throws ConfigError or ResultFileError.
void write_decisions(const std::filesystem::path& folder, const DecisionFile& decisions);

/// Empty if there is no such file. Throws ResultFileError if it is damaged.
std::optional<DecisionFile> read_decisions(const std::filesystem::path& folder);

}  // namespace descent
