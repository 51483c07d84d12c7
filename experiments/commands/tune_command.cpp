// descent tune CONFIG...: chooses the step-size constants of a configuration's methods.

#include <fmt/format.h>

#include "experiments/commands/command_line.hpp"
#include "experiments/config/tuned_file.hpp"
#include "experiments/tuning/tuning.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// Open constants of the configuration without effect under one of its regularisers: "step of SCD under l2:
/// it matters under l1, or …".
std::vector<std::string> constants_without_effect(const Config& config) {
  std::vector<std::string> texts;
  for (const MethodEntry& entry : config.methods) {
    for (const RegularizerKind regularizer : entry.regularizers) {
      for (const Option& option : entry.method->options) {
        if (option.is_left_to_tuning(entry.given) && !option.matters(regularizer, entry.options()))
          texts.push_back(fmt::format("{} of {} under {}: it matters {}", option.name, entry.label,
                                      name_of(regularizer), option.matters_where));
      }
    }
  }
  return texts;
}

}  // namespace

int tune_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_folder_options(options);
  add_options(options,
              {{"again", nullptr, "first forget the constants that were tuned, and tune them again"}});
  add_work_options(options, "trials");
  const ParsedArguments parsed =
      parse_arguments(arguments, "tune CONFIG... [options]", options, "config", "configuration");
  const std::vector<Config> configs = mapped(parsed.words, read_config);
  const std::vector<std::filesystem::path> folders = results_folders(configs, parsed);
  bool all_are_there = true;
  for (std::size_t k = 0; k < configs.size(); ++k) {
    const Config& config = configs[k];
    TuningSettings settings;
    settings.folder = folders[k];
    settings.jobs = job_settings_of(parsed);
    settings.again = parsed.contains("again");
    settings.require_real = parsed.contains("require-real");
    settings.optima_folder = optima_folder(folders[k], parsed);
    const TuningOutcome outcome = tune(config, settings);
    if (settings.jobs.output == Output::details)
      for (const std::string& text : constants_without_effect(config))
        print_output("  without effect, not tuned: {}\n", text);
    const std::string file = TunedFile::path_for(config).string();
    if (outcome.chosen > 0)
      print_output("{}: {} chosen\n", file, plural(outcome.chosen, "constant"));
    else if (outcome.failed + outcome.open == 0 && !parsed.contains("brief"))
      print_output("{}: nothing to tune is left\n", file);
    if (outcome.failed > 0)
      print_error("{}: {} without a new constant: every trial failed\n", file,
                  plural(outcome.failed, "method"));
    if (outcome.open > 0)
      print_error("{}: {} without a new constant: the same command repeats what failed\n", file,
                  plural(outcome.open, "method"));
    all_are_there = all_are_there && outcome.failed + outcome.open == 0;
  }
  return all_are_there ? 0 : 1;
}

}  // namespace descent
