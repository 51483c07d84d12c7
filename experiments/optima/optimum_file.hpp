#pragma once

#include <filesystem>
#include <string>

#include "experiments/config/problem_spec.hpp"
#include "experiments/optima/certified_optimum.hpp"
#include "support/errors.hpp"

namespace descent {

/// Hash of the problem and its stored data: 16 hexadecimal digits. Problems with the same hash have the same
/// optimum.
std::string optimum_id(const Problem& problem);

/// FOLDER/ID.reference: a line of JSON that describes the file, then n weights and m dual weights as
/// little-endian doubles.
std::filesystem::path optimum_path(const std::filesystem::path& folder, const Problem& problem);

/// Writes atomically. `settings` are the requirements at the time.
void write_optimum(const std::filesystem::path& path, const ProblemSpec& spec,
                   const CertifiedOptimum& optimum, const OptimumSettings& settings);

struct StoredOptimum {
  CertifiedOptimum optimum;
  double seconds_allowed = 0;  ///< time that its solvers could use
  double gap_wanted = 0;       ///< gap that would have stopped them earlier
};

/// Error for a readable file of an optimum that changed since it was written.
class DamagedOptimum : public DataError {
 public:
  using DataError::DataError;
};

/// Reads the file and verifies it: computes objective and lower bound again from weights and dual weights.
/// Throws DamagedOptimum with the file's name if anything differs, and DataError if the file cannot be opened
/// (with the system's reason) or is not regular.
StoredOptimum read_optimum(const std::filesystem::path& path, const Problem& problem);

/// Checks a file without its problem: name, size, checksum of its numbers and seal of its header. Throws like
/// read_optimum().
void check_optimum_file(const std::filesystem::path& path);

}  // namespace descent
