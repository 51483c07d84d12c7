#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "datasets/readers/reader.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/solve/predictions.hpp"
#include "support/files/atomic_file.hpp"

namespace descent {

/// Adds --out, --model, --predict and --predictions.
void add_file_options(po::options_description& options);

/// The files that `descent solve` writes, and the one that it predicts. Finds faults of the files before the
/// method starts.
class SolutionFiles {
 public:
  /// Opens the files to write. Throws ConfigError if two options name one file or --predictions stands alone,
  /// and ResultFileError for a file that cannot be written.
  explicit SolutionFiles(const po::variables_map& values);

  /// Reads the rows to predict. Throws ConfigError if a file to write holds data, or if a model file cannot
  /// have the labels.
  void prepare(const Dataset& dataset, const ReadSettings& reading);

  /// Writes all files, and returns the predictions if there are any.
  std::optional<Predictions> write(const RunSpec& spec, const RunRecord& record);

 private:
  std::map<std::string, AtomicFile> outputs_;  ///< by option
  std::optional<std::filesystem::path> predicted_;
  RawSample sample_;
};

}  // namespace descent
