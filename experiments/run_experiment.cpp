#include "experiments/run_experiment.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <numeric>

#include "experiments/campaign.hpp"
#include "experiments/cost_summary.hpp"
#include "experiments/decision_lines.hpp"
#include "experiments/dry_run.hpp"
#include "experiments/manifest_file.hpp"
#include "experiments/progress.hpp"
#include "experiments/provenance.hpp"
#include "experiments/run_identity.hpp"
#include "experiments/run_provenance.hpp"
#include "plots/atomic_file.hpp"

namespace descent {

namespace {

/// What a child hands back of a run that went well: what it cost, and how it ended.
std::string answer_of(const RunRecord& record) {
  return Json{to_text(record.costs), record.rows.back().status}.dump();
}

/// Carries out what is missing and keeps every run as soon as it is done; tells of those that did not end
/// well in `work`.
void carry_out_missing(PlannedWork& work, const DecisionLines& decision_lines, const RunSettings& settings,
                       CostSummary& summary) {
  const double total = std::accumulate(work.missing.begin(), work.missing.end(), 0.0,
                                       [](double sum, const RunSpec& spec) { return sum + cost_of(spec); });
  ProgressDisplay progress(work.missing.size(), total, settings.quiet);
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
      ResultRow row = row_of(spec);
      row.status = status = run_status::failed(failure);
      // A repetition under a newer bound that is killed must not cost the rows that are there; one that
      // contradicts the bound has shown them to be wrong.
      if (failure.starts_with(contradiction_prefix) || !has_complete_rows(settings.folder, id)) {
        write_provenance(settings.folder, spec, {});
        store_run(settings.folder, id, std::span(&row, 1));
      }
    }
    if (run_status::is_failed(status) || status == run_status::diverged) {
      work.unwell.push_back({id, spec.what(), status});
      progress.note(fmt::format("{}: {}", spec.what(), status));
    }
    progress.finished(cost_of(spec), spec.description());
  };
  carry_out_campaign(work.missing, settings.jobs, settings.folder / "runs", report, finished,
                     settings.limits);
}

}  // namespace

std::vector<UnwellRun> run_experiment(const Config& config, const RunSettings& settings) {
  LoadOptions options;
  options.require_real = settings.require_real;
  options.test_limit = config.test_rows;
  std::vector<Dataset> datasets;
  for (std::size_t k = 0; k < config.datasets.size(); ++k)
    datasets.push_back(load_dataset_of(config, k, options));
  const DecisionLines decision_lines(config, datasets, settings.folder);
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  References references(settings.references);
  references.read(problems);
  if (!settings.dry_run) {
    std::vector<ProblemSpec> wanted = problems;
    std::erase_if(wanted, [&](const ProblemSpec& problem) {
      return !settings.only.wants_dataset(problem.dataset->name);
    });
    // Whatever is wrong with the folder is told before the work begins.
    make_folder(settings.folder / "runs");
    make_folder(settings.folder / "provenance");
    references.provide(wanted, {.settings = {}, .jobs = settings.jobs, .quiet = settings.quiet});
  }
  PlannedWork work =
      planned_work(make_plan(config, datasets, TunedFile::read(TunedFile::path_for(config)), references),
                   settings.folder, settings.only, decision_lines, !settings.dry_run);
  if (settings.dry_run) {
    print_dry_run(config, work, problems, references, settings);
    return {};
  }

  ManifestFile manifest(settings.folder, make_manifest(config, datasets, work.plan, references, work.ids));
  if (work.missing.empty())
    manifest.keep_sessions();
  else
    manifest.start_session();
  if (!settings.quiet) {
    fmt::print("{}: {} runs, {} to do, into {}\n", config.name, work.plan.runs.size(), work.missing.size(),
               settings.folder.string());
    std::fflush(stdout);
  }
  CostSummary summary;
  carry_out_missing(work, decision_lines, settings, summary);
  if (!work.missing.empty()) manifest.end_session(work.missing.size());
  decision_lines.write(work.plan, work.ids);
  if (!settings.quiet) summary.print();
  return work.unwell;
}

}  // namespace descent
