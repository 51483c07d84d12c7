#include "experiments/jobs/carry_out.hpp"

#include <vector>

#include "support/process/process_pool.hpp"

namespace descent {

void carry_out(std::span<const Job> jobs, const JobSettings& settings, ProgressDisplay& progress) {
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
        settings.limits);
  }
}

void carry_out(std::span<const Job> jobs, const JobSettings& settings, double later_seconds) {
  ProgressDisplay progress(settings.output == Output::quiet, later_seconds);
  for (const Job& job : jobs) progress.expect(1, job.cost);
  carry_out(jobs, settings, progress);
}

}  // namespace descent
