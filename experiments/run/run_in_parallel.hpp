#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "support/process/process_pool.hpp"

namespace descent {

/// Builds the problem's columns, unless they are there, and returns the CPU seconds that this took.
double build_columns(const Problem& problem);

/// Carries out runs in child processes, `jobs` at a time. Runs of one problem should follow each other: its
/// columns are built once, before the first child that walks them starts, and the time this took is part of
/// the setup of every run that does. Iterates are set aside in `folder`.
///
/// `report` runs in the child right after the run, to keep its rows and to say in a text what this process
/// needs of them; `finished` runs here with that text, or with the reason why the run failed.
void run_in_parallel(std::span<const RunSpec> runs, int jobs, const std::filesystem::path& folder,
                     const std::function<std::string(const RunSpec&, const RunRecord&)>& report,
                     const std::function<void(const RunSpec&, const std::string& answer,
                                              const std::string& failure)>& finished,
                     const JobLimits& limits = {});

}  // namespace descent
