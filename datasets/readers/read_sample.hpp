#pragma once

#include <filesystem>
#include <string>

#include "datasets/readers/reader.hpp"

namespace descent {

/// Reads a file with the reader of its format. To add a format, add it to FileFormat and here. Readers take
/// plain or compressed files (.bz2, .gz, .xz), and throw DataError `path:line:column: …` at the first error.
RawSample read_sample(const std::filesystem::path& path, const ReadSettings& settings);

}  // namespace descent
