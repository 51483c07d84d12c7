// The lines that `descent run` prints, also with --dry-run, and the expected time of runs (experiment.hpp).

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

#include "experiments/jobs/carry_out.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/ranges.hpp"
#include "support/records/run_file.hpp"
#include "support/terminal/print.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// Warns of untuned step-size constants of methods about to run, which must not pass for methods at their
/// best. `config` is the file.
void print_untuned(const RunStates& runs, const std::filesystem::path& config) {
  std::map<std::string, std::set<std::string>> problems;  // by constant
  for (const RunSpec& spec : runs.to_do) {
    for (const ChosenConstant& constant : spec.chosen) {
      if (constant.origin.is_default())
        problems[fmt::format("{} {} = {:.4g}", spec.method->name, constant.option, constant.value)].insert(
            spec.description());
    }
  }
  if (problems.empty()) return;
  const auto texts = mapped(problems, [](const auto& constant) {
    return fmt::format("{} ({})", constant.first, plural(constant.second.size(), "problem"));
  });
  print_output("not tuned, at the default: {}; `descent tune {}` chooses what is best\n",
               fmt::join(texts, ", "), shell_word(config.string()));
}

/// Stored entries that one core of a common machine touches per second, for coordinate descent on data beyond
/// its caches.
constexpr double entries_a_second = 3e8;

void print_estimate(std::span<const RunSpec> to_do, const RunSettings& settings) {
  RunTime all;  // of all threads
  double longest = 0;
  std::size_t cores_asked = 0;
  double core_seconds = 0;
  for (const RunSpec& spec : to_do) {
    const RunTime time = expected_time(spec);
    const int threads = cores_of(spec.options);
    all.work_seconds += threads * time.work_seconds;
    all.evaluation_seconds += time.evaluation_seconds;
    longest = std::max(longest, time.seconds());
    cores_asked += static_cast<std::size_t>(threads);
    core_seconds += threads * time.seconds();
  }
  const auto cores = static_cast<std::size_t>(settings.jobs.cores());
  const std::size_t at_once =
      std::clamp<std::size_t>(cores * to_do.size() / std::max<std::size_t>(1, cores_asked), 1,
                              std::max<std::size_t>(1, to_do.size()));
  const double wall = std::max(longest, core_seconds / static_cast<double>(cores));
  const bool in_seconds = !to_do.empty() && to_do.front().budget.axis == Axis::cpu_seconds;
  print_output(
      "estimate: {} {} of CPU time billed, {} in all with evaluation; {} of wall time with {} at a time\n",
      in_seconds ? "at most" : "about", time_text(all.work_seconds), time_text(all.seconds()),
      time_text(wall), plural(at_once, "run"));
}

constexpr std::array state_texts{
    std::pair{RunState::done, "done"},
    std::pair{RunState::missing, "to do"},
    std::pair{RunState::failed, "to try again, having failed"},
    std::pair{RunState::outdated, "to repeat"},
    std::pair{RunState::left_out, "left out"},
};

/// "10 runs: 6 done, 4 to do".
std::string counts_text(std::span<const RunState> states) {
  std::vector<std::string> parts;
  for (const auto& [state, text] : state_texts) {
    const auto count = std::ranges::count(states, state);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, text));
  }
  return fmt::format("{}: {}", plural(states.size(), "run"), fmt::join(parts, ", "));
}

/// Prints a line for every dataset and method.
void print_runs(const Plan& plan, const RunStates& runs) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<RunState>> states;
  for (std::size_t k = 0; k < runs.states.size(); ++k) {
    const std::string what = plan.runs[k].description();
    if (states[what].empty()) order.push_back(what);
    states[what].push_back(runs.states[k]);
  }
  for (const std::string& what : order) print_output("  {}: {}\n", what, counts_text(states[what]));
}

void print_optima(std::span<const ProblemSpec> problems, const OptimumStore& optima) {
  for (const ProblemSpec& problem : problems) {
    const KnownOptimum* known = optima.find(problem);
    if (known != nullptr)
      print_output("  {}: reference optimum {}\n", problem.description(), describe(problem, known->optimum));
    else if (can_certify(problem))
      print_output("  {}: reference optimum to be computed, which is not in the estimate\n",
                   problem.description());
    else
      print_output("  {}: no solver can certify an optimum\n", problem.description());
  }
}

/// Prints one line per folder: "results/NAME/figures: 3 figures (.pdf .png)".
void print_by_folder(const char* what, std::span<const std::filesystem::path> files) {
  std::map<std::filesystem::path, std::array<std::set<std::string>, 2>> folders;
  for (const std::filesystem::path& file : files) {
    if (file.extension() == ".svg") continue;  // a figure's third form, beside its script
    auto& [names, endings] = folders[file.parent_path()];
    names.insert(file.stem().string());
    endings.insert(file.extension().string());
  }
  for (const auto& [folder, found] : folders)
    print_output("  {}: {} ({})\n", folder.string(), plural(found[0].size(), what), fmt::join(found[1], " "));
}

}  // namespace

void print_opening(const Experiment& experiment, const RunStates& runs) {
  const RunSettings& settings = experiment.settings;
  print_output("{}{}: {}, {} to do, into {}\n", settings.place.empty() ? "" : settings.place + ": ",
               experiment.config.name, plural(runs.ids.size(), "run"), runs.to_do.size(),
               settings.folder.string());
  print_untuned(runs, experiment.config.path);
  if (const auto note = note_on_runs_beside(settings.folder, runs.ids)) print_output("{}\n", *note);
  std::fflush(stdout);
}

void print_damages(const std::vector<std::string>& damages) {
  constexpr std::size_t most = 10;
  for (std::size_t k = 0; k < std::min(most, damages.size()); ++k) print_error("descent: {}\n", damages[k]);
  if (damages.size() > most) print_error("descent: and {} more\n", damages.size() - most);
}

void print_unsuccessful(std::span<const FailedRun> unsuccessful, const RunSettings& settings) {
  if (unsuccessful.empty()) return;
  print_error("{} did not end well:\n", plural(unsuccessful.size(), "run"));
  const FailedRun* failed = nullptr;
  const FailedRun* diverged = nullptr;
  for (const FailedRun& run : unsuccessful) {
    print_error("  {}  {}: {}\n", run.id, run.what, run.status);
    (run_status::is_failed(run.status) ? failed : diverged) = &run;
  }
  if (failed != nullptr)
    print_error("the same command tries what failed again; the last alone: --only run={}\n", failed->id);
  if (diverged != nullptr) {
    print_error("what diverged is kept as it is; to see it again: descent replay {}\n",
                shell_word(run_file(settings.folder, diverged->id).string()));
  }
}

void print_files(const DrawnFiles& drawn) {
  print_by_folder("figure", drawn.pictures);
  print_by_folder("table", drawn.tables);
  if (!drawn.curves.empty()) print_output("  {}\n", drawn.curves.string());
  for (const std::string& condition : drawn.conditions) print_output("  {}\n", condition);
  print_output("{}", drawn.fastest);
}

void print_failed_optima(const Outcome& outcome) {
  if (outcome.failed_optima.empty()) return;
  const std::string waiting =
      outcome.waiting == 0 ? ""
                           : fmt::format(", and makes {} that need{} it", plural(outcome.waiting, "run"),
                                         outcome.waiting == 1 ? "s" : "");
  print_error("{} without reference optimum:\n  {}\nthe same command tries again{}\n",
              plural(outcome.failed_optima.size(), "problem"), fmt::join(outcome.failed_optima, "\n  "),
              waiting);
}

void print_end(const Config& config, const std::filesystem::path& folder, const Outcome& outcome,
               const DrawnFiles& figure) {
  const std::string conditions =
      figure.conditions.empty() ? "" : fmt::format(", {}", plural(figure.conditions.size(), "condition"));
  std::vector<std::string> bad;
  if (!outcome.runs.empty()) bad.push_back(plural(outcome.runs.size(), "run") + " did not end well");
  if (!outcome.failed_optima.empty())
    bad.push_back(plural(outcome.failed_optima.size(), "problem") + " without reference optimum");
  if (outcome.unproved > 0) bad.push_back(plural(outcome.unproved, "problem") + " without a proved gap");
  print_output("{}: {}{}; {} in {}\n", config.name,
               bad.empty() ? "all runs are done" : fmt::format("{}", fmt::join(bad, ", ")), conditions,
               plural(figure.scripts.size(), "figure"), (folder / "figures").string());
}

RunTime expected_time(const RunSpec& spec) {
  const double work = cost_of(spec) / (spec.budget.axis == Axis::cpu_seconds ? 1 : entries_a_second);
  // Each iterate is multiplied by the training rows twice (objective and error) and by the test rows once.
  // Bounds cost as much again, now and then.
  const auto train = static_cast<double>(spec.dataset->train.rows.nonzeros());
  const auto test = static_cast<double>(spec.dataset->test.rows.nonzeros());
  return {work, static_cast<double>(spec.budget.grid().size()) * (2.2 * train + test) / entries_a_second};
}

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

void dry_run(const Config& config, const RunSettings& settings) {
  const Experiment experiment(config, settings);
  const RunStates runs = states_of(experiment);
  for (const std::string& damage : runs.damages) print_output("  {}\n", damage);
  print_output("{}: {}\n", config.name, counts_text(runs.states));
  print_estimate(runs.to_do, settings);
  print_runs(experiment.plan, runs);
  print_optima(experiment.wanted, experiment.optima);
  for (const RunSpec& spec : experiment.plan.runs) {
    if (spec.seed != config.seeds.front()) continue;
    for (const ChosenConstant& constant : spec.chosen)
      print_output("  {}, {} + {}, {}: {}{} {} = {:.4g} ({})\n", spec.dataset->name, name_of(spec.loss),
                   name_of(spec.regularizer), spec.lambda.text, spec.method->name,
                   spec.variant.empty() ? "" : " " + spec.variant, constant.option, constant.value,
                   constant.origin.text());
  }
  for (const RunSpec& spec : runs.to_do)
    require_cores(cores_of(spec.options), settings.jobs.at_once, spec.what());
}

}  // namespace descent
