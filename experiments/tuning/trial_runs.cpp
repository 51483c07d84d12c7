#include "experiments/tuning/constant_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

TrialRow row_of(const TrialRun& run) {
  const RunSpec& spec = run.spec;
  TrialRow row;
  static_cast<GroupKey&>(row) = row_of(spec, run_id(spec));
  row.search = run.search;
  row.constants = run.constants;
  row.axis = name_of(spec.allowance.axis);
  row.budget = spec.allowance.amount;
  row.seed = spec.seed;
  row.run_id = run_id(spec);
  return row;
}

// A run that diverged has null, because JSON has no infinity.
std::string text_of_end(const RunRecord& record) {
  const ResultRow& end = record.rows.back();
  const bool diverged = end.status == run_status::diverged;
  return json_text({end.status, diverged ? Json() : Json(*end.objective),
                    record.costs.billed_seconds + end.setup_seconds});
}

void read_end(const std::string& text, TrialRow& row) {
  const Json end = Json::parse(text);
  row.status = end.at(0);
  if (!end.at(1).is_null()) row.objective = end.at(1).get<double>();
  row.cpu_seconds = end.at(2);
}

}  // namespace

void TrialRuns::add_known(TrialRow row) {
  row.search = 0;
  known_.emplace(row.run_id, std::move(row));
}

std::span<const TrialRow> TrialRuns::carry_out(std::span<const TrialRun> runs) {
  const std::filesystem::path folder = folder_of_temporary_files();  // fails here, not in every trial
  const std::size_t first = ended_.size();
  for (const TrialRun& run : runs) ended_.push_back(row_of(run));
  CurrentProblem current;
  std::vector<Job> jobs;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const RunSpec& spec = runs[k].spec;
    TrialRow& row = ended_[first + k];
    const double cost = spec.allowance.amount;
    if (auto known = known_.extract(row.run_id)) {
      known.mapped().search = row.search;
      row = std::move(known.mapped());
      progress_.expect(-1, -cost);
      continue;
    }
    const auto finished = [&](const std::string& answer, const std::string& failure) {
      if (failure.empty()) return read_end(answer, row);
      row.status = run_status::failed(failure);
      print_error("failed: {}: {}\n", spec.description(), failure);
    };
    jobs.push_back({.what = fmt::format("tuning {}", spec.description()),
                    .cost = cost,
                    .takes_all_cores = processes_of(spec.options) > 1,
                    .cores = cores_of(spec.options),
                    .prepare = [&] { current.prepare(spec); },
                    .work = [&] { return text_of_end(current.carry_out(spec, folder)); },
                    .finished = finished});
  }
  descent::carry_out(jobs, jobs_, progress_);
  return std::span(ended_).subspan(first);
}

std::vector<TrialRow> TrialRuns::rows() const {
  std::vector<TrialRow> all;
  std::ranges::copy_if(ended_, std::back_inserter(all), [](const TrialRow& row) {
    return !row.status.empty() && !run_status::is_failed(row.status);
  });
  for (const auto& [id, row] : known_) all.push_back(row);
  return all;
}

}  // namespace descent
