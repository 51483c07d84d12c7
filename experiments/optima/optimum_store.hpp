#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/problem_spec.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "experiments/optima/certified_optimum.hpp"
#include "support/errors.hpp"

namespace descent {

struct StoredOptimum {
  CertifiedOptimum optimum;
  double seconds_allowed = 0;  ///< time that its solvers could use
  double gap_wanted = 0;       ///< gap that would have stopped them earlier
};

/// How missing optima are computed.
struct OptimumWork {
  OptimumSettings settings;
  JobSettings jobs = {};
  bool again = false;  ///< also compute existing optima; a better one stays as it is
};

/// Computations of optima failed; the others are known. The message has a line for each.
class FailedOptima : public RunError {
 public:
  explicit FailedOptima(std::vector<std::string> sentences);
  std::vector<std::string> each;  ///< "no reference optimum of a9a, hinge + l1, lambda 1/m: out of memory"
};

/// A known optimum: its file and what it proves, without the dual weights, which are no longer needed.
struct KnownOptimum : StoredOptimum {
  ProblemSpec spec;
  std::filesystem::path path;
};

/// Certified optima of experiments' problems, one file each in a folder, verified when read. Problems are
/// identified by their dataset's address, so the datasets must outlive this object.
class OptimumStore {
 public:
  explicit OptimumStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Reads existing optima, with settings only those that provide() would not compute again. A damaged file
  /// counts as missing and is reported once. Throws DataError for an unreadable or irregular file.
  void read(std::span<const ProblemSpec> problems, const std::optional<OptimumSettings>& wanted = {});

  /// Reads existing optima and computes the rest in child processes, each once, the longest first. An optimum
  /// whose gap is too large is computed again if its solvers aimed at a larger gap or had less time than now;
  /// the better one is kept. Copies of the same data share an optimum. Problems that no solver can certify
  /// are left out. If computations fail, throws FailedOptima after the others have ended. Throws DataError
  /// like read(), and ResultFileError if the folder cannot be created.
  void provide(std::span<const ProblemSpec> problems, const OptimumWork& work);

  /// Prints the problems whose known optimum has a larger gap, and returns the number of these optima.
  std::size_t print_unproved(std::span<const ProblemSpec> problems, double gap) const;

  /// Null if it was neither read nor provided. Valid until the next call of a non-const member.
  const KnownOptimum* find(const ProblemSpec& problem) const;

 private:
  /// Reads the problem's file if it exists and is sound.
  void read(const ProblemSpec& problem, const std::filesystem::path& path);

  std::filesystem::path folder_;
  std::vector<KnownOptimum> known_;
  std::set<std::filesystem::path> damaged_;  ///< files already reported
};

/// "F* 0.351916187404, gap 4e-11, by interior_point in 0.3 s", F* in the problem's form.
std::string describe(const ProblemSpec& problem, const CertifiedOptimum& optimum);

/// Hash of the problem and its stored data: 16 hexadecimal digits. Problems with the same hash have the same
/// optimum.
std::string optimum_id(const Problem& problem);

/// FOLDER/ID.reference: a line of JSON that describes the file, then n weights and m dual weights as
/// little-endian doubles.
std::filesystem::path optimum_path(const std::filesystem::path& folder, const Problem& problem);

/// Writes atomically. `settings` are the requirements at the time.
void write_optimum(const std::filesystem::path& path, const ProblemSpec& spec,
                   const CertifiedOptimum& optimum, const OptimumSettings& settings);

/// A file of an optimum is not what was written.
class DamagedOptimum : public DataError {
 public:
  explicit DamagedOptimum(const std::filesystem::path& file)
      : DataError("{}: damaged, computed again", file.string()) {}
};

/// Reads the file, and computes objective and lower bound from its weights and dual weights. Throws
/// DamagedOptimum if their checksum differs, and DataError if the file cannot be read or is not one that
/// descent has written.
StoredOptimum read_optimum(const std::filesystem::path& path, const Problem& problem);

}  // namespace descent
