#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/records/store.hpp"

namespace descent {

/// One model on one division of a dataset into training and test rows, with λ chosen by one rule: a line of
/// the files of a cross-validation. crossvalidation_columns() has meanings and units.
struct CrossvalidationRow {
  std::string experiment;
  std::string dataset;
  std::string source;
  std::string split;
  std::uint64_t seed = 0;
  std::uint64_t train_rows = 0;
  std::uint64_t test_rows = 0;
  std::string model;
  std::string method;
  std::string variant;
  std::string regularizer;
  std::string rule;
  std::optional<double> lambda;
  std::string grid_end;
  std::uint64_t cv_errors = 0;
  double cv_standard_error = 0;
  std::uint64_t test_errors = 0;
  std::uint64_t larger_class_errors = 0;
  std::uint64_t columns = 0;
  std::uint64_t columns_kept = 0;
  std::uint64_t attributes = 0;
  std::uint64_t attributes_kept = 0;
  std::string kept;
  double objective = 0;
  std::uint64_t fits = 0;
  std::uint64_t unfinished_fits = 0;
  std::string weighting;
};

/// Values of the column `split`.
namespace split_kind {
inline constexpr std::string_view own = "own";        ///< as the catalogue divides the dataset
inline constexpr std::string_view seeded = "seeded";  ///< a random division with parts of the same sizes
}  // namespace split_kind

/// The columns, in order: the only place where they are listed.
const std::vector<Column<CrossvalidationRow>>& crossvalidation_columns();

/// FOLDER/crossvalidation.json
std::filesystem::path crossvalidation_record(const std::filesystem::path& folder);

/// The splits of a results folder, FOLDER/splits/ID.csv.
Store<CrossvalidationRow> splits_in(const std::filesystem::path& folder);

/// The rows of all splits of a cross-validation that has ended. Throws ResultFileError if the record or a
/// split is missing or damaged.
std::vector<CrossvalidationRow> read_crossvalidation(const std::filesystem::path& folder);

}  // namespace descent
