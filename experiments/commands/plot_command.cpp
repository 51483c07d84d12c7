// descent plot DIR...: draws the figures of results again, or those of some runs.

#include <algorithm>

#include "experiments/commands/command_line.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/figure.hpp"
#include "support/errors.hpp"
#include "support/ranges.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

/// Throws ConfigError for a name that is not there.
void require_known(const char* kind, const std::vector<std::string>& names,
                   const std::vector<std::string>& known) {
  for (const std::string& name : names)
    if (!contains(known, name))
      throw ConfigError("--only: there is no {} \"{}\"{}; there are {}", kind, shown(name),
                        did_you_mean(name, known), shown_list(known));
}

/// The manifest with the runs of --only alone.
Manifest selected(Manifest manifest, const std::string& only) {
  const auto labels = mapped(manifest.methods, &ManifestMethod::label);
  const RunFilter filter = split_run_filter(only, labels);
  if (!filter.runs.empty())
    throw ConfigError("--only: figures average the runs; give dataset=NAME or method=NAME");
  require_known("dataset", filter.datasets, mapped(manifest.datasets, &ManifestDataset::name));
  std::vector<std::string> methods;
  for (const ManifestMethod& method : manifest.methods)
    for (const std::string& name : {method.name, method.label})
      if (!contains(methods, name)) methods.push_back(name);
  require_known("method", filter.methods, methods);
  const auto is_left_out = [&](const MethodOnProblem& each) {
    const ManifestMethod* const method = method_of(manifest, each.method, each.variant);
    return !filter.wants_dataset(each.dataset) ||
           !filter.wants_method(each.method, method == nullptr ? "" : method->label);
  };
  std::erase_if(manifest.runs, is_left_out);
  std::erase_if(manifest.constants, is_left_out);
  if (manifest.runs.empty())
    throw ConfigError("--only: none of the methods takes part on one of the datasets");
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
  for (const std::string& folder : parsed.words) {
    const Manifest manifest = read_manifest(folder);
    print_note_on_runs_beside(folder, manifest);
    print_files(only ? draw_selection(folder, selected(manifest, *only), *only, models)
                     : draw_figures(folder, models));
  }
  return 0;
}

}  // namespace descent
