#include "plots/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "plots/analysis/aggregate.hpp"
#include "plots/analysis/shown_lambdas.hpp"
#include "plots/figures/figure_kind.hpp"
#include "plots/figures/figure_script.hpp"
#include "plots/figures/lambda_path_figure.hpp"
#include "plots/figures/points_figure.hpp"
#include "plots/figures/profile_figure.hpp"
#include "plots/figures/residual_figure.hpp"
#include "plots/figures/scaling_figure.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "plots/labels/condition_sentences.hpp"
#include "plots/results/runs_table.hpp"
#include "plots/tables/conditions_table.hpp"
#include "plots/tables/iterations_table.hpp"
#include "plots/tables/lambda_path_table.hpp"
#include "plots/tables/profile_table.hpp"
#include "plots/tables/scaling_table.hpp"
#include "plots/tables/time_to_target_table.hpp"
#include "support/errors.hpp"
#include "support/text/safe_names.hpp"

namespace descent {
namespace {

Manifest with_axis_of_figures(Manifest manifest) {
  manifest.x_axis = axis_of_figures(manifest.x_axis);
  return manifest;
}

}  // namespace

std::vector<std::filesystem::path> write_figure_scripts(const DrawnFolder& folder, const Manifest& manifest,
                                                        std::span<const CurvePoint> curves,
                                                        const ManifestPart& part) {
  const std::string name = file_name_text(manifest.name);
  const ShownLambdas shown = choose_shown_lambdas(curves);
  Manifest drawn = with_axis_of_figures(manifest);
  drawn.title += part.remark;
  std::vector<Panel> panels = make_panels(drawn, shown.curves);
  if (!part.methods.empty()) keep_methods(part.methods, panels);
  std::vector<std::filesystem::path> scripts;
  if (panels.empty()) return scripts;
  for (FigureKind kind : figure_kinds()) {
    if (kind.needs && panels_of(kind, panels).empty()) continue;
    kind = fitted_to(std::move(kind), panels);
    if (!shown.remark.empty()) kind.remarks.push_back(shown.remark);
    scripts.push_back(write_figure(folder, name + part.suffix, name, kind, drawn, panels, part));
  }
  return scripts;
}

ResultsFolder read_drawable_results(const std::filesystem::path& folder, ProcessorModels models) {
  auto results = read_results_folder(folder);
  if (results.runs.empty()) {
    throw ResultFileError(
        fmt::format("{}: none of its {} runs is done yet", folder.string(), results.missing.size()));
  }
  if (models == ProcessorModels::one) require_one_processor(results, folder);
  return results;
}

std::vector<std::filesystem::path> draw_pictures(const DrawnFolder& folder,
                                                 std::span<const std::filesystem::path> scripts,
                                                 const std::function<void()>& end_without) {
  std::vector<std::filesystem::path> all;
  const auto name_of = [&](const std::filesystem::path& file) {
    return "figures/" + file.filename().string();
  };
  try {
    for (const std::filesystem::path& script : scripts) {
      for (const std::filesystem::path& picture : pictures_of(script)) folder.begin(name_of(picture));
      for (std::filesystem::path& picture : draw_script(script)) {
        folder.wrote(name_of(picture));
        all.push_back(std::move(picture));
      }
    }
  } catch (const Error&) {
    try {
      end_without();
    } catch (const Error&) {  // the first error is reported
    }
    throw;
  }
  return all;
}

FigureFiles draw_figures(const std::filesystem::path& path, ProcessorModels models) {
  Drawing drawing(path);
  const DrawnFolder folder(drawing);
  const ResultsFolder results = read_drawable_results(path, models);
  const Manifest& manifest = results.manifest;
  const GroupedResults grouped(results);
  FigureFiles files;
  files.conditions = condition_sentences(manifest);
  write_runs_table(folder, results);
  const auto curves = aggregate(grouped);
  files.curves = write_curves(folder, curves);
  std::vector<ProfilePanel> profiles;
  for (const ManifestPart& part : parts_of(manifest)) {
    files.add({.scripts = write_figure_scripts(folder, manifest, curves, part)});
    const auto panels = performance_profiles(grouped, part);
    if (panels.empty()) continue;
    files.add({.scripts = {write_profile_figure(folder, manifest, panels, part)}});
    profiles.insert(profiles.end(), panels.begin(), panels.end());
  }
  files.add({.tables = write_time_to_target(folder, grouped)});
  if (!profiles.empty()) files.add({.tables = write_profile_table(folder, manifest, profiles)});
  if (const auto paths = lambda_paths(grouped); !paths.empty())
    files.add({.tables = write_lambda_path_tables(folder, manifest, paths),
               .scripts = {write_lambda_path_figure(folder, with_axis_of_figures(manifest), paths)}});
  files.add({.tables = write_iterations(folder, grouped)});
  files.add({.tables = write_conditions(folder, manifest)});
  if (const auto rows = scaling_rows(grouped); !rows.empty()) {
    files.add({.tables = write_scaling_table(folder, manifest, rows),
               .scripts = write_scaling_figure(folder, manifest, rows)});
    if (const auto model = scaling_model(manifest, results.allreduce, rows); !model.empty())
      files.add({.tables = write_scaling_model_table(folder, manifest, model)});
    if (const auto growing = weak_scalings(manifest, rows); !growing.empty())
      files.add({.tables = write_weak_scaling_table(folder, manifest, growing),
                 .scripts = write_weak_scaling_figure(folder, manifest, growing)});
  }
  files.add(write_residual_figure(folder, grouped));
  files.add(write_points_figure(folder, manifest));
  files.pictures = draw_pictures(folder, files.scripts, [&] { drawing.end_without_pictures(); });
  ClearedFiles cleared = drawing.end(checksum_of(curves));
  files.removed = std::move(cleared.removed);
  files.kept = std::move(cleared.notes);
  return files;
}

}  // namespace descent
