#pragma once

#include <filesystem>

#include "datasets/matrix/dataset.hpp"
#include "datasets/readers/reader.hpp"
#include "support/text/text_sink.hpp"

namespace descent {

/// Writes a sample piece by piece as text for any LIBSVM tool. Rows are x_i itself (a classification sample
/// stores y_i x_i), labels +1 and −1 or the targets. Numbers are the shortest that read back as the same
/// values.
void write_libsvm(const Sample& sample, Task task, const TextSink& sink);

/// Writes a sample in the format of the file's ending. .csv has a header, and the labels last; .npz has a CSR
/// matrix as scipy.sparse.save_npz writes it, and the labels as y. .svm, .libsvm and .txt are LIBSVM text. It
/// reads back as the same values and labels. Throws ConfigError for another ending, and ResultFileError if
/// the file cannot be written.
void write_sample_file(const RawSample& sample, const std::filesystem::path& path);

}  // namespace descent
