#include "experiments/jobs/carry_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "support/errors.hpp"
#include "support/process/process_pool.hpp"
#include "support/process/processor.hpp"

namespace descent {

int JobSettings::cores() const {
  return std::max(1, std::min(at_once, static_cast<int>(physical_cores().size())));
}

void require_cores(int cores, int at_once, const std::string& what) {
  const auto here = static_cast<int>(physical_cores().size());
  if (cores == 1 || cores <= std::min(at_once, here)) return;
  throw ConfigError(
      "{}: works in {} threads, each on a core of its own, but {}", what, cores,
      cores > here ? fmt::format("there are {} here", here) : fmt::format("--jobs gives {}", at_once));
}

void carry_out(std::span<const Job> jobs, const JobSettings& settings, ProgressDisplay& progress) {
  for (const Job& job : jobs)
    if (!job.takes_all_cores) require_cores(job.cores, settings.at_once, job.what);
  if (!jobs.empty()) progress.start();
  for (const bool alone : {false, true}) {
    std::vector<const Job*> part;
    for (const Job& job : jobs) {
      if (job.takes_all_cores == alone) part.push_back(&job);
    }
    run_in_children(
        part.size(), alone ? 1 : settings.at_once, [&](std::size_t k) { part[k]->prepare(); },
        [&](std::size_t k) { return part[k]->work(); },
        [&](const JobResult& result) {
          const Job& job = *part[result.job];
          progress.clear();
          job.finished(result.answer, result.failure);
          progress.finished(job.cost, job.what);
        },
        settings.limits, [&](std::size_t k) { return static_cast<std::size_t>(part[k]->cores); });
  }
}

void carry_out(std::span<const Job> jobs, const JobSettings& settings) {
  ProgressDisplay progress(settings.output == Output::quiet);
  for (const Job& job : jobs) progress.expect(1, job.cost);
  carry_out(jobs, settings, progress);
}

}  // namespace descent
