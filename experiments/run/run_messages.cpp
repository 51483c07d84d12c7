#include "experiments/run/run_messages.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <system_error>
#include <vector>

#include "datasets/catalog/catalog.hpp"
#include "support/terminal/print_error.hpp"
#include "support/text/plural.hpp"
#include "support/text/safe_names.hpp"

namespace descent {

void print_sources(std::span<const Dataset> datasets) {
  const Catalog catalog = read_catalog();
  for (const Dataset& dataset : datasets) {
    const bool is_public = std::ranges::any_of(catalog, [&](const CatalogEntry& entry) {
      return entry.name == dataset.name && !entry.urls.empty();
    });
    const std::string advice =
        is_public ? fmt::format("`descent data fetch {}` gets the data, if it can be had", dataset.name)
                  : std::string("`descent data list` says where the data comes from");
    fmt::print("  {}: {}: {}{}\n", dataset.name, dataset.source, dataset.origin,
               dataset.source == "file" ? "" : "; " + advice);
  }
}

void print_left_out(const Plan& plan) {
  for (const LeftOut& each : plan.left_out)
    fmt::print("  left out: {} on {}, {} + {}: {}\n", each.entry.label, each.problem.dataset->name,
               name_of(each.problem.loss), name_of(each.problem.regularizer), each.reason);
}

void print_earlier_runs(const std::filesystem::path& folder, std::span<const std::string> ids) {
  const std::set<std::string> planned(ids.begin(), ids.end());
  std::size_t earlier = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator file(folder / "runs", error), end; !error && file != end;
       file.increment(error)) {
    if (file->path().extension() == ".csv" && !planned.contains(file->path().stem().string())) ++earlier;
  }
  if (earlier > 0)
    fmt::print(
        "{} of other settings, data or code stay in {} and are not drawn; --fresh begins a folder of its "
        "own\n",
        plural(earlier, "run"), (folder / "runs").string());
}

void print_untuned(const RunStates& runs, const std::filesystem::path& config) {
  std::map<std::string, std::set<std::string>> problems;  // by the constant
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
  fmt::print("not tuned, at the default: {}; `descent tune {}` chooses what is best\n",
             fmt::join(texts, ", "), shell_word(config.string()));
}

void print_unwell(std::span<const FailedRun> unwell, const std::string& words,
                  const std::filesystem::path& folder) {
  if (unwell.empty()) return;
  print_error("{} did not end well:\n", plural(unwell.size(), "run"));
  const FailedRun* failed = nullptr;
  const FailedRun* diverged = nullptr;
  for (const FailedRun& run : unwell) {
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

void print_files(const FigureFiles& figure) {
  for (const auto& picture : figure.pictures) fmt::print("  {}\n", picture.string());
  fmt::print("  {}\n", figure.curves.string());
  for (const auto& table : figure.tables) fmt::print("  {}\n", table.string());
}

}  // namespace descent
