#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "datasets/readers/reader.hpp"

namespace descent {

/// Reads a file with the reader of its format. To add a format, add it to FileFormat and here. Readers take
/// plain or compressed files (.bz2, .gz, .xz), and throw DataError `path:line:column: …` at the first error.
RawSample read_sample(const std::filesystem::path& path, const ReadSettings& settings);

/// For rows that are read from the index 0, like their training rows. Throws DataError if they seem to count
/// from 1: none has an index 0, and the largest is one above the training rows' largest.
void require_indices_from_0(const std::filesystem::path& path, const SparseMatrix& rows,
                            Index training_columns);

/// The first difference between the column names of a file and of the training file, in words.
std::string difference_of_columns(std::span<const std::string> columns,
                                  std::span<const std::string> training_columns, const std::string& training);

}  // namespace descent
