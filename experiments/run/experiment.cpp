#include "experiments/run/experiment.hpp"

#include "experiments/run/run_messages.hpp"

namespace descent {

namespace {

std::vector<Dataset> load_all(const Config& config, const RunSettings& settings) {
  LoadOptions options;
  options.require_real = settings.require_real;
  options.test_limit = config.test_rows;
  std::vector<Dataset> datasets = load_datasets_of(config, options);
  if (!settings.quiet) print_sources(datasets);
  return datasets;
}

OptimumStore known_optima(std::span<const ProblemSpec> problems, const std::filesystem::path& folder) {
  OptimumStore optima(folder);
  optima.read(problems);
  optima.keep_sufficient({});
  return optima;
}

}  // namespace

Experiment::Experiment(const Config& of, const RunSettings& settings)
    : config(of),
      datasets(load_all(config, settings)),
      decision_lines(config, datasets, settings.folder),
      optima(known_optima(problems_of(config, datasets), settings.references)),
      plan(make_plan(config, datasets, TunedFile::read(TunedFile::path_for(config)), optima)) {
  if (!settings.quiet) print_left_out(plan);
  wanted = wanted_problems(plan, settings.only);
}

void Experiment::provide_optima(const RunSettings& settings) {
  optima.provide(wanted, {.settings = {}, .jobs = settings.jobs, .quiet = settings.quiet});
  take_optima(plan, optima);
}

}  // namespace descent
