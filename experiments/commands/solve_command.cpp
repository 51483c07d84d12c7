// descent solve: one problem, from the command line, by one run of a named or chosen method.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/commands/solve_arguments.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/solve/method_choice.hpp"
#include "experiments/solve/solved_run.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/stopping/proven_gap.hpp"
#include "support/errors.hpp"
#include "support/files/output_file.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/memory/huge_pages.hpp"
#include "support/numbers/infinity.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

namespace fs = std::filesystem;

/// The file of the weights, if --out names one. Finds its faults before the method starts.
class WeightsFile {
 public:
  /// Throws like open_output().
  explicit WeightsFile(const ParsedArguments& values) : file_(values.open_output("out")) {}

  /// Throws ConfigError if the file holds the data.
  void prepare(const Dataset& dataset) const {
    if (!file_) return;
    for (const fs::path data : {dataset.file, dataset.test_file, dataset.labels_file, dataset.weights_file}) {
      if (!data.empty() && is_one_file(file_->path(), data))
        throw ConfigError("--out: {}: holds the data; write to another file", file_->path().string());
    }
  }

  void write(const RunSpec& spec, const RunRecord& record) {
    if (!file_) return;
    file_->write(weights_text(spec, record));
    file_->commit();
  }

 private:
  std::unique_ptr<OutputFile> file_;
};

constexpr double default_gap = 1e-6;

/// Throws ConfigError if no run of this method can prove a gap.
void require_bounds(const RunSpec& spec, const Problem& problem) {
  if (!problem.has_lower_bound()) {
    throw ConfigError("--gap: no lower bound is known under the regularizer {}; use --cpu-seconds",
                      name_of(problem.regularizer()));
  }
  const bool has_dual =
      make_solver(*spec.method, problem, spec.options, Random(spec.seed))->dual().has_value();
  if (!has_dual && spec.known_optimum == nullptr) {
    throw ConfigError(
        "--gap: {} has no dual weights to prove a gap with, and no reference optimum "
        "is known; compute it with `descent reference`, or use --cpu-seconds",
        spec.method->name);
  }
}

/// Leaves the configuration only the method that the rules choose; returns the reason.
std::string keep_chosen_method(const ProblemSpec& problem, Config& config) {
  MethodChoice choice = choose_method(problem);
  std::erase_if(config.methods, [&](const MethodEntry& entry) { return entry.method != choice.method; });
  return std::move(choice.reason);
}

std::optional<double> positive_if_given(const po::variables_map& values, const char* name) {
  return values.contains(name) ? std::optional(positive_number(values, name)) : std::nullopt;
}

/// Lets the method's own rule ask for a gap below the usual one, unless the user gave it a tolerance.
void take_tolerance(double gap, const MethodEntry& entry, RunSpec& spec) {
  if (gap >= default_gap || !spec.options.all().contains("tolerance") || entry.given.contains("tolerance"))
    return;
  const double asked = gap / gap_for_tolerance(1);
  if (asked < spec.options.number("tolerance")) spec.options = spec.options.with("tolerance", asked);
}

/// Seconds of the budget that a run left.
double seconds_left(const RunSpec& spec, const ResultRow& last) {
  return spec.budget.amount - (cores_of(spec.options) > 1 ? last.wall_seconds : last.cpu_seconds);
}

/// The run that the spec describes. Where it does not prove the gap, another lower bound may.
SolvedRun carry_out(const RunSpec& spec, CurrentProblem& current) {
  current.prepare(spec);
  SolvedRun run(spec, current.problem(), current.carry_out(spec, folder_of_temporary_files()));
  if (spec.budget.gap && !run.proves(*spec.budget.gap)) run.tighten_bounds(seconds_left(spec, run.last()));
  return run;
}

/// True if a run with this status ended before its budget, and another method may come nearer.
bool may_be_far(std::string_view status) {
  return status == run_status::converged || status == run_status::stopped || status == run_status::limit;
}

/// Reason why a run with this status ended, for messages.
std::string_view end_of(std::string_view status) {
  if (status == run_status::budget) return "its CPU seconds are used up";
  if (status == run_status::converged) return "its own stopping rule is met";
  if (status == run_status::stopped) return "its own stopping rule is met, which is loose";
  if (status == run_status::stalled) return "it cannot improve";
  if (status == run_status::limit) return "it reached a limit of its own";
  return "it diverged";
}

/// Message if the run did not reach its goal; else "".
std::string shortfall(const SolvedRun& run, std::optional<double> gap, bool is_chosen) {
  const ResultRow& last = run.last();
  const std::string end =
      fmt::format("{} ended after {:.3g} CPU s: {}", last.method, last.cpu_seconds, end_of(last.status));
  if (gap && !run.proves(*gap)) {
    std::string message = fmt::format("no relative gap of {:g} was proved, ", *gap);
    if (const double reached = run.relative_gap().value_or(infinity); std::isfinite(reached))
      message += fmt::format("but {:.3g}; {}", reached, end);
    else
      message += fmt::format("and no other; {}", end);
    const double rounding = run.problem.rounding_of_weights(run.final_weights);
    if (rounding > *gap)
      message +=
          fmt::format("; rounding the weights to double may change the objective by {:.0e} of it", rounding);
    else if (last.status == run_status::converged)
      message += "; --set tolerance=T, if the method has one, lets it go on";
    return message;
  }
  if (last.status == run_status::diverged || (!gap && is_chosen && last.status == run_status::budget))
    return end + (last.status == run_status::budget ? "; --cpu-seconds gives it more" : "");
  return "";
}

int solve(const ParsedArguments& values) {
  Config config = parse_config(configuration_of_arguments(values), "command line");
  std::optional<double> gap = positive_if_given(values, "gap");
  const std::optional<double> most_seconds = positive_if_given(values, "cpu-seconds");
  WeightsFile weights_file(values);
  const std::vector<Dataset> datasets{load_dataset_of(config, 0, {.with_checksum = values.contains("json")})};
  weights_file.prepare(datasets.front());
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  std::optional<std::string> chosen;
  if (values["method"].as<std::string>() == auto_method)
    chosen = keep_chosen_method(problems.front(), config);
  OptimumStore optima(values["references"].as<std::string>());
  // A look hashes all entries, and a chosen method has a bound of its own.
  if (!chosen) optima.read(problems);
  if (needs_radius(config.methods.front().options())) optima.provide(problems, {.settings = {}});
  RunSpec spec = make_plan(config, datasets, TunedFile(), optima).runs.front();
  require_cores(cores_of(spec.options), RowTeam::most_parts, spec.what());
  begin_on_huge_pages();
  CurrentProblem current;
  current.prepare(spec);
  if (!gap && chosen && current.problem().has_lower_bound()) gap = default_gap;
  if (gap) require_bounds(spec, current.problem());
  if (gap) take_tolerance(*gap, config.methods.front(), spec);
  const double seconds = most_seconds.value_or(gap ? 600 : 4);
  spec.budget = {.amount = seconds, .checkpoints = 1, .gap = gap};
  std::optional<SolvedRun> solved(carry_out(spec, current));
  const auto lacks_proof = [&] { return chosen && gap && !solved->proves(*gap); };
  if (lacks_proof()) {
    optima.read(problems);
    if (const KnownOptimum* const known = optima.find(problems.front()))
      solved->raise_lower_bound(known->optimum.lower_bound);
  }
  if (const ResultRow& first = solved->last();
      lacks_proof() && may_be_far(first.status) && seconds_left(spec, first) > 0) {
    const Method* const next = last_resort(problems.front());
    if (next != nullptr && next != spec.method) {
      RunSpec other = spec;
      other.method = next;
      other.label = next->title;
      other.options = OptionValues(next->options, {});
      take_tolerance(*gap, {}, other);
      other.budget.amount = seconds_left(spec, first);
      SolvedRun second = carry_out(other, current);
      second.raise_lower_bound(solved->lower_bound);
      solved->raise_lower_bound(second.lower_bound);
      if (second.upper_bound < solved->upper_bound || second.proves(*gap)) {
        chosen = fmt::format("{} ended without a proof after {:.3g} CPU s: {}", first.method,
                             first.cpu_seconds, end_of(first.status));
        spec = std::move(other);
        solved.emplace(std::move(second));
      }
    }
  }
  SolvedRun& run = *solved;
  if (gap && run.proves(*gap)) run.rows.back().status = "gap proved";
  weights_file.write(spec, run);
  if (values.contains("json")) {
    Json json = solved_run_json(spec, run);
    json["chosen"] = chosen ? Json(*chosen) : Json();
    print_output("{}\n", json_text(json, 1));
  } else {
    print_solved_run(spec, run, chosen);
  }
  const std::string message = shortfall(run, gap, chosen.has_value());
  if (message.empty()) return 0;
  print_error("descent: {}\n", message);
  return 1;
}

}  // namespace

int solve_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_reading_options(options);
  add_options(
      options,
      {{"dataset", text_value("D")->required(), "catalogue name, or a file: LIBSVM text, .csv, .npz"},
       {"loss", text_value("L")->default_value("hinge"), "see `descent list problems`"},
       {"regularizer", text_value("R")->required(), "see `descent list problems`"},
       {"lambda", text_value()->default_value("1/m"), "a number, a/m, a/m^2 or LIBLINEAR's C=c"},
       {"form", text_value()->default_value("mean"),
        "what lambda and the objective stand for: the mean of the losses, or their sum"},
       {"l2-factor", number_value()->default_value(0.5, "0.5"),
        "factor of ||w||^2 in the l2 regulariser: 0.5 or 1"},
       {"epsilon", number_value()->default_value(0.1, "0.1"), "of the epsilon-insensitive losses"},
       {"values", text_value()->default_value("exact"),
        "of the data: exact, or float: rounded to single precision"},
       {"bias", number_value("B")->default_value(0, "0"), "value of a constant feature to append; 0: none"},
       {"free-bias", nullptr, "do not regularise its weight"},
       {"class-weights", text_value("W"),
        "weights of the losses by class: \"balanced\", or LABEL=WEIGHT,..."},
       {"row-weights", text_value("FILE"),
        "a file with the weights of the training rows' losses, one a line"},
       {"method", text_value("M")->default_value(auto_method),
        "see `descent list methods`; auto: by the problem and the data's shape"},
       {"set", texts_value("NAME=VALUE"), "an option of the method"},
       {"cpu-seconds", number_value("S"), "budget; default 600 where a gap is to be proved, else 4"},
       {"gap", number_value("G"),
        "stop when a relative gap of G is proved; default 1e-6 with a chosen method"},
       {"references", text_value("DIR")->default_value("results/references"),
        "folder of the reference optima"},
       {"seed", text_value()->default_value("1"), "of the random numbers"},
       {"out", text_value("WEIGHTS"), "write the weights to this file, one a line"},
       {"json", nullptr, "one JSON object"}});
  const ParsedArguments parsed =
      parse_arguments(arguments, "solve --dataset D --regularizer R [options]", options, "");
  try {
    return solve(parsed);
  } catch (const ConfigError& error) {
    throw ConfigError(in_arguments(error.what()));
  } catch (const DataError& error) {
    throw DataError(in_arguments(error.what()));
  }
}

}  // namespace descent
