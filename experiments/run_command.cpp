// descent run CONFIG...: carries out experiments and draws their figures.

#include <fmt/format.h>
#include <fmt/ranges.h>

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
    if (part.starts_with("dataset=")) settings.only_datasets.push_back(part.substr(8));
    else if (part.starts_with("method=")) settings.only_methods.push_back(part.substr(7));
    else throw ConfigError(fmt::format("--only: must be dataset=NAME or method=NAME, by commas, got \"{}\"", part));
    start = end + 1;
  }
}

/// --only must name what the configuration has: a misspelt name would silently run nothing.
void check_only(const RunSettings& settings, const Config& config) {
  for (const std::string& dataset : settings.only_datasets) {
    if (std::find(config.datasets.begin(), config.datasets.end(), dataset) == config.datasets.end()) {
      throw ConfigError(fmt::format("--only: {} has no dataset \"{}\"; it has {}", config.path.string(), dataset,
                                    fmt::join(config.datasets, ", ")));
    }
  }
  for (const std::string& method : settings.only_methods) {
    const bool found = std::any_of(config.methods.begin(), config.methods.end(),
                                   [&](const MethodEntry& entry) { return entry.method->name == method; });
    if (!found) throw ConfigError(fmt::format("--only: {} has no method \"{}\"", config.path.string(), method));
  }
}

std::filesystem::path folder_for(const Config& config, const po::variables_map& values, std::size_t configs) {
  std::filesystem::path folder;
  if (!values.contains("out")) folder = std::filesystem::path("results") / (config.name + (values.contains("quick") ? "-quick" : ""));
  else folder = values["out"].as<std::string>();
  if (values.contains("out") && configs > 1) folder /= config.name;
  if (!values.contains("fresh")) return folder;
  std::filesystem::path fresh = folder;
  for (int number = 2; std::filesystem::exists(fresh); ++number) fresh = fmt::format("{}-{}", folder.string(), number);
  return fresh;
}

void print_files(const FigureFiles& figure) {
  for (const auto& picture : figure.pictures) fmt::print("  {}\n", picture.string());
  fmt::print("  {}\n", figure.curves.string());
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  options.add_options()("out", po::value<std::string>()->value_name("DIR"),
                        "results folder (of several configurations: DIR/NAME each); default results/NAME")(
      "jobs", po::value<int>()->value_name("N"), "runs at once, each on a core of its own; default: physical cores")(
      "quick", "an eighth of the budget, at most 3 seeds, into results/NAME-quick")(
      "only", po::value<std::string>()->value_name("WHAT"), "dataset=NAME,method=NAME,...: only these runs")(
      "dry-run", "say what would run, and stop")("fresh", "start over in a new folder; nothing is deleted")(
      "require-real", "stop with an error where only a stand-in is at hand")("quiet", "no progress");
  const ParsedArguments parsed = parse_arguments(arguments, "run CONFIG... [options]", options, "config");
  if (parsed.helped) return 0;
  const auto& values = parsed.values;
  const auto paths = values["config"].as<std::vector<std::string>>();
  if (paths.empty()) throw ConfigError("no configuration given\nusage: descent run CONFIG... [options]");

  // All configurations are checked before the first one runs.
  std::vector<Config> configs;
  for (const std::string& path : paths) configs.push_back(read_config(path));

  std::size_t failed = 0;
  for (const Config& full : configs) {
    const Config config = values.contains("quick") ? quick(full) : full;
    RunSettings settings;
    settings.folder = folder_for(config, values, configs.size());
    settings.jobs = jobs_of(values);
    settings.quiet = values.contains("quiet");
    settings.require_real = values.contains("require-real");
    settings.dry_run = values.contains("dry-run");
    if (values.contains("only")) read_only(values["only"].as<std::string>(), settings);
    check_only(settings, config);
    const std::size_t failed_here = run_experiment(config, settings);
    failed += failed_here;
    if (settings.dry_run) continue;
    const FigureFiles figure = draw_figure(settings.folder);
    if (!settings.quiet) print_files(figure);
    if (failed_here > 0) {
      fmt::print(stderr, "{} runs failed; `descent run {}` tries them again\n", failed_here, full.path.string());
    }
  }
  return failed > 0 ? 1 : 0;
}

int plot_command(const std::vector<std::string>& arguments) {
  const ParsedArguments parsed = parse_arguments(arguments, "plot DIR...", po::options_description("options"), "folder");
  if (parsed.helped) return 0;
  const auto folders = parsed.values["folder"].as<std::vector<std::string>>();
  if (folders.empty()) throw ConfigError("no results folder given\nusage: descent plot DIR...");
  for (const std::string& folder : folders) print_files(draw_figure(folder));
  return 0;
}

}  // namespace descent
