#pragma once

#include <filesystem>
#include <string>

#include "datasets/stand_ins/stand_in.hpp"

namespace descent {

/// Fills a dataset with the training rows and the first `test_limit` test rows of a stand-in. They are kept
/// as LIBSVM text in stand-ins/ of the last of data_folders(), under names with a hash of everything that
/// determines them, and read from there the next time. A folder that cannot be written is no error.
/// Dataset::sha256 is of the rows: the same whether they were made or read.
void use_stand_in(Dataset& dataset, const StandIn& stand_in, Index test_limit);

/// Writes a sample as LIBSVM text. Throws ResultFileError if it cannot be written.
void write_text(const Sample& sample, Task task, const std::filesystem::path& path);

}  // namespace descent
