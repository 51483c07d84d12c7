#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/readers/reader.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// Scores x·w of the rows of a file, and how they compare with its labels.
struct Predictions {
  std::string file;
  std::vector<double> scores;  ///< with the bias
  std::vector<std::string>
      labels;  ///< predicted: the class of the score's sign, −1 for 0; the score as a target
  std::optional<double> error;  ///< share of wrong labels, or mean squared error; empty if `remark` says why
  std::string remark;           ///< empty, or what is noteworthy about the file

  /// "LABEL SCORE" a line, in the order of the rows, after a comment.
  std::string text() const;
  Json summary() const;  ///< for `solve --json`
};

void print_predictions(const Predictions& predictions, Task task);

/// Rows of another file, read as the training data was: with the settings of its entry or of its catalogue's,
/// from the same first index. Throws DataError like the readers, and for other columns.
RawSample read_rows_like(const Dataset& trained_on, const std::filesystem::path& file,
                         ReadSettings settings = {});

/// Features that the training data lacks have no weight.
Predictions predict(const std::filesystem::path& file, const RawSample& sample, const Dataset& trained_on,
                    std::span<const double> w);

}  // namespace descent
