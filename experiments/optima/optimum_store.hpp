#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "experiments/config/problem_spec.hpp"
#include "experiments/optima/optimum_file.hpp"

namespace descent {

/// How missing optima are computed.
struct OptimumWork {
  OptimumSettings settings;
  int jobs = 1;
  bool quiet = false;
  bool again = false;  ///< also those that are there
  bool tidies = true;  ///< removes what was left half written; not where others may write meanwhile
};

/// What is known of one problem: its file, and what that proves, without the dual weights, which have done
/// their service.
struct KnownOptimum : StoredOptimum {
  ProblemSpec spec;
  std::filesystem::path path;
};

/// The certified optima of experiments' problems, kept as files in one folder. Nothing is taken from a
/// file that was not verified when it was read. Problems are told apart by their dataset's address: the
/// datasets must outlive the object.
class OptimumStore {
 public:
  explicit OptimumStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Reads those of the problems that are there. A damaged file counts as missing, which is printed once.
  /// Throws DataError for what cannot be read or is not a regular file.
  void read(std::span<const ProblemSpec> problems);

  /// Reads those that are there, and computes the others in child processes, as well as those whose gap is
  /// larger than asked for because their solvers were content with it or had less time than they may have
  /// now (what is kept then is the better one): each once, on however many copies of its data it is asked
  /// for, and what should take longest first. A problem that no solver can certify is left out. Throws
  /// RunError when a computation has failed, after the others have ended and are known, DataError as above,
  /// and ResultFileError when the folder cannot be made.
  void provide(std::span<const ProblemSpec> problems, const OptimumWork& work);

  /// What find() wants from now on: that provide() would not compute it again under these settings. Without
  /// settings, as at first, any will do.
  void want(const std::optional<OptimumSettings>& settings) { wanted_ = settings; }

  /// Null when there is none as wanted. Valid until the next call of a member that is not const.
  const KnownOptimum* find(const ProblemSpec& problem) const;

 private:
  const KnownOptimum* known(const ProblemSpec& problem) const;
  /// True if the problem's file is there and sound.
  bool read(const ProblemSpec& problem, const std::filesystem::path& path);

  std::filesystem::path folder_;
  std::vector<KnownOptimum> known_;
  std::set<std::filesystem::path> damaged_;  ///< files that the user was told of
  std::optional<OptimumSettings> wanted_;
};

/// "F* 0.351916187404, gap 4e-11, by interior_point in 0.3 s", F* in the form of the problem.
std::string describe(const ProblemSpec& problem, const CertifiedOptimum& optimum);

}  // namespace descent
