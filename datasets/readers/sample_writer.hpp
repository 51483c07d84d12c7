#pragma once

#include <filesystem>

#include "datasets/readers/reader.hpp"

namespace descent {

/// Writes a sample in the format of the file's ending. .csv has a header, and the labels last; .npz has a CSR
/// matrix as scipy.sparse.save_npz writes it, and the labels as y. .svm, .libsvm and .txt are LIBSVM text. It
/// reads back as the same values and labels. Throws ConfigError for another ending, and ResultFileError if
/// the file cannot be written.
void write_sample_file(const RawSample& sample, const std::filesystem::path& path);

}  // namespace descent
