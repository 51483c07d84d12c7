#include "experiments/run/experiment.hpp"

#include <algorithm>

#include "datasets/weigh_rows.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/planned_manifest.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/records/manifest.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

/// Prints the origin of each dataset, so that synthetic rows do not pass for the data that they replace.
void print_sources(const Config& config, std::span<const Dataset> datasets) {
  for (const Dataset& dataset : datasets) {
    print_output("  {}: {}: {}{}\n", dataset.name, dataset.source, dataset.origin,
                 dataset.source == "file" ? "" : "; " + where_to_get(config, dataset.name));
    if (dataset.scaling == Scaling::deviation && dataset.constant_feature == 0)
      print_output("  {}: columns have mean 0 and there is no intercept; \"bias\": 1 adds one\n",
                   dataset.name);
    if (const std::string weights = weighting_text(dataset); !weights.empty())
      print_output("  {}: {}\n", dataset.name, weights);
  }
  print_left_out_datasets(config);
}

/// Prints methods that cannot work on one of the datasets, or on one of the problems.
void print_left_out(std::span<const LeftOut> left_out) {
  for (const LeftOut& each : left_out)
    print_output("  left out: {} on {}, {} + {}: {}\n", each.label, each.problem.dataset->name,
                 name_of(each.problem.loss), name_of(each.problem.regularizer), each.reason);
}

/// Throws ConfigError if the folder's runs are on real data that a stand-in would replace now.
void require_same_sources(const std::filesystem::path& folder, std::span<const Dataset> datasets) {
  if (!is_file(folder / "manifest.json")) return;
  std::vector<ManifestDataset> former;
  try {
    former = read_manifest(folder).datasets;
  } catch (const Error&) {  // a damaged manifest is written again
    return;
  }
  for (const Dataset& now : datasets) {
    const auto before = std::ranges::find(former, now.name, &ManifestDataset::name);
    if (before == former.end() || before->source != "file" || now.source == "file") continue;
    throw ConfigError(
        "{}: its runs are on the file {}, which is not found now (is DESCENT_DATA set?); to use "
        "the stand-in, give --fresh or another folder with --out",
        folder.string(), now.name);
  }
}

std::vector<Dataset> load_data(const Config& config, const RunSettings& settings) {
  std::vector<Dataset> datasets =
      load_datasets_of(config, {.require_real = settings.require_real, .test_limit = config.test_rows});
  if (settings.jobs.output == Output::details) print_sources(config, datasets);
  require_same_sources(settings.folder, datasets);
  return datasets;
}

OptimumStore known_optima(std::span<const ProblemSpec> problems, const RunSettings& settings) {
  OptimumStore optima(settings.optima_folder);
  optima.read(problems);
  optima.want(settings.optimum);
  return optima;
}

/// Problems of the runs that the filter selects, whose optima are needed. A run of unknown radius has no id
/// yet, so the filter may name it. Throws ConfigError if the filter names a run that cannot be in the plan.
std::vector<ProblemSpec> wanted_problems(const Plan& plan, const RunFilter& filter) {
  std::vector<ProblemSpec> problems;
  const auto add = [&](const RunSpec& spec) {
    const auto is_same = [&](const ProblemSpec& problem) { return problem.is_same_as(spec); };
    if (std::ranges::none_of(problems, is_same)) problems.push_back(spec);
  };
  std::vector<std::string> unknown = filter.runs;
  std::vector<const RunSpec*> open;
  for (const RunSpec& spec : plan.runs) {
    if (!filter.may_want(spec)) continue;
    if (filter.runs.empty()) {
      add(spec);
    } else if (needs_radius(spec.options)) {
      open.push_back(&spec);
    } else if (const std::string id = run_id(spec); filter.wants_run(id)) {
      add(spec);
      std::erase(unknown, id);
    }
  }
  if (unknown.empty()) return problems;
  if (open.empty()) refuse_id(unknown.front());
  for (const RunSpec* spec : open) add(*spec);
  return problems;
}

}  // namespace

Experiment::Experiment(const Config& of, const RunSettings& with)
    : config(of),
      settings(with),
      datasets(load_data(config, settings)),
      decision_lines(config, datasets, settings.folder),
      optima(known_optima(problems_of(config, datasets), settings)),
      plan(make_plan(config, datasets, TunedFile::of(config), optima)) {
  if (settings.jobs.output == Output::details) print_left_out(plan.left_out);
  wanted = wanted_problems(plan, settings.only);
}

void Experiment::provide_optima() {
  try {
    optima.provide(wanted,
                   {.settings = settings.optimum, .jobs = {settings.jobs.at_once, settings.jobs.output}});
  } catch (const FailedOptima& failure) {
    print_error("descent: {}\n", failure.what());
    failed_optima = failure.each;
  }
  optima.want(std::nullopt);  // optima of left-out runs can be drawn even if they are not sufficient
  const std::size_t known = plan.left_out.size();
  take_optima(plan, optima);
  if (settings.jobs.output == Output::details) print_left_out(std::span(plan.left_out).subspan(known));
}

void refuse_id(const std::string& wanted) {
  throw ConfigError(
      "--only: no run of the configuration has the id \"{}\"; ids change with the configuration, "
      "the tuned constants, the data and the code",
      wanted);
}

}  // namespace descent
