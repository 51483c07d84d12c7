#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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
};

/// Where the last iterate of a run decides: w1 x1 + w2 x2 + intercept = 0.
struct DecisionLine {
  std::string dataset, loss, regularizer, method, variant;
  double lambda = 0;
  std::uint64_t seed = 0;
  double w1 = 0;
  double w2 = 0;
  double intercept = 0;
};

/// What DIR/decision.json holds: the points of every dataset, and a line for every method on every problem
/// whose run is done.
struct DecisionFile {
  std::vector<DecisionData> datasets;
  std::vector<DecisionLine> lines;
  bool has_seal = false;  ///< as it was read: files of earlier versions have none
};

/// DIR/decision.json
std::filesystem::path decision_path(const std::filesystem::path& folder);

/// Writes the file, whole or not at all. Throws ResultFileError.
void write_decisions(const std::filesystem::path& folder, const DecisionFile& decisions);

/// Nothing when there is no such file. Throws ResultFileError with the JSON path of what is wrong, or that
/// the file was changed after it was written.
std::optional<DecisionFile> read_decisions(const std::filesystem::path& folder);

}  // namespace descent
