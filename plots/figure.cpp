#include "plots/figure.hpp"

#include <algorithm>

#include "plots/analysis/aggregate.hpp"
#include "plots/figures/figures.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "plots/labels/labels.hpp"
#include "plots/results/drawing.hpp"
#include "plots/tables/table_files.hpp"
#include "support/errors.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

/// A results folder with everything that figures and tables are made from.
struct Study {
  Study(const std::filesystem::path& path, const ResultsFolder& folder_results)
      : folder(path), results(folder_results), manifest(results.manifest), grouped(results) {}

  const std::filesystem::path& folder;
  const ResultsFolder& results;
  const Manifest& manifest;
  TimedResults grouped;
  std::vector<CurvePoint> curves = aggregate(grouped);
  /// Empty if the curves are over passes already.
  std::vector<CurvePoint> over_passes =
      manifest.x_axis == Axis::passes ? std::vector<CurvePoint>() : aggregate(grouped, Axis::passes);
  std::vector<ProfilePanel> profiles = performance_profiles(grouped);
  std::vector<LambdaPath> paths = lambda_paths(grouped);
};

std::vector<Figure> figures_of(const Study& study) {
  std::vector<Figure> figures;
  for (const ManifestPart& part : parts_of(study.manifest)) {
    for (Figure& figure : curve_figures(study.manifest, study.curves, part, study.over_passes))
      figures.push_back(std::move(figure));
    std::vector<ProfilePanel> profiles = study.profiles;
    std::erase_if(profiles, [&](const ProfilePanel& panel) {
      return panel.protocol != part.protocol || panel.problems - panel.unsolved < fewest_drawn_problems;
    });
    if (!profiles.empty()) figures.push_back(profile_figure(study.manifest, profiles, part));
  }
  if (!study.paths.empty()) figures.push_back(lambda_path_figure(study.manifest, study.paths));
  if (auto figure = points_figure(study.results, study.folder)) figures.push_back(*std::move(figure));
  return figures;
}

std::vector<TableFiles> tables_of(const Study& study) {
  const Manifest& manifest = study.manifest;
  std::vector<TableFiles> tables = time_to_target_tables(study.grouped);
  tables.push_back({.name = "performance_profile", .csv = profile_csv(manifest, study.profiles)});
  tables.push_back(geometric_mean_table(study.grouped));
  tables.push_back(iterations_table(study.grouped));
  tables.push_back({.name = "conditions", .csv = conditions_csv(manifest)});
  return tables;
}

/// Returns the results. Throws ResultFileError if no run is done or `models` rejects them.
ResultsFolder drawable(ResultsFolder results, const std::filesystem::path& folder, ProcessorModels models) {
  if (results.runs.empty())
    throw ResultFileError("{}: none of its {} runs is done yet", folder.string(), results.missing.size());
  if (models == ProcessorModels::one) require_one_processor(results, folder);
  return results;
}

/// Draws the scripts with gnuplot.
void draw_pictures(Drawing& drawing, DrawnFiles& files) {
  for (const std::filesystem::path& script : files.scripts) {
    for (const std::filesystem::path& picture : pictures_of(script))
      drawing.begin(picture.lexically_relative(drawing.folder()).generic_string());
    for (std::filesystem::path& picture : draw_script(script)) files.pictures.push_back(std::move(picture));
  }
}

}  // namespace

ResultsFolder read_drawable_results(const std::filesystem::path& folder, ProcessorModels models) {
  return drawable(read_results_folder(folder), folder, models);
}

DrawnFiles draw_figures(const std::filesystem::path& path, ProcessorModels models) {
  Drawing drawing(path);
  const ResultsFolder results = read_drawable_results(path, models);
  require_room_for_drawing(drawing, results.manifest.name);
  const Study study(path, results);
  const std::vector<Figure> figures = figures_of(study);
  DrawnFiles files;
  files.conditions = condition_sentences(results.manifest);
  files.fastest = fastest_text(study.grouped, path);
  for (const char* const former : {figures_folder, "tables/"}) drawing.remove(former);
  write_runs_table(drawing, results);
  files.curves = drawing.write("curves.csv", curves_csv(study.curves));
  for (const TableFiles& tables : tables_of(study)) {
    const auto written = write_tables(drawing, tables);
    files.tables.insert(files.tables.end(), written.begin(), written.end());
  }
  for (const Figure& figure : figures) files.scripts.push_back(write_figure(drawing, figure));
  draw_pictures(drawing, files);
  return files;
}

DrawnFiles draw_selection(const std::filesystem::path& path, Manifest selected, const std::string& name,
                          ProcessorModels models) {
  Drawing drawing(path);
  const ResultsFolder results = drawable(read_results_folder(path, std::move(selected)), path, models);
  const std::vector<Figure> figures = figures_of(Study(path, results));
  const std::string folder = selections_folder + file_name_text(name) + '/';
  DrawnFiles files;
  files.conditions = condition_sentences(results.manifest);
  require_room_for_figures(drawing, folder, results.manifest.name);
  drawing.remove(folder);
  for (const Figure& figure : figures) files.scripts.push_back(write_figure(drawing, figure, folder));
  draw_pictures(drawing, files);
  return files;
}

}  // namespace descent
