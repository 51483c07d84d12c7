#include "experiments/run/experiment.hpp"

#include <fmt/format.h>

#include "datasets/weigh_rows.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/run/run_states.hpp"
#include "support/terminal/print_output.hpp"

namespace descent {

namespace {

/// Prints the origin of each dataset, so that synthetic rows do not pass for the data that they replace.
void print_sources(const Config& config, std::span<const Dataset> datasets) {
  for (const Dataset& dataset : datasets) {
    print_output("  {}: {}: {}{}\n", dataset.name, dataset.source, dataset.origin,
                 dataset.source == "file" ? "" : "; " + where_to_get(config, dataset.name));
    if (!dataset.passed_over.empty())
      print_output("  {}: the file {} is not used: the name is the catalogue's; to use it, name its path\n",
                   dataset.name, dataset.passed_over);
    if (const std::string weights = weighting_text(dataset); !weights.empty())
      print_output("  {}: {}\n", dataset.name, weights);
  }
  print_left_out_datasets(config);
}

/// Prints methods that cannot work on one of the datasets.
void print_left_out(const Plan& plan) {
  for (const LeftOut& each : plan.left_out)
    print_output("  left out: {} on {}, {} + {}: {}\n", each.entry.label, each.problem.dataset->name,
                 name_of(each.problem.loss), name_of(each.problem.regularizer), each.reason);
}

std::vector<Dataset> load_all(const Config& config, const RunSettings& settings) {
  std::vector<Dataset> datasets =
      load_datasets_of(config, {.require_real = settings.require_real, .test_limit = config.test_rows});
  if (settings.prints_details()) print_sources(config, datasets);
  return datasets;
}

OptimumStore known_optima(std::span<const ProblemSpec> problems, const RunSettings& settings) {
  OptimumStore optima(settings.optima_folder);
  optima.read(problems);
  optima.want(settings.optimum);
  return optima;
}

}  // namespace

Experiment::Experiment(const Config& of, const RunSettings& settings)
    : config(of),
      datasets(load_all(config, settings)),
      decision_lines(config, datasets, settings.folder),
      optima(known_optima(problems_of(config, datasets), settings)),
      plan(make_plan(config, datasets, TunedFile::of(config), optima)) {
  if (settings.prints_details()) print_left_out(plan);
  wanted = wanted_problems(plan, settings.only);
}

void Experiment::provide_optima(const RunSettings& settings) {
  optima.provide(wanted,
                 {.settings = settings.optimum, .jobs = settings.jobs, .quiet = settings.quiet, .brief = settings.brief});
  optima.want(std::nullopt);  // optima of left-out runs can be drawn even if they are not sufficient
  take_optima(plan, optima);
}

}  // namespace descent
