// descent plot DIR...: draws the figures of results again.

#include <fmt/format.h>

#include "datasets/errors.hpp"
#include "experiments/command_line.hpp"
#include "experiments/commands.hpp"
#include "experiments/folder_of_experiment.hpp"
#include "plots/figure.hpp"

namespace descent {

void print_files(const FigureFiles& figure) {
  for (const auto& picture : figure.pictures) fmt::print("  {}\n", picture.string());
  fmt::print("  {}\n", figure.curves.string());
  for (const auto& table : figure.tables) fmt::print("  {}\n", table.string());
}

int plot_command(const std::vector<std::string>& arguments) {
  const ParsedArguments parsed = parse_arguments(
      arguments, "plot DIR...", boost::program_options::options_description("options"), "folder");
  if (parsed.helped) return 0;
  const auto folders = parsed.values["folder"].as<std::vector<std::string>>();
  if (folders.empty()) throw ConfigError("no results folder given\nusage: descent plot DIR...");
  for (const std::string& folder : folders) require_results_folder(folder);
  for (const std::string& folder : folders) print_files(draw_figures(folder));
  return 0;
}

}  // namespace descent
