#pragma once

#include "datasets/matrix/dataset.hpp"
#include "support/text/text_sink.hpp"

namespace descent {

/// A sample as LIBSVM text that any LIBSVM tool reads, piece by piece: x_i itself (a classification sample
/// stores y_i x_i), labels +1 and −1 or the targets, and the shortest numbers that read back as the same
/// values.
void write_libsvm(const Sample& sample, Task task, const TextSink& sink);

}  // namespace descent
