// descent plot DIR...: draws the figures of results again, or one selected figure.

#include <fmt/format.h>

#include <algorithm>

#include "experiments/commands/command_line.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/run_report.hpp"
#include "plots/figure_selection.hpp"
#include "support/errors.hpp"
#include "support/terminal/print_error.hpp"
#include "support/terminal/print_output.hpp"
#include "support/text/comma_list.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

namespace po = boost::program_options;

/// Parts of "a,c"; none if the option is not given.
std::vector<std::string> parts_of(const po::variables_map& values, const char* option) {
  if (!values.contains(option)) return {};
  const std::string text = values[option].as<std::string>();
  std::vector<std::string> parts = parts_between_commas(text);
  if (std::ranges::find(parts, "") != parts.end())
    throw ConfigError(
        fmt::format("--{}: must be names with commas between them, got '{}'", option, shown(text)));
  return parts;
}

Axis axis_named(const std::string& name) {
  for (const Axis axis : all_axes) {
    if (name == name_of(axis)) return axis;
  }
  throw ConfigError(
      fmt::format("--axis: must be cpu_seconds, cpu_seconds_with_setup or passes, got '{}'", shown(name)));
}

FigureSelection selection_of(const po::variables_map& values) {
  FigureSelection selection;
  selection.panels = parts_of(values, "panels");
  selection.methods = parts_of(values, "methods");
  if (values.contains("quantity")) selection.quantity = values["quantity"].as<std::string>();
  if (values.contains("axis")) selection.axis = axis_named(values["axis"].as<std::string>());
  selection.models = processor_models_of(values);
  if (const auto name = text_of(values, "name")) selection.name = *name;
  constexpr std::size_t longest = 100;  // leaves room for the results' name in the 255 of a file name
  if (selection.name.size() > longest)
    throw ConfigError(
        fmt::format("--name: must have at most {} bytes, has {}", longest, selection.name.size()));
  return selection;
}

}  // namespace

int plot_command(const std::vector<std::string>& arguments) {
  po::options_description options(
      "options, each of which but the last draws one figure NAME-selection and no other");
  options.add_options()("panels", po::value<std::string>()->value_name("a,c,..."),
                        "only these panels, by their letters or datasets")(
      "methods", po::value<std::string>()->value_name("NAME,..."), "only these methods, by name or label")(
      "quantity", po::value<std::string>()->value_name("WHAT"),
      "objective, nonzeros, suboptimality or support; default: objective and nonzeros")(
      "axis", po::value<std::string>()->value_name("WHAT"),
      "horizontal axis: cpu_seconds, cpu_seconds_with_setup or passes; default: that of the budgets")(
      "name", po::value<std::string>()->value_name("TEXT"), "in the files' name in place of \"selection\"")(
      mixed_processors_option, mixed_processors_text);
  const ParsedArguments parsed =
      parse_arguments(arguments, "plot DIR... [options]", options, "folder", "results folder");
  if (parsed.helped) return 0;
  for (const std::string& folder : parsed.words) require_folder_of_runs(folder);
  const bool is_selection = std::ranges::any_of(options.options(), [&](const auto& option) {
    return option->long_name() != mixed_processors_option && parsed.values.contains(option->long_name());
  });
  for (const std::string& folder : parsed.words) {
    for (const std::string& note : check_results_folder(folder, read_manifest(folder)).all())
      print_error("note: {}\n", note);
    if (is_selection) {
      const DrawnFiles drawn = draw_selection(folder, selection_of(parsed.values));
      print_by_folder(drawn.pictures);
      print_conditions(drawn);
      print_cleared(drawn);
    } else {
      print_files(draw_figures(folder, processor_models_of(parsed.values)));
    }
  }
  return 0;
}

}  // namespace descent
