#pragma once

#include "datasets/matrix/dataset.hpp"
#include "support/text/text_sink.hpp"

namespace descent {

/// Writes a sample piece by piece as text for any LIBSVM tool. Rows are x_i itself (a classification sample
/// stores y_i x_i), labels +1 and −1 or the targets. Numbers are the shortest that read back as the same
/// values.
void write_libsvm(const Sample& sample, Task task, const TextSink& sink);

}  // namespace descent
