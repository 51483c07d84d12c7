#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// Whole numbers that a run ends with, or that a line of a cross-validation has. Their names are those of the
/// columns in tables/iterations.csv and splits.csv, where there is one.
enum class CountKind {
  iterations,              ///< updates of a run in all; of a method with two loops, inner ones
  outer_iterations,        ///< complete ones
  first_outer_iterations,  ///< updates until the first outer iteration was complete
  train_errors,            ///< misclassified training rows
  test_errors,             ///< misclassified test rows
  errors,                  ///< both together
  attributes_kept,         ///< attributes that a model of a cross-validation keeps
};

std::string_view name_of(CountKind kind);

/// Names of the numbers that a run may have, in the order above.
std::vector<std::string> count_names_of_runs();

/// Names of those that a line of a cross-validation has.
std::vector<std::string> count_names_of_models();

/// Empty for an unknown name.
std::optional<CountKind> count_named(std::string_view name);

}  // namespace descent
