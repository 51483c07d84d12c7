#pragma once

#include <filesystem>

#include "datasets/readers/reader.hpp"

namespace descent {

/// Writes a sample in the format of the file's ending: .csv (a header, the labels last), .npz (a CSR matrix
/// as scipy.sparse.save_npz writes it, with the labels as y), or LIBSVM text for .svm, .libsvm and .txt. It
/// reads back as the same values and labels. Throws ConfigError for another ending, and ResultFileError if
/// the file cannot be written.
void write_sample_file(const RawSample& sample, const std::filesystem::path& path);

}  // namespace descent
