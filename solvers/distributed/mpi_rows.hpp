#pragma once

#include <filesystem>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Writes a sample for the processes of a run, which have the same byte order.
void write_rows_for_processes(const Sample& sample, const std::filesystem::path& path);

/// One process's part of a sample.
struct PartOfRows {
  Sample sample;        ///< the part's rows, with labels
  Index rows = 0;       ///< of the whole sample
  Offset nonzeros = 0;  ///< of the whole sample
};

/// Reads the rows of a part (rows_of_part), and next to nothing else. Throws RunError if the file is
/// unreadable.
PartOfRows read_part_of_rows(const std::filesystem::path& path, int part, int parts);

}  // namespace descent
