#pragma once

#include <functional>
#include <string>

#include "datasets/matrix/dataset.hpp"
#include "support/text/text_sink.hpp"

namespace descent {

/// Writes rows with their labels piece by piece, those negated with the opposite signs. Numbers are the
/// shortest that read back as the same values.
void write_libsvm_rows(const SparseMatrix& rows, const std::function<std::string(Index)>& label_of,
                       const std::function<bool(Index)>& is_negated, const TextSink& sink);

/// Writes a sample piece by piece as text for any LIBSVM tool. Rows are x_i itself (a classification sample
/// stores y_i x_i), labels +1 and −1 or the targets.
void write_libsvm(const Sample& sample, Task task, const TextSink& sink);

}  // namespace descent
