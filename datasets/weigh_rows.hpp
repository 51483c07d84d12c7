#pragma once

#include <filesystem>
#include <string>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Gives the training rows their weights, and the dataset what it says of them. A relative path of a file is
/// looked for in the folder first, then in the current directory. Throws ConfigError for class weights of
/// targets or of a label that no row has, and DataError for what is wrong with the file.
void weigh_rows(Dataset& dataset, const RowWeighting& weighting, const std::filesystem::path& folder);

/// The part of classes: multiplies the weights that the training rows have, or 1, by that of their class,
/// where "balanced" goes by these rows. Throws ConfigError as above.
void weigh_classes(Dataset& dataset, const RowWeighting& weighting);

/// "class weights -1: 1, 1: 2", "balanced class weights", "row weights w.txt (sha256 0123456789ab)", or both;
/// empty where rows have no weights. Different weights of a dataset's rows have different texts.
std::string weighting_text(const Dataset& dataset);

}  // namespace descent
