#pragma once

#include <filesystem>
#include <string>

#include "datasets/stand_ins/stand_in.hpp"

namespace descent {

/// The training rows and the first `test_rows` test rows of a stand-in. They are kept as LIBSVM text in
/// stand-ins/ of the last of data_folders(), under names with a hash of everything that determines them, and
/// read from there the next time. A folder that cannot be written is no error.
StandInSamples load_stand_in(const std::string& name, const StandIn& stand_in, Task task, Index test_rows);

/// SHA-256 of the starts, labels, indices and values of both samples: the same for samples that were made and
/// read.
std::string sha256_of(const StandInSamples& samples);

/// Writes a sample as LIBSVM text. Throws ResultFileError if it cannot be written.
void write_text(const Sample& sample, Task task, const std::filesystem::path& path);

}  // namespace descent
