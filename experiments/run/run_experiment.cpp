#include "experiments/run/run_experiment.hpp"

#include <fmt/ranges.h>

#include <cstdio>
#include <numeric>

#include "experiments/measure/run_provenance.hpp"
#include "experiments/plan/run_identity.hpp"
#include "experiments/run/cost_summary.hpp"
#include "experiments/run/decision_lines.hpp"
#include "experiments/run/dry_run.hpp"
#include "experiments/run/make_manifest.hpp"
#include "experiments/run/manifest_file.hpp"
#include "experiments/run/run_in_parallel.hpp"
#include "experiments/run/run_opening.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/process/interruption.hpp"
#include "support/terminal/progress.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// What a child hands back of a run that went well: what it cost, and how it ended.
std::string answer_of(const RunRecord& record) {
  return Json{to_text(record.costs), record.rows.back().status}.dump();
}

/// Carries out what is to do and keeps every run as soon as it is done; tells of those that did not end
/// well in `work`.
void carry_out_work(PlannedWork& work, const DecisionLines& decision_lines, const RunSettings& settings,
                    CostSummary& summary, std::size_t& ended) {
  const double total = std::accumulate(work.to_do.begin(), work.to_do.end(), 0.0,
                                       [](double sum, const RunSpec& spec) { return sum + cost_of(spec); });
  ProgressDisplay progress(work.to_do.size(), total, settings.quiet, settings.later_seconds);
  const auto report = [&](const RunSpec& spec, const RunRecord& record) {
    const std::string& id = record.rows.front().run_id;
    decision_lines.keep(spec, id, record.final_weights);
    write_provenance(settings.folder, spec, record.costs);
    store_run(settings.folder, id, record.rows);
    return answer_of(record);
  };
  const auto finished = [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
    const std::string id = run_id(spec);
    std::string status;
    if (failure.empty()) {
      const Json said = Json::parse(answer);
      summary.add(costs_from_text(said[0]), spec);
      status = said[1];
    } else {
      // A process that was killed when its run's file was there had done its work.
      status = final_status(spec, settings.folder, id, decision_lines);
    }
    if (status.empty()) {
      ResultRow row = row_of(spec, id);
      row.status = status = run_status::failed(failure);
      // A repetition under a newer bound that is killed must not cost the rows that are there; one that
      // contradicts the bound has shown them to be wrong.
      if (failure.starts_with(run_status::contradiction_prefix) || !has_complete_rows(settings.folder, id)) {
        write_provenance(settings.folder, spec, std::nullopt);
        store_run(settings.folder, id, std::span(&row, 1));
      }
    }
    if (run_status::is_failed(status) || status == run_status::diverged) {
      work.unwell.push_back({id, spec.what(), status});
      progress.note(fmt::format("{}: {}", spec.what(), status));
    }
    progress.finished(cost_of(spec), spec.description());
    ++ended;
  };
  run_in_parallel(work.to_do, settings.jobs, settings.folder / "runs", report, finished, settings.limits);
}

/// All of them, or all that is wrong with them.
std::vector<Dataset> load_datasets_of(const Config& config, const LoadOptions& options) {
  std::vector<Dataset> datasets;
  std::vector<std::string> complaints;
  for (std::size_t k = 0; k < config.datasets.size(); ++k) {
    try {
      datasets.push_back(load_dataset_of(config, k, options));
    } catch (const DataError& error) {
      complaints.push_back(error.what());
    }
  }
  if (!complaints.empty()) throw DataError(fmt::format("{}", fmt::join(complaints, "\ndescent: ")));
  return datasets;
}

}  // namespace

std::vector<FailedRun> run_experiment(const Config& config, const RunSettings& settings) {
  LoadOptions options;
  options.require_real = settings.require_real;
  options.test_limit = config.test_rows;
  const std::vector<Dataset> datasets = load_datasets_of(config, options);
  if (!settings.quiet) print_sources(datasets);
  const DecisionLines decision_lines(config, datasets, settings.folder);
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  OptimumStore references(settings.references);
  references.read(problems);
  const TunedFile tuned = TunedFile::read(TunedFile::path_for(config));
  const OptimumSettings quality;
  const OptimumStore sufficient = references.sufficient_for(quality);
  Plan known = make_plan(config, datasets, tuned, sufficient);
  if (!settings.quiet) print_left_out(known);
  const std::vector<ProblemSpec> wanted = wanted_problems(known, settings.only);
  if (settings.dry_run) {
    print_dry_run(config,
                  planned_work(std::move(known), settings.folder, settings.only, decision_lines, false),
                  wanted, sufficient, settings);
    return {};
  }

  // Whatever is wrong with the folder is told before the work begins.
  make_folder(settings.folder / "runs");
  make_folder(settings.folder / "provenance");
  references.provide(wanted, {.settings = quality, .jobs = settings.jobs, .quiet = settings.quiet});
  // Once more: with the optima, the radii of all wanted runs are known.
  const OptimumStore optima = references.sufficient_for(quality);
  PlannedWork work = planned_work(make_plan(config, datasets, tuned, optima), settings.folder, settings.only,
                                  decision_lines, true);
  ManifestFile manifest(settings.folder, make_manifest(config, datasets, work.plan, optima, work.ids));
  if (work.to_do.empty())
    manifest.keep_sessions();
  else
    manifest.start_session();
  if (!settings.quiet) {
    fmt::print("{}{}: {}, {} to do, into {}\n", settings.place.empty() ? "" : settings.place + ": ",
               config.name, plural(work.plan.runs.size(), "run"), work.to_do.size(),
               settings.folder.string());
    print_untuned(work, config.path);
    print_earlier_runs(settings.folder, work.ids);
    std::fflush(stdout);
  }
  CostSummary summary;
  std::size_t ended = 0;
  try {
    carry_out_work(work, decision_lines, settings, summary, ended);
  } catch (const Interruption&) {
    try {
      manifest.end_session(ended);
    } catch (const ResultFileError&) {  // the session stays open, as that of a killed process
    }
    throw;
  }
  if (!work.to_do.empty()) manifest.end_session(ended);
  decision_lines.write(work.plan, work.ids);
  if (!settings.quiet) summary.print();
  return work.unwell;
}

}  // namespace descent
