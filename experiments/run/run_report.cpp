// The lines that `descent run` prints (experiment.hpp).

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "support/records/run_file.hpp"
#include "support/terminal/print.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// Reports runs of an earlier configuration, which stay but are not drawn.
void print_earlier_runs(const std::filesystem::path& folder, const std::vector<std::string>& ids) {
  if (const std::size_t earlier = runs_beside(folder, ids); earlier > 0)
    print_output(
        "{} of other settings, data or code stay in {} and are not drawn; --fresh begins a folder of its "
        "own\n",
        plural(earlier, "run"), (folder / "runs").string());
}

/// Warns of untuned step-size constants of methods about to run, which must not pass for methods at their
/// best. `config` is the file.
void print_untuned(const RunStates& runs, const std::filesystem::path& config) {
  std::map<std::string, std::set<std::string>> problems;  // by constant
  for (const RunSpec& spec : runs.to_do) {
    for (const ChosenConstant& constant : spec.chosen) {
      if (constant.origin == untuned)
        problems[fmt::format("{} {} = {:.4g}", spec.method->name, constant.option, constant.value)].insert(
            spec.description());
    }
  }
  if (problems.empty()) return;
  std::vector<std::string> texts;
  for (const auto& [text, of] : problems)
    texts.push_back(fmt::format("{} ({})", text, plural(of.size(), "problem")));
  print_output("not tuned, at the default: {}; `descent tune {}` chooses what is best\n",
               fmt::join(texts, ", "), shell_word(config.string()));
}

}  // namespace

void print_opening(const Experiment& experiment, const RunStates& runs) {
  const RunSettings& settings = experiment.settings;
  print_output("{}{}: {}, {} to do, into {}\n", settings.place.empty() ? "" : settings.place + ": ",
               experiment.config.name, plural(runs.ids.size(), "run"), runs.to_do.size(),
               settings.folder.string());
  print_untuned(runs, experiment.config.path);
  print_earlier_runs(settings.folder, runs.ids);
  std::fflush(stdout);
}

void print_damages(const std::vector<std::string>& damages) {
  constexpr std::size_t most = 10;
  if (damages.empty()) return;
  for (std::size_t k = 0; k < std::min(most, damages.size()); ++k) print_error("descent: {}\n", damages[k]);
  if (damages.size() > most) print_error("descent: and {} more\n", damages.size() - most);
  print_error("{} to be repeated for that\n", plural_are(damages.size(), "run"));
}

void print_unsuccessful(std::span<const FailedRun> unsuccessful, const std::string& words,
                        const std::filesystem::path& folder) {
  if (unsuccessful.empty()) return;
  print_error("{} did not end well:\n", plural(unsuccessful.size(), "run"));
  const FailedRun* failed = nullptr;
  const FailedRun* diverged = nullptr;
  for (const FailedRun& run : unsuccessful) {
    print_error("  {}  {}: {}\n", run.id, run.what, run.status);
    (run_status::is_failed(run.status) ? failed : diverged) = &run;
  }
  if (failed != nullptr) {
    print_error("`descent {}` tries what failed again; one alone, like the last: descent {} --only run={}\n",
                words, words, failed->id);
  }
  if (diverged != nullptr) {
    print_error("what diverged is kept as it is; to see it again: descent replay {}\n",
                run_file(folder, diverged->id).string());
  }
}

void print_cleared(const DrawnFiles& drawn) {
  for (const auto& file : drawn.removed) print_output("  removed, not drawn any more: {}\n", file.string());
  for (const std::string& note : drawn.kept) print_error("note: {}\n", note);
}

void print_conditions(const DrawnFiles& drawn) {
  for (const std::string& condition : drawn.conditions) print_output("  {}\n", condition);
}

void print_by_folder(std::span<const std::filesystem::path> files) {
  std::map<std::filesystem::path, std::string> lines;
  std::filesystem::path last;
  for (const std::filesystem::path& file : files) {
    std::string& line = lines[file.parent_path()];
    const bool is_same = file.stem() == last.stem() && file.parent_path() == last.parent_path();
    line += is_same ? ' ' + file.extension().string() : (line.empty() ? "" : ", ") + file.filename().string();
    last = file;
  }
  for (const auto& [folder, line] : lines) print_output("  {}: {}\n", folder.string(), line);
}

void print_files(const FigureFiles& figure) {
  print_by_folder(figure.pictures);
  print_by_folder(figure.tables);
  print_output("  {}\n", figure.curves.string());
  print_conditions(figure);
  print_cleared(figure);
}

void print_failed_optima(const Outcome& outcome, const std::string& words) {
  if (outcome.failed_optima.empty()) return;
  const std::string waiting =
      outcome.waiting == 0 ? "" : fmt::format(", and makes {} that need it", plural(outcome.waiting, "run"));
  print_error("{} without reference optimum:\n  {}\n`descent {}` tries again{}\n",
              plural(outcome.failed_optima.size(), "problem"), fmt::join(outcome.failed_optima, "\n  "),
              words, waiting);
}

void print_end(const Config& config, const std::filesystem::path& folder, const Outcome& outcome,
               const FigureFiles& figure) {
  const std::string conditions =
      figure.conditions.empty() ? "" : fmt::format(", {}", plural(figure.conditions.size(), "condition"));
  std::vector<std::string> bad;
  if (!outcome.runs.empty()) bad.push_back(plural(outcome.runs.size(), "run") + " did not end well");
  if (!outcome.failed_optima.empty())
    bad.push_back(plural(outcome.failed_optima.size(), "problem") + " without reference optimum");
  print_output("{}: {}{}; {} in {}\n", config.name,
               bad.empty() ? "all runs are done" : fmt::format("{}", fmt::join(bad, ", ")), conditions,
               plural(figure.scripts.size(), "figure"), (folder / "figures").string());
}

}  // namespace descent
