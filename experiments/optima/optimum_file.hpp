#pragma once

#include <filesystem>
#include <string>

#include "experiments/config/problem_spec.hpp"
#include "experiments/optima/certified_optimum.hpp"

namespace descent {

/// Hash of the problem and of all its data as stored: 16 hexadecimal digits. Two problems of the same hash
/// have the same optimum.
std::string optimum_id(const Problem& problem);

/// FOLDER/ID.reference. The file is a line of JSON that says what it is, then the n weights and the m dual
/// weights as little-endian doubles.
std::filesystem::path optimum_path(const std::filesystem::path& folder, const Problem& problem);

/// Written atomically. `settings` tell what was asked for.
void write_optimum(const std::filesystem::path& path, const ProblemSpec& spec,
                   const CertifiedOptimum& optimum, const OptimumSettings& settings);

/// An optimum as it was found in a file.
struct StoredOptimum {
  CertifiedOptimum optimum;
  double seconds_allowed = 0;  ///< how long its solvers were allowed to work
  double gap_wanted = 0;       ///< at which they would have stopped before
};

/// Reads the file and verifies it from scratch: objective and lower bound are computed anew from the weights
/// and the dual weights. Throws DataError, naming the file, when anything differs from what it says, and with
/// the system's reason when it cannot be opened.
StoredOptimum read_optimum(const std::filesystem::path& path, const Problem& problem);

}  // namespace descent
