// descent plot DIR...: draws the figures of results again, or one selected figure.

#include <algorithm>
#include <utility>

#include "experiments/commands/command_line.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/figure.hpp"
#include "plots/gnuplot/figure_layout.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/comma_list.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

namespace fs = std::filesystem;

constexpr const char* selecting[] = {"panels", "methods", "quantity", "axis", "name"};

/// Parts of "a,c"; none if the option is not given.
std::vector<std::string> parts_of(const po::variables_map& values, const char* option) {
  if (!values.contains(option)) return {};
  const std::string text = values[option].as<std::string>();
  std::vector<std::string> parts = parts_between_commas(text);
  if (contains(parts, ""))
    throw ConfigError("--{}: must be names with commas between them, got '{}'", option, shown(text));
  return parts;
}

Axis axis_named(const std::string& name) {
  for (const Axis axis : drawn_axes) {
    if (name == name_of(axis)) return axis;
  }
  throw ConfigError(
      "--axis: must be cpu_seconds, cpu_seconds_with_setup, wall_seconds_with_setup or passes, got '{}'",
      shown(name));
}

/// The size with what the options change of it; none if they change nothing.
std::optional<FigureSize> size_of(const po::variables_map& values, FigureSize size) {
  constexpr double least = 2, greatest = 20, smallest = 5, largest = 24;
  constexpr double points_an_inch = 4;  // more leave no room for a panel
  if (!values.contains("width") && !values.contains("font")) return std::nullopt;
  if (const auto width = text_of(values, "width")) {
    const auto inches = number_of<double>(*width);
    if (*width != "auto" && !(inches >= least && inches <= greatest))
      throw ConfigError("--width: must be auto or {} to {} inches, got '{}'", least, greatest, shown(*width));
    size.width = inches.value_or(0);
  }
  if (const auto font = text_of(values, "font")) {
    const auto points = number_of<double>(*font);
    if (!(points >= smallest && points <= largest))
      throw ConfigError("--font: must be {} to {} points, got '{}'", smallest, largest, shown(*font));
    size.font = *points;
  }
  const double width = size.width > 0 ? size.width : one_column_width;
  if (size.font > points_an_inch * width)
    throw ConfigError("--font: {} points are too large for figures of {} inches; at most {}", size.font,
                      width, points_an_inch * width);
  return size;
}

FigureSelection selection_of(const po::variables_map& values, const std::optional<FigureSize>& size) {
  FigureSelection selection;
  selection.panels = parts_of(values, "panels");
  selection.methods = parts_of(values, "methods");
  if (values.contains("quantity")) selection.quantity = values["quantity"].as<std::string>();
  if (values.contains("axis")) selection.axis = axis_named(values["axis"].as<std::string>());
  selection.models = processor_models_of(values);
  selection.size = size;
  if (const auto name = text_of(values, "name")) selection.name = *name;
  constexpr std::size_t longest = 100;  // leaves room for the results' name in the 255 of a file name
  if (selection.name.size() > longest)
    throw ConfigError("--name: must have at most {} bytes, has {}", longest, selection.name.size());
  return selection;
}

ResultsFolder read_other(const std::string& path) {
  require_folder_of_runs(path);
  return read_drawable_results(path, ProcessorModels::any);
}

}  // namespace

std::optional<OtherResults> results_behind(const fs::path& folder, const std::optional<std::string>& asked) {
  if (asked == "none") return OtherResults{};
  const Manifest manifest = read_manifest(folder);
  const std::string path = asked ? fs::absolute(*asked).lexically_normal().generic_string() : manifest.behind;
  if (path.empty()) return std::nullopt;
  std::error_code ignored;
  if (asked && fs::equivalent(path, folder, ignored))
    throw ConfigError("--behind {}: these are the results in front", *asked);
  try {
    return OtherResults{path, read_other(path)};
  } catch (const Error& error) {
    if (asked) throw;
    print_error("note: --behind: {}; the figures are drawn without it\n", error.what());
    return std::nullopt;
  }
}

int plot_command(const std::vector<std::string>& arguments) {
  po::options_description options(
      "options, of which the first five draw one figure NAME-selection and no other");
  add_options(
      options,
      {{"panels", text_value("a,c,..."), "only these panels, by their letters or datasets"},
       {"methods", text_value("NAME,..."), "only these methods, by name or label"},
       {"quantity", text_value("WHAT"),
        "objective, nonzeros, suboptimality or support; default: objective and nonzeros"},
       {"axis", text_value("WHAT"),
        "horizontal axis: cpu_seconds, cpu_seconds_with_setup, wall_seconds_with_setup or passes; default: "
        "that of the budgets, with setup, and wall time if runs had several threads"},
       {"name", text_value("TEXT"), "in the files' name in place of \"selection\""},
       {"width", text_value("INCHES"),
        "of the figures: 2 to 20 (a paper's column has 3.4, its page 7), or auto; kept for the next plot and "
        "run, unless it is of a selection"},
       {"font", text_value("POINTS"), "size of their letters: 5 to 24, usually 8; kept likewise"},
       {"behind", text_value("DIR"),
        "results whose curves of the same methods and data are drawn in grey, or none; kept likewise"},
       {mixed_processors_option, nullptr, mixed_processors_text}});
  const ParsedArguments parsed =
      parse_arguments(arguments, "plot DIR... [options]", options, "folder", "results folder");
  for (const std::string& folder : parsed.words) require_folder_of_runs(folder);
  const bool is_selection =
      std::ranges::any_of(selecting, [&](const char* name) { return parsed.contains(name); });
  for (const std::string& folder : parsed.words) {
    const Manifest manifest = read_manifest(folder);
    const auto size = size_of(parsed, manifest.figure_size);
    auto behind = results_behind(folder, text_of(parsed, "behind"));
    if (const auto note = note_on_runs_beside(folder, manifest)) print_error("note: {}\n", *note);
    if (is_selection) {
      FigureSelection selection = selection_of(parsed, size);
      selection.behind = std::move(behind);
      const DrawnFiles drawn = draw_selection(folder, selection);
      print_by_folder(drawn.pictures);
      print_conditions(drawn);
      print_removed(drawn);
    } else {
      print_files(draw_figures(folder, processor_models_of(parsed), size, std::move(behind)));
    }
  }
  return 0;
}

}  // namespace descent
