// descent tune CONFIG...: chooses the step-size constants of a configuration's methods.

#include <fmt/format.h>

#include "experiments/commands/command_line.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/tuning/tuning.hpp"
#include "support/errors.hpp"
#include "support/text/plural.hpp"

namespace descent {

int tune_command(const std::vector<std::string>& arguments) {
  namespace po = boost::program_options;
  po::options_description options("options");
  options.add_options()("references",
                        po::value<std::string>()->value_name("DIR")->default_value("results/references"),
                        "folder of the reference optima, which some methods take a radius from")(
      "again", "tune anew what the tuned file already has");
  add_work_options(options, "trials");
  const ParsedArguments parsed =
      parse_arguments(arguments, "tune CONFIG... [options]", options, "config", "configuration");
  if (parsed.helped) return 0;
  std::vector<Config> configs;
  for (const std::string& path : parsed.words) configs.push_back(read_config(path));
  for (const Config& config : configs) {
    TuningSettings settings;
    settings.jobs = jobs_of(parsed.values);
    settings.quiet = parsed.values.contains("quiet");
    settings.again = parsed.values.contains("again");
    settings.require_real = parsed.values.contains("require-real");
    settings.optima_folder = parsed.values["references"].as<std::string>();
    const std::size_t chosen = tune(config, settings);
    const std::string file = TunedFile::path_for(config).string();
    if (chosen > 0)
      fmt::print("{}: {} chosen\n", file, plural(chosen, "constant"));
    else
      fmt::print("{}: nothing to tune; every constant is there\n", file);
  }
  return 0;
}

}  // namespace descent
