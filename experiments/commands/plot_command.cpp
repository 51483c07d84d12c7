// descent plot DIR...: draws the figures of results again, or one selected figure.

#include <algorithm>
#include <utility>

#include "experiments/commands/command_line.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/figure.hpp"
#include "support/errors.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

constexpr const char* selecting[] = {"only", "quantity", "axis", "name"};

/// Keeps the datasets and methods of --only.
void choose(const std::string& only, const Manifest& manifest, FigureSelection& selection) {
  std::vector<std::string> labels;
  for (const ManifestMethod& method : manifest.methods) labels.push_back(method.label);
  RunFilter filter = split_run_filter(only, labels);
  if (!filter.runs.empty())
    throw ConfigError("--only: figures average the runs; give dataset=NAME or method=NAME");
  selection.datasets = std::move(filter.datasets);
  selection.methods = std::move(filter.methods);
}

Axis axis_named(const std::string& name) {
  for (const Axis axis : drawn_axes) {
    if (name == name_of(axis)) return axis;
  }
  throw ConfigError(
      "--axis: must be cpu_seconds, cpu_seconds_with_setup, wall_seconds_with_setup or passes, got '{}'",
      shown(name));
}

FigureSelection selection_of(const po::variables_map& values, const Manifest& manifest) {
  FigureSelection selection;
  if (const auto only = text_of(values, "only")) choose(*only, manifest, selection);
  if (values.contains("quantity")) selection.quantity = values["quantity"].as<std::string>();
  if (values.contains("axis")) selection.axis = axis_named(values["axis"].as<std::string>());
  selection.models = processor_models_of(values);
  if (const auto name = text_of(values, "name")) selection.name = *name;
  constexpr std::size_t longest = 100;  // leaves room for the results' name in the 255 of a file name
  if (selection.name.size() > longest)
    throw ConfigError("--name: must have at most {} bytes, has {}", longest, selection.name.size());
  return selection;
}

}  // namespace

int plot_command(const std::vector<std::string>& arguments) {
  po::options_description options(
      "options, of which the first four draw one figure NAME-selection and no other");
  add_options(
      options,
      {{"only", text_value("WHAT"), "dataset=NAME,method=NAME,...: only these; methods also by label"},
       {"quantity", text_value("WHAT"),
        "objective, nonzeros or suboptimality; default: objective, or suboptimality if methods rise far "
        "above F(0)"},
       {"axis", text_value("WHAT"),
        "horizontal axis: cpu_seconds, cpu_seconds_with_setup, wall_seconds_with_setup or passes; default: "
        "that of the budgets, with setup, and wall time if runs had several threads"},
       {"name", text_value("TEXT"), "in the files' name in place of \"selection\""},
       {mixed_processors_option, nullptr, mixed_processors_text}});
  const ParsedArguments parsed =
      parse_arguments(arguments, "plot DIR... [options]", options, "folder", "results folder");
  for (const std::string& folder : parsed.words) require_folder_of_runs(folder);
  const bool is_selection =
      std::ranges::any_of(selecting, [&](const char* name) { return parsed.contains(name); });
  for (const std::string& folder : parsed.words) {
    const Manifest manifest = read_manifest(folder);
    print_note_on_runs_beside(folder, manifest);
    print_files(is_selection ? draw_selection(folder, selection_of(parsed, manifest))
                             : draw_figures(folder, processor_models_of(parsed)));
  }
  return 0;
}

}  // namespace descent
