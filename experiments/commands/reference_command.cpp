// descent reference CONFIG...: computes the certified optima of the configurations' problems, each once.

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "experiments/commands/command_line.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/optima/certified_optimum.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "experiments/plan/plan.hpp"
#include "support/errors.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

void print(const ProblemSpec& problem, const KnownOptimum& known) {
  const CertifiedOptimum& optimum = known.optimum;
  const double scale = problem.objective_scale();
  print_output("{} ({})\n", problem.description(), problem.dataset->source);
  print_output("  objective    {:.15g}\n  lower bound  {:.15g}  (relative gap {:.1e})\n",
               scale * optimum.objective, scale * optimum.lower_bound, optimum.gap());
  print_output("  nonzeros     {} of {}, l1 norm {:.10g}\n", optimum.nonzeros(), optimum.weights.size(),
               optimum.l1_norm());
  print_output("  by           {}, {:.3g} CPU s\n  in           {}\n", optimum.method, optimum.cpu_seconds,
               known.path.string());
}

}  // namespace

int reference_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(options,
              {{"gap", number_value()->default_value(1e-8, "1e-8"), "relative gap that is to be certified"},
               {"seconds", number_value()->default_value(600),
                "CPU time for each problem; after that the best is kept, with its gap"},
               {"references", text_value("DIR")->default_value("results/references"),
                "folder that the references are kept in"},
               {"again", nullptr, "compute existing optima again, and keep the better"}});
  add_work_options(options, "problems");
  const ParsedArguments values =
      parse_arguments(arguments, "reference CONFIG... [options]", options, "config", "configuration");

  const OptimumWork work{
      .settings = {.gap = positive_number(values, "gap"), .seconds = positive_number(values, "seconds")},
      .jobs = job_settings_of(values),
      .again = values.contains("again")};
  const std::vector<Config> configs = mapped(values.words, read_config);
  const std::vector<std::vector<Dataset>> datasets =
      load_datasets_of(configs, {.require_real = values.contains("require-real"), .test_limit = 0});
  if (work.jobs.output == Output::details) std::ranges::for_each(configs, print_left_out_datasets);
  std::vector<ProblemSpec> problems;
  for (std::size_t k = 0; k < configs.size(); ++k) {
    const std::vector<ProblemSpec> config_problems = problems_of(configs[k], datasets[k]);
    if (std::ranges::none_of(config_problems, can_certify))
      throw ConfigError("{}: no solver is known that certifies {}", configs[k].path.string(),
                        config_problems.front().description());
    problems.insert(problems.end(), config_problems.begin(), config_problems.end());
  }
  OptimumStore optima(values["references"].as<std::string>());
  const auto print_known = [&] {
    if (values.contains("brief")) return;
    std::set<std::filesystem::path> printed;
    for (const ProblemSpec& problem : problems) {
      const KnownOptimum* known = optima.find(problem);
      if (known != nullptr && printed.insert(known->path).second) print(problem, *known);
    }
  };
  try {
    optima.provide(problems, work);
  } catch (const FailedOptima&) {  // the other optima are known nevertheless
    print_known();
    throw;
  }
  print_known();
  return optima.print_unproved(problems, work.settings.gap) > 0 ? 1 : 0;
}

}  // namespace descent
