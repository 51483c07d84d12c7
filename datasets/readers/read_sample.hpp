#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "datasets/readers/reader.hpp"

namespace descent {

/// Reads a file with the reader of its format. To add a format, add it to FileFormat and here. Readers take
/// plain or compressed files (.bz2, .gz, .xz), and throw DataError `path:line:column: …` at the first error.
RawSample read_sample(const std::filesystem::path& path, const ReadSettings& settings);

/// The first difference between a file's names of columns and those of the training file, in words.
std::string difference_of_columns(std::span<const std::string> columns,
                                  std::span<const std::string> of_training, const std::string& training);

}  // namespace descent
