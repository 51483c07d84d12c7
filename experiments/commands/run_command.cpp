// descent run CONFIG...: carries out experiments and draws their figures.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/commands/command_line.hpp"
#include "experiments/run/experiment.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "support/errors.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

JobLimits limits_of(const po::variables_map& values) {
  JobLimits limits;
  if (values.contains("memory-limit")) {
    const std::string text = values["memory-limit"].as<std::string>();
    limits.memory_bytes = parse_byte_count(text);
    if (!limits.memory_bytes) {
      throw ConfigError(
          "--memory-limit: must be bytes > 0, as in 500000000, 512M or 2G (K, M, G and T are "
          "powers of 1024), got \"{}\"",
          shown(text));
    }
  }
  if (values.contains("time-limit")) limits.wall_seconds = positive_number(values, "time-limit");
  return limits;
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_folder_options(options);
  add_options(
      options,
      {{"quick", nullptr, "an eighth of the budget, at most 3 seeds, into results/NAME-quick"},
       {"only", text_value("WHAT"),
        "dataset=NAME,method=NAME,run=ID,...: only these runs; methods also by label"},
       {"memory-limit", text_value("SIZE"),
        "a run that takes more from the heap, data included, fails; bytes, or 512M, 2G"},
       {"time-limit", number_value("SECONDS"),
        "a run that needs more wall time, evaluation included, is killed and fails"},
       {"reference-seconds", number_value("SECONDS")->default_value(600),
        "CPU time for the reference optimum of each problem; after that the best is kept, with its gap"},
       {"dry-run", nullptr, "say what would run and what it would take, and stop"},
       {"share", text_value("NUMBER/COUNT"),
        "only this part of the runs, without figures; COUNT commands share a folder: see docs/cluster.md"}});
  add_work_options(options, "runs");
  const ParsedArguments values =
      parse_arguments(arguments, "run CONFIG... [options]", options, "config", "configuration");

  // Check everything before the first configuration runs.
  const std::vector<Config> configs = mapped(values.words, [&](const std::string& path) {
    return values.contains("quick") ? quick(read_config(path)) : read_config(path);
  });
  RunSettings settings;
  settings.jobs = job_settings_of(values);
  settings.jobs.limits = limits_of(values);
  settings.require_real = values.contains("require-real");
  settings.optimum.seconds = positive_number(values, "reference-seconds");
  if (values.contains("only")) settings.only = parse_run_filter(values["only"].as<std::string>(), configs);
  if (values.contains("share")) settings.only.share = parse_share(values["share"].as<std::string>());
  const std::vector<std::filesystem::path> folders = results_folders(configs, values);

  const auto wanted = static_cast<std::size_t>(
      std::ranges::count_if(configs, [&](const Config& each) { return settings.only.wants_some_of(each); }));
  if (!gnuplot_is_installed())
    print_error("note: gnuplot is not installed: no figure will be drawn; install the package gnuplot-nox\n");
  std::size_t unsuccessful = 0;
  for (std::size_t k = 0, number = 0; k < configs.size(); ++k) {
    if (!settings.only.wants_some_of(configs[k])) continue;
    if (wanted > 1) settings.place = fmt::format("{} of {}", ++number, wanted);
    settings.folder = folders[k];
    settings.optima_folder = optima_folder(folders[k], values);
    if (values.contains("dry-run"))
      dry_run(configs[k], settings);
    else
      unsuccessful +=
          settings.only.share ? run_share(configs[k], settings) : run_experiment(configs[k], settings);
  }
  return unsuccessful > 0 ? 1 : 0;
}

}  // namespace descent
