#include "experiments/run/run_opening.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <system_error>
#include <vector>

#include "datasets/catalog/catalog.hpp"
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
    fmt::print("  left out: {} on {}, {} + {}: {}\n", each.label, each.dataset, each.loss, each.regularizer,
               each.reason);
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

void print_untuned(const PlannedWork& work, const std::filesystem::path& config) {
  using MethodOnProblem = std::array<std::string, 6>;
  std::set<MethodOnProblem> to_run;
  for (const RunSpec& spec : work.to_do) {
    to_run.insert({spec.dataset->name, std::string(name_of(spec.loss)),
                   std::string(name_of(spec.regularizer)), spec.lambda.text, spec.method->name,
                   spec.variant});
  }
  std::map<std::string, std::size_t> problems;
  for (const AppliedConstant& constant : work.plan.constants) {
    const MethodOnProblem entry{constant.dataset, constant.loss,   constant.regularizer,
                                constant.lambda,  constant.method, constant.variant};
    if (constant.origin == untuned && to_run.contains(entry))
      ++problems[fmt::format("{} {} = {:.4g}", constant.method, constant.option, constant.value)];
  }
  if (problems.empty()) return;
  std::vector<std::string> texts;
  for (const auto& [text, count] : problems)
    texts.push_back(fmt::format("{} ({})", text, plural(count, "problem")));
  fmt::print("not tuned, at the default: {}; `descent tune {}` chooses what is best\n",
             fmt::join(texts, ", "), shell_word(config.string()));
}

}  // namespace descent
