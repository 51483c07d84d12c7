#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "support/process/job.hpp"

namespace descent {

/// Carries out jobs 0 … count − 1, each in a child process of its own that is bound to one physical core,
/// `at_once` of them at a time (at most the number of cores). A child sees all that this process has loaded;
/// a crash, a kill or a limit ends that job alone. `prepare` runs here just before the job's child starts,
/// `work` in the child, which hands back its answer, and `finished` here, in the order of completion.
/// Children die with this process, and before an exception of `prepare` or `finished` leaves; what they have
/// started dies with them, unless SIGKILL ends this process. Throws Interruption when this process is told to
/// stop meanwhile, and RunError when no process can be started or watched, or when the processors that this
/// one may use are unknown.
void run_in_children(std::size_t count, int at_once, const std::function<void(std::size_t)>& prepare,
                     const std::function<std::string(std::size_t)>& work,
                     const std::function<void(const JobResult&)>& finished, const JobLimits& limits = {});

}  // namespace descent
