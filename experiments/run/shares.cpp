// Shares of a configuration's runs, which several commands carry out at the same time (experiment.hpp).

#include "experiments/run/experiment.hpp"

#include "support/errors.hpp"
#include "support/terminal/print.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

/// Throws ConfigError, with the command that computes it, if the share lacks a constant or an optimum.
void require_constants_and_optima(const Experiment& experiment) {
  const RunSettings& settings = experiment.settings;
  const std::string config = shell_word(experiment.config.path.string());
  for (const RunSpec& spec : experiment.plan.runs) {
    if (!settings.only.may_want(spec)) continue;
    for (const ChosenConstant& constant : spec.chosen)
      if (constant.origin == untuned)
        throw ConfigError("{}: {} is not tuned; first `descent tune {}`", spec.description(), constant.option,
                          config);
    if (spec.known_optimum == nullptr && can_certify(spec))
      throw ConfigError("{}: the reference optimum is missing; first `descent reference {} --references {}`",
                        spec.ProblemSpec::description(), config, shell_word(settings.optima_folder.string()));
  }
}

}  // namespace

std::size_t run_share(const Config& config, const RunSettings& settings) {
  Experiment experiment(config, settings);
  require_constants_and_optima(experiment);
  const Outcome outcome = complete_runs(experiment);
  print_unsuccessful(outcome.runs, settings);
  if (settings.jobs.output != Output::quiet)
    print_output("share {} of {} is done; `descent plot {}` draws what all have done\n",
                 settings.only.share->text(), config.name, shell_word(settings.folder.string()));
  return outcome.count();
}

}  // namespace descent
