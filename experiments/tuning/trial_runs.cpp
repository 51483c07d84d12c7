#include "experiments/tuning/trial_runs.hpp"

#include <fmt/format.h>

#include "experiments/measure/run_record.hpp"
#include "experiments/plan/run_identity.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/json_text.hpp"
#include "support/numbers/infinity.hpp"
#include "support/terminal/print_error.hpp"

namespace descent {

namespace {

// A run that diverged has null, because JSON has no infinity.
std::string text_of_end(const RunRecord& record) {
  const ResultRow& end = record.rows.back();
  const bool diverged = end.status == run_status::diverged;
  return json_text(
      {diverged ? Json() : Json(*end.objective), record.costs.billed_seconds + end.setup_seconds});
}

TrialEnd read_end(const std::string& text) {
  const Json numbers = Json::parse(text);
  return {numbers.at(0).is_null() ? infinity : numbers.at(0).get<double>(), numbers.at(1)};
}

}  // namespace

std::vector<TrialEnd> TrialRuns::carry_out(std::span<const RunSpec> runs) {
  std::vector<TrialEnd> ends(runs.size(), TrialEnd{infinity, 0});
  const std::filesystem::path folder = folder_of_temporary_files();  // fails here, not in every trial
  CurrentProblem current;
  std::vector<Job> jobs;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const RunSpec& spec = runs[k];
    const double cost = spec.allowance.amount;
    if (auto known = known_.extract(run_id(spec))) {
      ends[k] = known.mapped();
      ended_.insert(std::move(known));
      progress_.expect(-1, -cost);
      continue;
    }
    const auto finished = [&, k](const std::string& answer, const std::string& failure) {
      if (!failure.empty()) return print_error("failed: {}: {}\n", spec.description(), failure);
      ends[k] = read_end(answer);
      ended_.emplace(run_id(spec), ends[k]);
    };
    jobs.push_back({.what = fmt::format("tuning {}", spec.description()),
                    .cost = cost,
                    .takes_all_cores = processes_of(spec.options) > 1,
                    .prepare = [&] { current.prepare(spec); },
                    .work = [&] { return text_of_end(current.carry_out(spec, folder)); },
                    .finished = finished});
  }
  descent::carry_out(jobs, jobs_, progress_);
  return ends;
}

TrialEnds TrialRuns::ends() const {
  TrialEnds all = ended_;
  all.insert(known_.begin(), known_.end());
  return all;
}

}  // namespace descent
