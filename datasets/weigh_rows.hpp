#pragma once

#include <filesystem>
#include <string>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Gives the training rows their weights, and records the weighting in the dataset. A relative path is looked
/// for in the folder first, then in the current directory. Throws ConfigError for class weights of a
/// regression dataset or of an unknown label, and DataError for errors in the file.
void weigh_rows(Dataset& dataset, const RowWeighting& weighting, const std::filesystem::path& folder);

/// Multiplies the training rows' weights (default 1) by their class's; "balanced" is computed from these
/// rows. Throws ConfigError as weigh_rows() does.
void weigh_classes(Dataset& dataset, const RowWeighting& weighting);

/// Makes training rows of weight 0 empty. They do not count, and methods need no care for numbers in masked
/// rows that overflow: 0 · ∞ is no number.
void empty_masked_rows(Dataset& dataset);

/// "class weights -1: 1, 1: 2", "balanced class weights", "row weights w.txt (sha256 0123456789ab)", or both;
/// empty without weights. Different weights of a dataset's rows have different texts.
std::string weighting_text(const Dataset& dataset);

}  // namespace descent
