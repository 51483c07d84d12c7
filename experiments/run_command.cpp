// descent run CONFIG...: carries out experiments and draws their figures.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "datasets/errors.hpp"
#include "experiments/command_line.hpp"
#include "experiments/commands.hpp"
#include "experiments/run_experiment.hpp"
#include "plots/figure.hpp"

namespace descent {

namespace {

namespace po = boost::program_options;

/// "dataset=a9a,method=pegasos,method=batch_rda" into the settings.
void read_only(const std::string& text, RunSettings& settings) {
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string part = text.substr(start, end - start);
    if (part.starts_with("dataset="))
      settings.only_datasets.push_back(part.substr(8));
    else if (part.starts_with("method="))
      settings.only_methods.push_back(part.substr(7));
    else
      throw ConfigError(
          fmt::format("--only: must be dataset=NAME or method=NAME, by commas, got \"{}\"", part));
    start = end + 1;
  }
}

bool has_dataset(const Config& config, const std::string& dataset) {
  return std::find(config.datasets.begin(), config.datasets.end(), dataset) != config.datasets.end();
}

bool has_method(const Config& config, const std::string& method) {
  return std::any_of(config.methods.begin(), config.methods.end(),
                     [&](const MethodEntry& entry) { return entry.method->name == method; });
}

/// Whether --only leaves any of the configuration's runs.
bool is_wanted(const Config& config, const RunSettings& settings) {
  const auto& datasets = settings.only_datasets;
  const auto& methods = settings.only_methods;
  return (datasets.empty() ||
          std::any_of(datasets.begin(), datasets.end(),
                      [&](const std::string& name) { return has_dataset(config, name); })) &&
         (methods.empty() || std::any_of(methods.begin(), methods.end(),
                                         [&](const std::string& name) { return has_method(config, name); }));
}

/// --only must name what some configuration has: a misspelt name would silently run nothing.
void check_only(const RunSettings& settings, const std::vector<Config>& configs) {
  const auto in_any = [&](const auto& has) { return std::any_of(configs.begin(), configs.end(), has); };
  std::vector<std::string> paths;
  std::vector<std::string> known;
  for (const Config& config : configs) {
    paths.push_back(config.path.string());
    for (const std::string& dataset : config.datasets) {
      if (std::find(known.begin(), known.end(), dataset) == known.end()) known.push_back(dataset);
    }
  }
  const std::string nowhere = configs.size() == 1
                                  ? fmt::format("--only: {} has no", paths.front())
                                  : fmt::format("--only: none of {} has a", fmt::join(paths, ", "));
  for (const std::string& dataset : settings.only_datasets) {
    if (in_any([&](const Config& config) { return has_dataset(config, dataset); })) continue;
    throw ConfigError(fmt::format("{} dataset \"{}\"; {} {}", nowhere, dataset,
                                  configs.size() == 1 ? "it has" : "they have", fmt::join(known, ", ")));
  }
  for (const std::string& method : settings.only_methods) {
    if (in_any([&](const Config& config) { return has_method(config, method); })) continue;
    throw ConfigError(fmt::format("{} method \"{}\"", nowhere, method));
  }
  if (!in_any([&](const Config& config) { return is_wanted(config, settings); })) {
    throw ConfigError("--only: no configuration has both one of the datasets and one of the methods");
  }
}

std::filesystem::path folder_for(const Config& config, const po::variables_map& values, std::size_t configs) {
  std::filesystem::path folder;
  if (!values.contains("out")) {
    folder = std::filesystem::path("results") / (config.name + (values.contains("quick") ? "-quick" : ""));
  } else {
    folder = values["out"].as<std::string>();
    if (folder.empty()) throw ConfigError("--out: must be a folder, got \"\"");
    if (configs > 1) folder /= config.name;
  }
  if (!values.contains("fresh")) return folder;
  std::filesystem::path fresh = folder;
  std::error_code error;
  for (int number = 2; std::filesystem::exists(fresh, error); ++number) {
    fresh = fmt::format("{}-{}", folder.string(), number);
  }
  if (error) throw ConfigError(fmt::format("{}: cannot be made: {}", fresh.string(), error.message()));
  return fresh;
}

/// The results folder of each configuration; two of them in one would overwrite each other's manifest and
/// figure.
std::vector<std::filesystem::path> folders_for(const std::vector<Config>& configs,
                                               const po::variables_map& values) {
  std::vector<std::filesystem::path> folders;
  for (const Config& config : configs) {
    const std::filesystem::path folder = folder_for(config, values, configs.size());
    const auto other = std::find(folders.begin(), folders.end(), folder);
    if (other != folders.end()) {
      const Config& first = configs[static_cast<std::size_t>(other - folders.begin())];
      throw ConfigError(fmt::format("{} and {} are both named \"{}\" and would share the folder {}",
                                    first.path.string(), config.path.string(), config.name, folder.string()));
    }
    folders.push_back(folder);
  }
  return folders;
}

std::filesystem::path references_for(const std::filesystem::path& folder, const po::variables_map& values) {
  if (values.contains("references")) return values["references"].as<std::string>();
  return (folder / ".." / "references").lexically_normal();
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  options.add_options()("out", po::value<std::string>()->value_name("DIR"),
                        "results folder (of several configurations: DIR/NAME each); default results/NAME")(
      "references", po::value<std::string>()->value_name("DIR"),
      "folder of the reference optima; default: references beside the results folder")(
      "jobs", po::value<int>()->value_name("N"),
      "runs at once, each on a core of its own; default: physical cores")(
      "quick", "an eighth of the budget, at most 3 seeds, into results/NAME-quick")(
      "only", po::value<std::string>()->value_name("WHAT"), "dataset=NAME,method=NAME,...: only these runs")(
      "dry-run", "say what would run, and stop")("fresh", "start over in a new folder; nothing is deleted")(
      "require-real", "stop with an error where only a stand-in is at hand")("quiet", "no progress");
  const ParsedArguments parsed = parse_arguments(arguments, "run CONFIG... [options]", options, "config");
  if (parsed.helped) return 0;
  const auto& values = parsed.values;
  const auto paths = values["config"].as<std::vector<std::string>>();
  if (paths.empty()) throw ConfigError("no configuration given\nusage: descent run CONFIG... [options]");

  // Everything is checked before the first configuration runs.
  std::vector<Config> configs;
  for (const std::string& path : paths) {
    Config config = read_config(path);
    configs.push_back(values.contains("quick") ? quick(std::move(config)) : std::move(config));
  }
  RunSettings settings;
  settings.jobs = jobs_of(values);
  settings.quiet = values.contains("quiet");
  settings.require_real = values.contains("require-real");
  settings.dry_run = values.contains("dry-run");
  if (values.contains("only")) read_only(values["only"].as<std::string>(), settings);
  check_only(settings, configs);
  const std::vector<std::filesystem::path> folders = folders_for(configs, values);

  std::size_t failed = 0;
  for (std::size_t k = 0; k < configs.size(); ++k) {
    const Config& config = configs[k];
    if (!is_wanted(config, settings)) continue;
    settings.folder = folders[k];
    settings.references = references_for(folders[k], values);
    const std::size_t failed_here = run_experiment(config, settings);
    failed += failed_here;
    if (settings.dry_run) continue;
    const FigureFiles figure = draw_figures(settings.folder);
    if (!settings.quiet) print_files(figure);
    if (failed_here > 0) {
      fmt::print(stderr, "{} runs failed; `descent run {}` tries them again\n", failed_here,
                 config.path.string());
    }
  }
  return failed > 0 ? 1 : 0;
}

}  // namespace descent
