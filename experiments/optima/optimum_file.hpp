#pragma once

#include <filesystem>
#include <string>

#include "experiments/config/problem_spec.hpp"
#include "experiments/optima/certified_optimum.hpp"
#include "support/errors.hpp"

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

/// A file of an optimum can be read, and is not what was written.
class DamagedOptimum : public DataError {
 public:
  using DataError::DataError;
};

/// Reads the file and verifies it from scratch: objective and lower bound are computed anew from the weights
/// and the dual weights. Throws DamagedOptimum, naming the file, when anything differs from what it says, and
/// DataError when it cannot be opened (with the system's reason) or is not a regular file.
StoredOptimum read_optimum(const std::filesystem::path& path, const Problem& problem);

/// Holds a file against what it says of itself, without its problem: its name, the size, the checksum of its
/// numbers and the seal of its words. Throws as read_optimum() does.
void check_optimum_file(const std::filesystem::path& path);

}  // namespace descent
