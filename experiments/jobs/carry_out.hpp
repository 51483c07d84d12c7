#pragma once

#include <functional>
#include <span>
#include <string>

#include "support/process/process_pool.hpp"
#include "support/terminal/progress.hpp"

namespace descent {

/// How much a command prints while it works.
enum class Output {
  details,
  brief,  ///< progress, and one line at the end
  quiet,  ///< not even progress
};

/// A piece of work with a process of its own: a run, an optimum, a trial, a split or a replay.
struct Job {
  std::string what;  ///< named by the progress
  double cost = 1;   ///< expected work, in the unit of the jobs beside it
  /// The job works in several processes, so it runs alone, after the others.
  bool takes_all_cores = false;
  int cores = 1;  ///< that it has to itself, one for each of its threads
  /// Called in this process just before the job's process starts, which sees what it has made.
  std::function<void()> prepare = [] {};
  /// Called in the job's process; keeps the result and returns the answer.
  std::function<std::string()> work;
  /// Called in this process when the job has ended. `failure` says why there is no answer; empty if there is
  /// one. It may print.
  std::function<void(const std::string& answer, const std::string& failure)> finished;
};

struct JobSettings {
  int at_once = 1;  ///< jobs of one core, at most as many as there are physical ones
  Output output = Output::details;
  JobLimits limits = {};  ///< of each job's process

  /// Cores that jobs have together: so many, but not more than there are, and one at least.
  int cores() const;
};

/// Throws ConfigError if `what` needs more cores than there are, or than so many jobs at once have.
void require_cores(int cores, int at_once, const std::string& what);

/// Carries out the jobs in their order, as run_in_children() does, and shows the progress. `progress` expects
/// them already. Throws Interruption if the program is stopped; what ended jobs have kept stays.
void carry_out(std::span<const Job> jobs, const JobSettings& settings, ProgressDisplay& progress);

/// The same with a progress of their own.
void carry_out(std::span<const Job> jobs, const JobSettings& settings);

}  // namespace descent
