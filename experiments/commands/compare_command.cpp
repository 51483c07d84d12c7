// descent compare A B: times of two machines or builds, method by method; with --config, runs both builds
// first.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "experiments/commands/command_line.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/two_programs.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/claims/time_ratios.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/seal.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"
#include "support/text/text_table.hpp"

namespace descent {

namespace {

namespace fs = std::filesystem;

constexpr const char* compare_usage = "compare DIR_A DIR_B | --config CONFIG PROGRAM_A PROGRAM_B [options]";

struct CompareSettings {
  double margin;
  ProcessorModels models;
};

ResultsFolder read_side(const fs::path& folder, ProcessorModels models) {
  require_folder_of_runs(folder);
  ResultsFolder results = read_results_folder(folder);
  if (models == ProcessorModels::one) require_one_processor(results, folder);
  return results;
}

bool is_slower(const MethodTimes& method, double margin) {
  return method.overall.interval.low > 1 + margin;
}

/// True if each method's interval lies on one side of the margin.
bool is_decided(const TimeComparison& comparison, double margin) {
  return std::ranges::all_of(comparison.methods, [&](const MethodTimes& method) {
    return is_slower(method, margin) || method.overall.interval.high <= 1 + margin;
  });
}

std::string numbers_of(const TimeRatio& ratio) {
  const std::string pairs = plural(ratio.logarithms.size(), "pair");
  if (ratio.equal_pairs == ratio.logarithms.size())
    return fmt::format("{}, {}, same numbers", ratio.work, pairs);
  if (ratio.unequal_pairs > 0)
    return fmt::format("{}, {}, OTHER NUMBERS in {}", ratio.work, pairs, ratio.unequal_pairs);
  return fmt::format("{}, {}, no checkpoints after equal work", ratio.work, pairs);
}

void print_methods(const TimeComparison& comparison, double margin) {
  CellLines lines{{"B / A", "ratio", "95 % interval", ""}};
  const auto add = [&](const std::string& name, const RatioOfTimes& times, const std::string& remark) {
    lines.push_back({name, fmt::format("{:.3f}", times.ratio),
                     fmt::format("[{:.3f}, {:.3f}]", times.interval.low, times.interval.high), remark});
  };
  for (const MethodTimes& method : comparison.methods) {
    const double high = method.overall.interval.high;
    add(method.label, method.overall,
        is_slower(method, margin)  ? "SLOWER"
        : high <= 1 / (1 + margin) ? "faster"
        : high <= 1 + margin       ? "not slower"
                                   : "undecided");
    for (const TimeRatio& problem : method.problems)
      add("  " + problem.problem, ratio_over({problem}), numbers_of(problem));
  }
  print_output("{}", in_columns(lines, InnerColumns::right));
}

/// Prints the origin of both folders, under these names, and what differs between their plans.
void print_sides(const fs::path& a, const fs::path& b, const std::vector<std::string>& names,
                 const std::array<ResultsFolder, 2>& sides) {
  const std::array manifests{read_sealed_json(a / "manifest.json"), read_sealed_json(b / "manifest.json")};
  for (std::size_t k = 0; k < 2; ++k) {
    if (!sides[k].manifest.merged_from.empty()) {
      print_output("{} {}: merged from {}, runs by {}\n", k == 0 ? "A" : "B", names[k],
                   sides[k].manifest.merged_from,
                   fmt::join(known(sides[k].runs, &StoredRun::build), " and "));
      continue;
    }
    const Json& program = manifests[k].at("program");
    print_output("{} {}: commit {}{}, {} {}, on {}\n", k == 0 ? "A" : "B", names[k],
                 program.value("commit", "?").substr(0, 8), program.value("dirty", false) ? ", changed" : "",
                 program.value("compiler", "?"), program.value("flags", "?"),
                 manifests[k].at("machine").value("processor", "?"));
  }
  std::vector<std::string> differences;
  for (const Json& each : Json::diff(manifests[0].at("config"), manifests[1].at("config")))
    differences.push_back(each["path"]);
  if (!differences.empty()) print_output("  the configurations differ in {}\n", fmt::join(differences, ", "));
}

/// Prints the comparison and returns the exit status.
int compare_folders(const fs::path& a, const fs::path& b, const std::vector<std::string>& names,
                    const CompareSettings& settings) {
  const std::array sides{read_side(a, settings.models), read_side(b, settings.models)};
  const TimeComparison comparison = compare_times(sides[0], sides[1]);
  print_sides(a, b, names, sides);
  if (!comparison.methods.empty()) print_methods(comparison, settings.margin);
  for (const std::string& each : comparison.left_out) print_output("  not compared: {}\n", each);
  if (comparison.methods.empty()) throw ResultFileError("nothing in A and B can be compared");
  std::vector<std::string> slower;
  double widest = 0;
  for (const MethodTimes& method : comparison.methods) {
    if (is_slower(method, settings.margin)) slower.push_back(method.label);
    widest = std::max(widest, (method.overall.interval.high - method.overall.interval.low) / 2);
  }
  print_output("slower by more than {:.3g} % for certain: {}; {}\n", 100 * settings.margin,
               slower.empty() ? "none" : fmt::format("{}", fmt::join(slower, ", ")),
               std::isinf(widest) ? fmt::format("an interval needs {} pairs on each problem", fewest_runs)
                                  : fmt::format("the widest interval is ±{:.1f} %", 100 * widest));
  return slower.empty() ? 0 : 1;
}

/// Runs seed after seed until the intervals decide, at most `most`, and compares.
int compare_programs(const TwoPrograms& programs, std::size_t most, const CompareSettings& settings) {
  constexpr std::size_t fewest = 8;
  const fs::path a = programs.folder / "a";
  const fs::path b = programs.folder / "b";
  for (std::size_t seeds = 1; seeds <= most; ++seeds) {
    run_both(programs, seeds);
    print_error("{} of at most {}\n", plural(seeds, "seed"), most);
    if (seeds >= fewest &&
        is_decided(compare_times(read_side(a, settings.models), read_side(b, settings.models)),
                   settings.margin))
      break;
  }
  return compare_folders(a, b, {programs.a, programs.b}, settings);
}

}  // namespace

int compare_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  options.add_options()("margin", po::value<double>()->default_value(0.02, "0.02")->value_name("SHARE"),
                        "a method is slower if the interval of B / A lies above 1 + SHARE")(
      "config", po::value<std::string>()->value_name("CONFIG"),
      "run it with both programs side by side, with a budget in passes")(
      "seeds", po::value<int>()->default_value(40)->value_name("N"),
      "with --config: at most so many seeds, at least 8 unless N is less")(
      "passes", po::value<double>()->value_name("P"),
      "with --config: budget of a run; default: the configuration's passes, else 100")(
      "only", po::value<std::string>()->value_name("WHAT"), "with --config: as for `run`")(
      "out", po::value<std::string>()->value_name("DIR"),
      "with --config: keep the results as DIR/a and DIR/b")(mixed_processors_option, mixed_processors_text);
  const ParsedArguments parsed = parse_arguments(arguments, compare_usage, options, "folder");
  if (parsed.helped) return 0;
  const auto& values = parsed.values;
  if (parsed.words.size() != 2)
    throw ConfigError(
        "compare: takes two results folders or, with --config, two programs; got {}\nusage: descent {}",
        parsed.words.size(), compare_usage);
  const CompareSettings settings{positive_number(values, "margin"), processor_models_of(values)};
  const auto config = text_of(values, "config", "be a configuration");
  if (!config) {
    for (const char* const option : {"seeds", "passes", "only", "out"})
      if (values.contains(option) && !values[option].defaulted())
        throw ConfigError("--{}: goes with --config", option);
    return compare_folders(parsed.words[0], parsed.words[1], parsed.words, settings);
  }
  for (const std::string& program : parsed.words)
    if (!is_file(program)) throw ConfigError(program + ": no such program; --config takes two programs");
  const int seeds = values["seeds"].as<int>();
  if (seeds < 1) throw ConfigError("--seeds: must be at least 1, got {}", seeds);
  std::optional<TemporaryFolder> temporary;
  remove_abandoned_temporary_folders();
  TwoPrograms programs{
      .config = *config, .a = fs::absolute(parsed.words[0]), .b = fs::absolute(parsed.words[1])};
  if (values.contains("passes")) programs.passes = positive_number(values, "passes");
  programs.only = text_of(values, "only").value_or("");
  const auto out = text_of(values, "out", "be a folder");
  programs.folder = out ? fs::path(*out) : temporary.emplace().path();
  if (fs::exists(programs.folder / "a") || fs::exists(programs.folder / "b"))
    throw ConfigError("--out: {} has results; give another folder", *out);
  return compare_programs(programs, static_cast<std::size_t>(seeds), settings);
}

}  // namespace descent
