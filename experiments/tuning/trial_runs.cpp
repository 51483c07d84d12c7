#include "experiments/tuning/trial_runs.hpp"

#include <fmt/format.h>

#include "experiments/plan/run_identity.hpp"
#include "experiments/run/run_in_parallel.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/json_text.hpp"
#include "support/numbers/infinity.hpp"
#include "support/terminal/print_error.hpp"
#include "support/terminal/progress.hpp"

namespace descent {

namespace {

// A run that diverged has null, because JSON has no infinity.
std::string text_of_end(const RunSpec&, const RunRecord& record) {
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
  std::vector<RunSpec> open;
  std::vector<std::size_t> place;  // of the open runs
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (auto known = known_.extract(run_id(runs[k]))) {
      ends[k] = known.mapped();
      ended_.insert(std::move(known));
    } else {
      open.push_back(runs[k]);
      place.push_back(k);
    }
  }
  ProgressDisplay progress(open.size(), static_cast<double>(open.size()), quiet_);
  run_in_parallel(open, jobs_, folder_of_temporary_files(), text_of_end,
                  [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
                    if (failure.empty()) {
                      const TrialEnd end = read_end(answer);
                      ends[place[static_cast<std::size_t>(&spec - open.data())]] = end;
                      ended_.emplace(run_id(spec), end);
                    } else {
                      print_error("failed: {}: {}\n", spec.description(), failure);
                    }
                    progress.finished(1, fmt::format("tuning {}", spec.description()));
                  });
  return ends;
}

TrialEnds TrialRuns::ends() const {
  TrialEnds all = ended_;
  all.insert(known_.begin(), known_.end());
  return all;
}

}  // namespace descent
