#pragma once

#include <iosfwd>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Writes a sample as LIBSVM text that any LIBSVM tool reads: x_i itself (a classification sample stores y_i
/// x_i), labels +1 and −1 or the targets, and the shortest numbers that read back as the same Value. Throws
/// RunError when the stream fails.
void write_libsvm(std::ostream& output, const Sample& sample, Task task);

}  // namespace descent
