// descent solve: one run of one method on one problem, from the command line.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/reading_options.hpp"
#include "experiments/commands/solve_arguments.hpp"
#include "experiments/commands/solved_run.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/json_text.hpp"
#include "support/terminal/print_error.hpp"
#include "support/terminal/print_output.hpp"

namespace descent {

namespace {

namespace po = boost::program_options;

/// Repeats the run from the start with twice the budget until the relative gap is proved, so that the
/// reported run is undisturbed. Reports long runs.
RunRecord solve_to_gap(RunSpec spec, const CurrentProblem& current, double gap, double most_seconds) {
  const Problem& problem = current.problem();
  const auto solver = make_solver(*spec.method, problem, spec.options, Random(spec.seed));
  if (!problem.has_lower_bound()) {
    throw ConfigError(
        fmt::format("--gap: no lower bound is known under the regularizer {}; use --cpu-seconds",
                    name_of(problem.regularizer())));
  }
  if (!solver->dual() && spec.known_optimum == nullptr) {
    throw ConfigError(
        fmt::format("--gap: {} has no dual weights to prove a gap with, and no reference optimum "
                    "is known; compute it with `descent reference`, or use --cpu-seconds",
                    spec.method->name));
  }
  for (double seconds = std::min(0.01, most_seconds);; seconds = std::min(2 * seconds, most_seconds)) {
    spec.allowance = {Axis::cpu_seconds, seconds, 2};
    RunRecord record = current.carry_out(spec, folder_of_temporary_files());
    ResultRow& last = record.rows.back();
    if (is_proved(last, gap)) last.status = "gap proved";
    if (is_proved(last, gap) || seconds >= most_seconds || last.status != run_status::budget) return record;
    if (seconds >= 1 && relative_gap_of(last)) {
      print_error("relative gap {:.1e} after {:.3g} CPU s; from the start again with {:.3g} s\n",
                  *relative_gap_of(last), last.cpu_seconds, std::min(2 * seconds, most_seconds));
    }
  }
}

/// Throws ConfigError if the weights would overwrite the data.
void refuse_data_file(const std::filesystem::path& out, const Dataset& dataset) {
  std::error_code unseen;
  for (const std::string& file : {dataset.file, dataset.weights_file}) {
    if (!file.empty() && std::filesystem::equivalent(out, file, unseen))
      throw ConfigError(
          fmt::format("--out: {}: holds the data; the weights need a file of their own", out.string()));
  }
}

int solve(const po::variables_map& values) {
  const Config config = parse_config(configuration_of_arguments(values), "command line");
  const bool to_gap = values.contains("gap");
  const double gap = to_gap ? positive_number(values, "gap") : 0;
  const double seconds =
      values.contains("cpu-seconds") ? positive_number(values, "cpu-seconds") : (to_gap ? 600 : 4);

  std::optional<AtomicFile> out;  // fails early, before hours of work for an unwritable file
  if (const std::optional<std::filesystem::path> file = text_of(values, "out", "be the path of a file")) {
    remove_abandoned_files(folder_of(*file), file->filename().string());
    out.emplace(*file);
  }
  const std::vector<Dataset> datasets{load_dataset_of(config, 0, LoadOptions())};
  if (out) refuse_data_file(*text_of(values, "out"), datasets.front());
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  OptimumStore optima(values["references"].as<std::string>());
  optima.read(problems);
  if (needs_radius(config.methods.front().options())) optima.provide(problems, {.settings = {}});
  RunSpec spec = make_plan(config, datasets, TunedFile(), optima).runs.front();
  spec.allowance = {Axis::cpu_seconds, seconds, 2};
  CurrentProblem current;
  current.prepare(spec);
  const RunRecord record = to_gap ? solve_to_gap(spec, current, gap, seconds)
                                  : current.carry_out(spec, folder_of_temporary_files());
  if (out) {
    out->write(weights_text(spec, record));
    out->commit();
  }
  if (values.contains("json"))
    print_output("{}\n", json_text(solved_run_json(spec, record.rows.back()), 1));
  else
    print_solved_run(spec, record.rows.back());
  const ResultRow& last = record.rows.back();
  if (!to_gap || is_proved(last, gap)) return 0;
  print_error("descent: no relative gap of {:g} was proved in {:.3g} CPU s ({}); the last one is {:.3g}\n",
              gap, last.cpu_seconds, last.status, relative_gap_of(last).value_or(1));
  return 1;
}

}  // namespace

int solve_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_reading_options(options);
  options.add_options()("dataset", po::value<std::string>()->required()->value_name("D"),
                        "catalogue name, or a file: LIBSVM text, .csv, .npz")(
      "loss", po::value<std::string>()->default_value("hinge")->value_name("L"), "see `descent list losses`")(
      "regularizer", po::value<std::string>()->required()->value_name("R"),
      "see `descent list regularizers`")("lambda", po::value<std::string>()->default_value("1/m"),
                                         "a number, a/m, a/m^2 or C=c")(
      "form", po::value<std::string>()->default_value("mean"),
      "what lambda and the objective stand for: the mean of the losses, or their sum")(
      "l2-factor", po::value<double>()->default_value(0.5, "0.5"),
      "factor of ||w||^2 in the l2 regulariser: 0.5 or 1")(
      "epsilon", po::value<double>()->default_value(0.1, "0.1"), "of the epsilon-insensitive losses")(
      "values", po::value<std::string>()->default_value("exact"),
      "of the data: exact, or float: rounded to single precision")(
      "bias", po::value<double>()->default_value(0, "0")->value_name("B"),
      "value of a constant feature to append; 0: none")("free-bias", "do not regularise its weight")(
      "class-weights", po::value<std::string>()->value_name("W"),
      "weights of the losses by class: \"balanced\", or LABEL=WEIGHT,...")(
      "row-weights", po::value<std::string>()->value_name("FILE"),
      "a file with the weights of the training rows' losses, one a line")(
      "method", po::value<std::string>()->required()->value_name("M"), "see `descent list methods`")(
      "set", po::value<std::vector<std::string>>()->composing()->value_name("NAME=VALUE"),
      "an option of the method")("cpu-seconds", po::value<double>()->value_name("S"),
                                 "budget; default 4, with --gap 600")(
      "gap", po::value<double>()->value_name("G"), "stop when a relative gap of G is proved")(
      "references", po::value<std::string>()->value_name("DIR")->default_value("results/references"),
      "folder of the reference optima")("out", po::value<std::string>()->value_name("WEIGHTS"),
                                        "write the weights to this file, one a line")(
      "seed", po::value<std::string>()->default_value("1"), "of the random numbers")("json",
                                                                                     "one JSON object");
  const ParsedArguments parsed =
      parse_arguments(arguments, "solve --dataset D --regularizer R --method M [options]", options, "");
  if (parsed.helped) return 0;
  try {
    return solve(parsed.values);
  } catch (const ConfigError& error) {
    throw ConfigError(in_arguments(error.what()));
  } catch (const DataError& error) {
    throw DataError(in_arguments(error.what()));
  }
}

}  // namespace descent
