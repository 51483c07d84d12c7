#include "plots/report/report.hpp"

#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

#include "plots/analysis/aggregate.hpp"
#include "plots/analysis/performance_profile.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/figures/figure_kind.hpp"
#include "plots/gnuplot/appearance.hpp"
#include "plots/labels/labels.hpp"

namespace descent {
namespace {

Json methods_json(const Manifest& manifest) {
  Json methods = Json::array();
  for (const ManifestMethod& method : manifest.methods)
    methods.push_back({{"name", method.name}, {"variant", method.variant}, {"label", method.label}});
  return methods;
}

/// The methods under each protocol with their looks in its figures.
Json parts_json(const Manifest& manifest) {
  Json parts = Json::array();
  for (const ManifestPart& part : parts_of(manifest)) {
    const auto title = manifest.protocol_titles.find(part.protocol);
    Json json{{"name", part.protocol},
              {"title", title == manifest.protocol_titles.end() ? "" : title->second},
              {"methods", Json::array()}};
    for (const auto& [index, look] : drawn_methods(manifest, part.methods))
      json["methods"].push_back({{"index", index},
                                 {"colour", look.colour},
                                 {"dash", look.dash},
                                 {"width", look.line_width},
                                 {"mark", look.point}});
    parts.push_back(std::move(json));
  }
  return parts;
}

Json range_json(const AxisRange& range) {
  return {range.low, range.high, range.is_logarithmic};
}

Json problem_json(const Manifest& manifest, const ProblemKey& problem) {
  const ManifestDataset& dataset = dataset_of(manifest, problem);
  Json json{{"dataset", problem.dataset},
            {"loss", problem.loss},
            {"regularizer", problem.regularizer},
            {"lambda", problem.lambda},
            {"title", panel_title(manifest, dataset, problem.loss, problem.regularizer)},
            {"size", size_text(dataset)},
            {"rows", dataset.rows},
            {"lambda_text", lambda_title(manifest, dataset, problem.lambda)},
            {"formula", objective_formula(manifest.form, problem.loss, problem.regularizer)},
            {"conditions", condition_sentences(manifest, {.problems = {problem}})}};
  if (const ManifestOptimum* certificate = certificate_of(manifest, problem))
    json["certificate"] = {{"lower_bound", certificate->lower_bound},
                           {"gap", certified_gap(*certificate)},
                           {"method", certificate->method}};
  return json;
}

/// Ranges of the axes of a problem in the figures of a part: [low, high, is logarithmic] of "x" and of every
/// drawn quantity. Null if no method of the part was run on the problem.
Json ranges_json(std::vector<Panel> panel, const ManifestPart& part) {
  if (!part.methods.empty()) keep_methods(part.methods, panel);
  if (panel.empty()) return nullptr;
  const bool is_logarithmic = objective_figure(panel).rows[0].is_logarithmic;
  Json ranges{{"x", range_json(panel.front().x)}};
  for (const Quantity& quantity : quantities())
    if (quantity.figure)
      ranges[std::string(quantity.name)] = range_json(
          vertical_range({&quantity, 1, quantity.name == "objective" && is_logarithmic}, panel.front()));
  return ranges;
}

/// The problems with their ranges by horizontal axis and part.
Json problems_json(const Manifest& manifest, std::span<const CurvePoint> curves) {
  Json problems = Json::array();
  for (const Axis axis : all_axes) {
    const std::vector<Panel> panels = make_panels(manifest, curves, axis);
    for (std::size_t i = 0; i < panels.size(); ++i) {
      if (problems.size() <= i) problems.push_back(problem_json(manifest, panels[i].problem));
      for (const ManifestPart& part : parts_of(manifest))
        problems[i]["ranges"][std::string(name_of(axis))].push_back(ranges_json({panels[i]}, part));
    }
  }
  return problems;
}

/// The rows of runs.csv that end the runs.
std::string ends_csv(const ResultsFolder& results) {
  std::vector<ResultRow> ends;
  for (const StoredRun& run : results.runs) ends.push_back(run.rows.back());
  return csv_text(result_columns(), ends);
}

/// An entry for each program and machine that carried out runs.
Json sessions_json(const ResultsFolder& results) {
  std::map<std::pair<Json, Json>, Json> sessions;
  for (const StoredRun& run : results.runs) {
    Json& session = sessions.try_emplace({run.program, run.machine}, Json::object()).first->second;
    session["runs"] = session.value("runs", 0) + 1;
    session["ended"] = std::max(session.value("ended", ""), run.ended);
  }
  Json all = Json::array();
  for (auto& [who, session] : sessions) {
    session.update({{"program", who.first}, {"machine", who.second}});
    all.push_back(std::move(session));
  }
  return all;
}

/// Parts of manifest.json that people read, and who carried out the runs.
Json facts_json(const ResultsFolder& results) {
  const Json manifest = write_record(results.manifest);
  Json facts{{"sessions", sessions_json(results)}};
  for (const char* const key : {"config", "constants", "left_out"})
    if (manifest.contains(key)) facts[key] = manifest[key];
  for (std::size_t k = 0; k < results.manifest.constants.size(); ++k)
    facts["constants"][k]["origin"] = results.manifest.constants[k].origin.text();
  return facts;
}

/// Short names by path. A path comes before its beginning.
using ShortNames = std::map<std::string, std::string, std::greater<>>;

/// Adds the absolute paths in a JSON value with names of their own.
void add_paths(const Json& config, ShortNames& names) {
  if (config.is_structured())
    for (const Json& member : config) add_paths(member, names);
  if (!config.is_string()) return;
  const std::filesystem::path path(config.get_ref<const std::string&>());
  if (!path.is_absolute() || !path.has_filename() || path.parent_path() == path.root_path()) return;
  std::string name = path.filename().string();
  const auto is_taken = [&] {
    return std::ranges::any_of(names, [&](const auto& other) { return other.second == name; });
  };
  while (!names.contains(path.string()) && is_taken()) name += '*';
  names.try_emplace(path.string(), name);
}

/// Short names of datasets and files that were given by a path.
ShortNames short_names(const Manifest& manifest) {
  ShortNames names;
  for (const ManifestDataset& dataset : manifest.datasets)
    if (dataset.name.find('/') != std::string::npos) names[dataset.name] = dataset_title(manifest, dataset);
  add_paths(manifest.config, names);
  for (const ManifestConstant& constant : manifest.constants) add_paths(constant.origin.file, names);
  return names;
}

void replace_paths(const ShortNames& names, Json& json) {
  if (json.is_string())
    for (const auto& [path, name] : names) boost::replace_all(json.get_ref<std::string&>(), path, name);
  if (json.is_structured())
    for (Json& member : json) replace_paths(names, member);
}

}  // namespace

void shorten_paths(const Manifest& manifest, Json& json) {
  replace_paths(short_names(manifest), json);
}

Json report_experiment(const ResultsFolder& results) {
  const Manifest& manifest = results.manifest;
  const TimedResults grouped(results);
  const std::vector<CurvePoint> curves = aggregate(grouped);
  Json json{{"name", manifest.name},
            {"title", manifest.title},
            {"axis", name_of(manifest.x_axis)},
            {"runs", results.runs.size()},
            {"missing_runs", results.missing.size()},
            {"conditions", condition_sentences(manifest)},
            {"methods", methods_json(manifest)},
            {"parts", parts_json(manifest)},
            {"problems", problems_json(manifest, curves)},
            {"facts", facts_json(results)}};
  json["files"] = {{"curves", curves_csv(curves)},
                   {"runs", ends_csv(results)},
                   {"time_to_target", csv_text(time_to_target_columns(), grouped.times)},
                   {"performance_profile", profile_csv(manifest, performance_profiles(grouped))}};
  shorten_paths(manifest, json);
  return json;
}

}  // namespace descent
