// descent plot DIR...: draws the figures of results again, or those of some runs.

#include <string>
#include <utility>
#include <vector>

#include "experiments/commands/command_line.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/figure.hpp"
#include "support/errors.hpp"

namespace descent {

namespace {

constexpr std::size_t longest_selection = 200;  // in bytes; names of files may have 255

/// The manifest of a results folder with the runs of --only alone.
Manifest selected(const std::string& folder, Manifest manifest, const std::string& only) {
  KnownNames known{{folder}, {}, {}, {}};
  for (const ManifestDataset& dataset : manifest.datasets) known.datasets.push_back(dataset.name);
  for (const ManifestMethod& method : manifest.methods) known.add_method(method.name, method.label);
  const RunFilter filter = split_run_filter(only, known.labels);
  if (!filter.runs.empty())
    throw ConfigError("--only: figures average the runs; give dataset=NAME or method=NAME");
  require_known_names(filter, known);
  const auto is_left_out = [&](const MethodOnProblem& each) {
    const ManifestMethod* const method = method_of(manifest, each.method, each.variant);
    return !filter.wants_dataset(each.dataset) ||
           !filter.wants_method(each.method, method == nullptr ? "" : method->label);
  };
  std::erase_if(manifest.runs, is_left_out);
  std::erase_if(manifest.constants, is_left_out);
  if (manifest.runs.empty()) throw ConfigError("--only: {} has no run of these", folder);
  return manifest;
}

}  // namespace

int plot_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(
      options,
      {{"only", text_value("WHAT"),
        "dataset=NAME,method=NAME,...: draw only these, into DIR/selections/WHAT; methods also by label"},
       {mixed_processors_option, nullptr, mixed_processors_text}});
  const ParsedArguments parsed =
      parse_arguments(arguments, "plot DIR... [options]", options, "folder", "results folder");
  for (const std::string& folder : parsed.words) require_folder_of_runs(folder);
  const auto only = text_of(parsed, "only");
  const ProcessorModels models = processor_models_of(parsed);
  if (only && only->size() > longest_selection)
    throw ConfigError("--only: names a folder, so it must have at most {} bytes, has {}", longest_selection,
                      only->size());
  std::vector<Manifest> manifests;
  for (const std::string& folder : parsed.words) {
    manifests.push_back(read_manifest(folder));
    print_note_on_runs_beside(folder, manifests.back());
    if (only) manifests.back() = selected(folder, std::move(manifests.back()), *only);
  }
  for (std::size_t i = 0; i < manifests.size(); ++i) {
    const std::string& folder = parsed.words[i];
    print_files(only ? draw_selection(folder, manifests[i], *only, models) : draw_figures(folder, models));
  }
  return 0;
}

}  // namespace descent
