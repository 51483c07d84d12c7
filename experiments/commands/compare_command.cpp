// descent compare A B: times of two machines or builds, method by method.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/commands/command_line.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/claims/time_ratios.hpp"
#include "support/errors.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"
#include "support/text/text_table.hpp"

namespace descent {

namespace {

namespace fs = std::filesystem;

constexpr const char* compare_usage = "compare DIR_A DIR_B [options]";

struct CompareSettings {
  double margin;
  ProcessorModels models;
};

bool is_slower(const MethodTimes& method, double margin) {
  return method.overall.interval.low > 1 + margin;
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

/// Prints the origin of both folders, and what differs between their plans.
void print_sides(const fs::path& a, const fs::path& b, const std::array<ResultsFolder, 2>& sides) {
  const std::array names{a.string(), b.string()};
  for (std::size_t k = 0; k < 2; ++k) {
    if (sides[k].runs.empty()) continue;
    const auto& [program, machine] = std::tie(sides[k].runs.back().program, sides[k].runs.back().machine);
    print_output("{} {}: commit {}{}, {} {}, on {}\n", k == 0 ? "A" : "B", names[k],
                 program.value("commit", "?").substr(0, 8), program.value("dirty", false) ? ", changed" : "",
                 program.value("compiler", "?"), program.value("flags", "?"),
                 machine.value("processor", "?"));
  }
  const auto differences = mapped(Json::diff(sides[0].manifest.config, sides[1].manifest.config),
                                  [](const Json& each) { return each["path"].get<std::string>(); });
  if (!differences.empty()) print_output("  the configurations differ in {}\n", fmt::join(differences, ", "));
}

/// Prints the comparison and returns the exit status.
int compare_folders(const fs::path& a, const fs::path& b, const CompareSettings& settings) {
  const std::array sides{read_folder_of_runs(a, settings.models), read_folder_of_runs(b, settings.models)};
  const TimeComparison comparison = compare_times(sides[0], sides[1]);
  print_sides(a, b, sides);
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

}  // namespace

int compare_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(options, {{"margin", number_value("SHARE")->default_value(0.02, "0.02"),
                         "a method is slower if the interval of B / A lies above 1 + SHARE"},
                        {mixed_processors_option, nullptr, mixed_processors_text}});
  const ParsedArguments values = parse_arguments(arguments, compare_usage, options, "folder");
  if (values.words.size() != 2)
    throw ConfigError("compare: takes two results folders, got {}\nusage: descent {}", values.words.size(),
                      compare_usage);
  return compare_folders(values.words[0], values.words[1],
                         {positive_number(values, "margin"), processor_models_of(values)});
}

}  // namespace descent
