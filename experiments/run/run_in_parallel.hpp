#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "support/process/process_pool.hpp"

namespace descent {

/// Builds the problem's columns, unless they exist, and returns the CPU seconds used.
double build_columns(const Problem& problem);

/// Carries out runs in child processes, `jobs` at a time. Runs of one problem should be adjacent: its columns
/// are built once, before the first child that needs them, and the time counts as setup of all runs that use
/// them. Iterates are stored temporarily in `folder`.
///
/// `report` runs in the child after the run: it keeps the rows and returns a text for this process.
/// `finished` runs here with that text or the reason for a failure.
void run_in_parallel(std::span<const RunSpec> runs, int jobs, const std::filesystem::path& folder,
                     const std::function<std::string(const RunSpec&, const RunRecord&)>& report,
                     const std::function<void(const RunSpec&, const std::string& answer,
                                              const std::string& failure)>& finished,
                     const JobLimits& limits = {});

}  // namespace descent
