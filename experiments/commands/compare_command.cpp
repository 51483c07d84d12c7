// descent compare A B: times of two machines or builds, method by method; with --config, runs both builds
// first.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "experiments/commands/command_line.hpp"
#include "experiments/config/config.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/claims/time_ratios.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/json/seal.hpp"
#include "support/process/child_program.hpp"
#include "support/process/processor.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"
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
  const auto differences = mapped(Json::diff(manifests[0].at("config"), manifests[1].at("config")),
                                  [](const Json& each) { return each["path"].get<std::string>(); });
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

/// The same work for two builds of `descent`.
struct TwoPrograms {
  std::filesystem::path config;
  std::string a, b;                   ///< paths of the programs
  std::filesystem::path folder = {};  ///< gets the results a/ and b/, and configs/ with what they ran
  std::optional<double> passes = {};  ///< budget of a run; empty: the configuration's passes, else 100
  std::string only = {};              ///< as for `descent run --only`; empty: all runs
};

/// Writes the configuration with these seeds and a budget of passes. Adds links to the files beside the
/// original, which it may name, such as tuned constants and data.
fs::path write_config(const TwoPrograms& programs, std::size_t seeds) {
  const bool has_passes = read_config(programs.config).budget.axis == Axis::passes;
  Json json = read_json(programs.config);
  std::vector<std::size_t> numbers(seeds);
  std::iota(numbers.begin(), numbers.end(), std::size_t{1});
  json["seeds"] = numbers;
  for (const char* const key : {"cpu_seconds", "stop_at"}) json.erase(key);
  if (programs.passes || !has_passes) json["passes"] = programs.passes.value_or(100);
  const fs::path folder = programs.folder / "configs";
  make_folder(folder);
  const fs::path own = folder / programs.config.filename();
  for (const fs::path& entry : folder_entries(folder_of(programs.config))) {
    std::error_code ignored;  // a link may exist
    if (entry.filename() != own.filename())
      fs::create_symlink(fs::absolute(entry), folder / entry.filename(), ignored);
  }
  write_atomically(own, json_text(json, 1) + '\n');
  return own;
}

/// Maximum number of threads of a run.
int threads_in(const fs::path& config) {
  int most = 1;
  for (const MethodEntry& entry : read_config(config).methods)
    most = std::max(most, threads_of(entry.options()));
  return most;
}

/// Carries out the missing runs of the first `seeds` seeds. Each program does the runs of its folder, both at
/// once on one core, or on as many as a run has threads: the scheduler interleaves them within milliseconds,
/// and other load slows both. Throws ConfigError for a wrong configuration, and with a program's words
/// if it ends with an error other than failed runs.
void run_both(const TwoPrograms& programs, std::size_t seeds) {
  const fs::path config = write_config(programs, seeds);
  const int threads = threads_in(config);
  const auto words = [&](const std::string& program, const char* name) {
    const std::string only = programs.only.empty() ? "" : " --only " + shell_word(programs.only);
    return fmt::format("{} run {} --out {} --references {} --jobs {} --quiet{} >/dev/null",
                       shell_word(program), shell_word(config.string()),
                       shell_word((programs.folder / name).string()),
                       shell_word((programs.folder / "references" / name).string()), threads, only);
  };
  std::string first = words(programs.a, "a");
  std::string second = words(programs.b, "b");
  if (seeds % 2 == 0) std::swap(first, second);  // neither has the advantage of being first
  // Exit status 1: some run failed, which the comparison reports.
  const std::string script = fmt::format(
      "{} & {}; [ $? -le 1 ] || exit 2; wait $!; [ $? -le 1 ] && cd {} && [ -f a/manifest.json ] && [ -f "
      "b/manifest.json ]",
      first, second, shell_word(programs.folder.string()));
  const std::vector<int> cores = physical_cores();
  if (!cores.empty())
    pin_to_processors(std::span(cores).first(std::min(cores.size(), static_cast<std::size_t>(threads))));
  std::string errors;
  const ProgramEnd end =
      run_to_end({.words = {"sh", "-c", script}}, [&](std::string_view text) { errors += text; });
  unpin_from_processor();
  if (end.status == 0) return;
  std::ranges::replace(errors, '\n', ' ');
  throw ConfigError("{}\nor {}: {}", first, second,
                    errors.empty() ? "wrote no results" : printable(errors, 2000));
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
  add_options(options, {{"margin", number_value("SHARE")->default_value(0.02, "0.02"),
                         "a method is slower if the interval of B / A lies above 1 + SHARE"},
                        {"config", text_value("CONFIG"),
                         "run it with both programs side by side, with a budget in passes"},
                        {"seeds", count_value("N")->default_value(40),
                         "with --config: at most so many seeds, at least 8 unless N is less"},
                        {"passes", number_value("P"),
                         "with --config: budget of a run; default: the configuration's passes, else 100"},
                        {"only", text_value("WHAT"), "with --config: as for `run`"},
                        {"out", text_value("DIR"), "with --config: keep the results as DIR/a and DIR/b"},
                        {mixed_processors_option, nullptr, mixed_processors_text}});
  const ParsedArguments values = parse_arguments(arguments, compare_usage, options, "folder");
  if (values.words.size() != 2)
    throw ConfigError(
        "compare: takes two results folders or, with --config, two programs; got {}\nusage: descent {}",
        values.words.size(), compare_usage);
  const CompareSettings settings{positive_number(values, "margin"), processor_models_of(values)};
  const auto config = text_of(values, "config", "be a configuration");
  if (!config) {
    for (const char* const option : {"seeds", "passes", "only", "out"})
      if (values.contains(option) && !values[option].defaulted())
        throw ConfigError("--{}: goes with --config", option);
    return compare_folders(values.words[0], values.words[1], values.words, settings);
  }
  for (const std::string& program : values.words)
    if (!is_file(program)) throw ConfigError(program + ": no such program; --config takes two programs");
  const int seeds = values["seeds"].as<int>();
  if (seeds < 1) throw ConfigError("--seeds: must be at least 1, got {}", seeds);
  std::optional<TemporaryFolder> temporary;
  remove_abandoned_temporary_folders();
  TwoPrograms programs{
      .config = *config, .a = fs::absolute(values.words[0]), .b = fs::absolute(values.words[1])};
  if (values.contains("passes")) programs.passes = positive_number(values, "passes");
  programs.only = text_of(values, "only").value_or("");
  const auto out = text_of(values, "out", "be a folder");
  programs.folder = out ? fs::path(*out) : temporary.emplace().path();
  if (fs::exists(programs.folder / "a") || fs::exists(programs.folder / "b"))
    throw ConfigError("--out: {} has results; give another folder", *out);
  return compare_programs(programs, static_cast<std::size_t>(seeds), settings);
}

}  // namespace descent
