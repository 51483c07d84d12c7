#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/readers/reader.hpp"

namespace descent {

/// The rows of one file in the form that solvers use.
struct FileRows {
  Sample sample;                                ///< in classification, as Sample says
  std::optional<Classes> classes = {};          ///< of classification
  std::vector<Index> attribute_of_column = {};  ///< as in RawSample, like the following
  Offset underflows = 0;
  std::vector<std::string> columns = {};
  std::vector<std::string> remarks = {};
  Index index_base = 1;
  std::string sha256 = {};  ///< of the bytes: of the training file if there is one, of this file, of `labels`
};

/// The training file that belongs to a test file.
struct TrainingFile {
  std::filesystem::path path;
  ReadSettings settings = {};             ///< for the test file, too
  std::optional<Classes> classes = {};    ///< the test rows are multiplied by their signs
  std::vector<std::string> columns = {};  ///< which a test file must have, too
};

/// Reads the training rows in a file, or with `train` its test rows. Throws DataError for a file that cannot
/// be read, other than two classes, and columns that differ from the training file's.
FileRows read_rows(const std::filesystem::path& path, const ReadSettings& settings, Task task,
                   const TrainingFile* train = nullptr);

}  // namespace descent
