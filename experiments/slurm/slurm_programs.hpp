#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace descent {

/// Throws ConfigError when there is no sbatch on the PATH.
void require_sbatch();

/// Submits a script and returns the job's number. Throws ConfigError with the words of sbatch when it
/// refuses.
std::string submit_script(const std::filesystem::path& script, const std::vector<std::string>& options);

/// Takes jobs back that were submitted; what goes wrong with that is nobody's to know.
void cancel_jobs(const std::vector<std::string>& jobs);

/// State of a job or of a task of an array, "41" or "41_3" → "RUNNING".
using JobQueue = std::map<std::string, std::string>;

/// All jobs of this user that have not ended; nothing when squeue is not there or cannot tell.
std::optional<JobQueue> jobs_of_user();

/// Whether it is the job, or a task of it.
bool belongs_to(const std::string& queued, const std::string& job);

}  // namespace descent
