#include "experiments/run_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <system_error>

#include "datasets/errors.hpp"
#include "experiments/campaign.hpp"
#include "experiments/cost_summary.hpp"
#include "experiments/decision_lines.hpp"
#include "experiments/manifest_file.hpp"
#include "experiments/progress.hpp"
#include "experiments/provenance.hpp"
#include "plots/atomic_file.hpp"
#include "plots/errors.hpp"

namespace descent {

namespace {

void store(const std::filesystem::path& file, std::span<const ResultRow> rows) {
  AtomicFile out(file);
  write_rows(out, rows);
  out.commit();
}

/// Puts the bound that is known now in place of another one, or of none. False when the run has to be
/// repeated: under L1 its iterates are needed for what they share with w*'s support, and a run that
/// contradicts the bound is to fail with a message.
bool recertify(const std::filesystem::path& file, std::vector<ResultRow>& rows, const Reference& reference) {
  if (rows.back().lower_bound == reference.lower_bound) return true;
  if (rows.back().regularizer == name_of(RegularizerKind::l1)) return false;
  for (ResultRow& row : rows) {
    if (!row.objective || !contradiction(reference, *row.objective, row.dual_value).empty()) return false;
    row.lower_bound = reference.lower_bound;
    row.suboptimality = *row.objective - reference.lower_bound;
  }
  store(file, rows);
  return true;
}

/// The run's rows if its file is there and complete; none for a run that failed, which is to be tried again.
std::vector<ResultRow> done_rows(const std::filesystem::path& file) {
  std::error_code error;
  const bool exists = std::filesystem::exists(file, error);
  if (error) throw ConfigError(fmt::format("{}: cannot be looked up: {}", file.string(), error.message()));
  if (!exists) return {};
  std::vector<ResultRow> rows = read_rows(file);
  if (run_status::is_failed(rows.back().status)) return {};
  return rows;
}

bool matches(const std::vector<std::string>& wanted, const std::string& name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

/// A unit of work that the time to go can be estimated from.
double cost_of(const RunSpec& spec) {
  const double amount = spec.allowance.amount;
  return spec.allowance.axis == Axis::passes
             ? amount * static_cast<double>(spec.dataset->train.rows.nonzeros())
             : amount;
}

void print_plan(const Config& config, const Plan& plan, std::span<const RunSpec> missing,
                std::span<const ProblemSpec> problems, const References& references,
                const RunSettings& settings) {
  fmt::print("{}: {} runs, {} of them done, {} to do\n", config.name, plan.runs.size(),
             plan.runs.size() - missing.size(), missing.size());
  if (config.budget.axis == Axis::cpu_seconds) {
    double seconds = 0;
    for (const RunSpec& spec : missing) seconds += cost_of(spec);
    fmt::print("at most {:.0f} s of CPU time, about {:.0f} s on {} cores; ", seconds,
               1.15 * seconds / settings.jobs, settings.jobs);
  }
  const double bytes = 250.0 * static_cast<double>(config.checkpoints) * static_cast<double>(missing.size());
  fmt::print("about {:.1f} MB of results in {}\n", bytes / 1e6, settings.folder.string());
  for (const ProblemSpec& problem : problems) {
    const KnownReference* known = references.find(problem);
    if (known != nullptr)
      fmt::print("  {}: reference optimum {}\n", problem.description(), describe(known->reference));
    else if (can_certify(problem))
      fmt::print("  {}: reference optimum to be computed\n", problem.description());
    else
      fmt::print("  {}: no solver can certify an optimum\n", problem.description());
  }
  for (const ResolvedConstant& constant : plan.constants) {
    fmt::print("  {}, {}, {}: {} {} = {:.4g} ({})\n", constant.dataset, constant.regularizer, constant.lambda,
               constant.method, constant.option, constant.value, constant.origin);
  }
}

}  // namespace

std::size_t run_experiment(const Config& config, const RunSettings& settings) {
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
      return !matches(settings.only_datasets, problem.dataset->name);
    });
    make_folder(settings.folder);  // whatever is wrong with it is told before the work begins
    make_folder(settings.folder / "runs");
    references.provide(wanted, {.settings = {}, .jobs = settings.jobs, .quiet = settings.quiet});
  }
  const Plan plan = make_plan(config, datasets, TunedFile::read(TunedFile::path_for(config)), references);
  std::vector<std::string> ids;
  std::vector<RunSpec> missing;
  for (const RunSpec& spec : plan.runs) {
    ids.push_back(run_id(spec));
    const bool wanted = matches(settings.only_datasets, spec.dataset->name) &&
                        matches(settings.only_methods, spec.method->name);
    if (!wanted) continue;
    const auto file = run_file(settings.folder, ids.back());
    std::vector<ResultRow> rows = done_rows(file);
    const bool is_certified = spec.reference == nullptr || settings.dry_run || rows.empty() ||
                              recertify(file, rows, spec.reference->reference);
    if (rows.empty() || !is_certified || decision_lines.lacks(spec, ids.back())) missing.push_back(spec);
  }
  if (settings.dry_run) {
    print_plan(config, plan, missing, problems, references, settings);
    return 0;
  }

  ManifestFile manifest(settings.folder, make_manifest(config, datasets, plan, references, ids));
  if (missing.empty())
    manifest.keep_sessions();
  else
    manifest.start_session();
  if (!settings.quiet) {
    fmt::print("{}: {} runs, {} to do, into {}\n", config.name, plan.runs.size(), missing.size(),
               settings.folder.string());
    std::fflush(stdout);
  }

  std::size_t failed = 0;
  CostSummary summary;
  const double total = std::accumulate(missing.begin(), missing.end(), 0.0,
                                       [](double sum, const RunSpec& spec) { return sum + cost_of(spec); });
  {
    ProgressDisplay progress(missing.size(), total, settings.quiet);
    carry_out_campaign(
        missing, settings.jobs, settings.folder / "runs",
        [&](const RunSpec& spec, const RunRecord& record) {
          const std::string id = run_id(spec);
          decision_lines.keep(spec, id, record.final_weights);
          store(run_file(settings.folder, id), record.rows);
          return to_text(record.costs);
        },
        [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
          if (failure.empty()) {
            summary.add(costs_from_text(answer), spec);
          } else {
            ++failed;
            ResultRow row = row_of(spec);
            row.status = run_status::failed(failure);
            store(run_file(settings.folder, run_id(spec)), std::span(&row, 1));
            progress.note(fmt::format("failed: {}, seed {}: {}", spec.description(), spec.seed, failure));
          }
          progress.finished(cost_of(spec), spec.description());
        });
  }
  if (!missing.empty()) manifest.end_session(missing.size() - failed);
  decision_lines.write(plan, ids);
  if (!settings.quiet) summary.print();
  return failed;
}

}  // namespace descent
