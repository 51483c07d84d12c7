#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plots/results/csv_table.hpp"

namespace descent {

/// One model on one division of a dataset into training and test rows, with λ chosen by one rule: a line of
/// the files of a cross-validation. Meanings and units are those of crossvalidation_columns().
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

/// What the column `split` may say.
namespace split_kind {
inline constexpr std::string_view own = "own";        ///< as the catalogue divides the dataset
inline constexpr std::string_view seeded = "seeded";  ///< a random division with parts of the same sizes
}  // namespace split_kind

/// The columns, in order: the only place where they are listed.
const std::vector<Column<CrossvalidationRow>>& crossvalidation_columns();

/// The rows of a file, as written; at least one. Where the column `weighting` lacks, the configuration in
/// FOLDER/crossvalidation.json tells it. Throws ResultFileError ("file:line: column: message") for what
/// cannot be, and for a file whose SHA-256 is not this one, where there is one.
std::vector<CrossvalidationRow> read_crossvalidation_rows(const std::filesystem::path& path,
                                                          const std::string& sha256 = "");

/// FOLDER/splits/ID.csv
std::filesystem::path split_file(const std::filesystem::path& folder, const std::string& id);

/// SHA-256 of the splits' files by the splits' ids.
using SplitChecksums = std::map<std::string, std::string>;

/// Keys of FOLDER/crossvalidation.json: checksums of the splits of the last call that ended, and of all that
/// were done before a call that did not end.
inline constexpr const char* split_key = "splits";
inline constexpr const char* unfinished_split_key = "unfinished";

/// The checksums of both kinds; none without the file, or of an earlier version. Throws ConfigError when it
/// was changed after it was written.
SplitChecksums all_split_checksums(const std::filesystem::path& folder);

/// A cross-validation that has ended.
struct CrossvalidationResults {
  std::vector<CrossvalidationRow> rows;
  std::string note;  ///< that nothing proves the rows; empty if checksums do
};

/// The rows of the files of splits; without checksums those of splits.csv. Throws ResultFileError, or
/// ConfigError as all_split_checksums() does.
CrossvalidationResults read_crossvalidation(const std::filesystem::path& folder);

}  // namespace descent
