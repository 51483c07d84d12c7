#include "plots/report/report.hpp"

#include "plots/analysis/aggregate.hpp"
#include "plots/analysis/performance_profile.hpp"
#include "plots/gnuplot/figure_writer.hpp"
#include "plots/labels/labels.hpp"
#include "plots/tables/table_files.hpp"

namespace descent {
namespace {

Json methods_json(const Manifest& manifest) {
  const auto looks = appearances(manifest.methods);
  Json methods = Json::array();
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const ManifestMethod& method = manifest.methods[i];
    methods.push_back({{"name", method.name},
                       {"variant", method.variant},
                       {"label", method.label},
                       {"sampled", method.sampled_by_tolerance},
                       {"colour", looks[i].colour},
                       {"dash", looks[i].dash},
                       {"width", looks[i].line_width},
                       {"point", looks[i].point}});
  }
  return methods;
}

Json failures_json(const ResultsFolder& results) {
  Json failures = Json::array();
  for (const StoredRun& run : results.runs) {
    const ResultRow& last = run.rows.back();
    if (last.status != run_status::diverged && !run_status::is_failed(last.status)) continue;
    failures.push_back({{"dataset", last.dataset},
                        {"loss", last.loss},
                        {"regularizer", last.regularizer},
                        {"lambda", last.lambda},
                        {"method", index_of_method(results.manifest, last)},
                        {"seed", last.seed},
                        {"id", last.run_id},
                        {"status", last.status}});
  }
  return failures;
}

/// A line for each program and machine that has carried out runs.
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

Json rows_json(const TextTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json& cells = rows.emplace_back(Json::array());
    for (const auto& [text, is_best, detail, order] : row)
      cells.push_back({{"text", text}, {"best", is_best}, {"detail", detail}, {"order", order}});
  }
  return rows;
}

/// Performance profiles: the steps of every method.
Json profiles_json(const GroupedResults& results) {
  Json panels = Json::array();
  for (const ManifestPart& part : parts_of(results.manifest)) {
    for (const ProfilePanel& panel : performance_profiles(results, part)) {
      Json json{{"protocol", panel.protocol},       {"remark", part.remark},  {"loss", panel.loss},
                {"regularizer", panel.regularizer}, {"target", panel.target}, {"problems", panel.problems},
                {"unsolved", panel.unsolved},       {"curves", Json::array()}};
      for (const ProfileCurve& curve : panel.curves) {
        Json shares = Json::array();
        for (const double ratio : curve.ratios) shares.push_back(share_within(panel, curve, ratio));
        json["curves"].push_back({{"method", curve.method}, {"ratios", curve.ratios}, {"shares", shares}});
      }
      panels.push_back(std::move(json));
    }
  }
  return panels;
}

/// geometric_mean_table() with its notes and CSV.
Json means_json(const TimedResults& results) {
  const TableFiles files = geometric_mean_table(results);
  Json json{{"notes", files.notes}, {"csv", files.csv}, {"tables", Json::array()}};
  for (const TextTable& table : files.tables)
    json["tables"].push_back({{"title", table.title}, {"header", table.header}, {"rows", rows_json(table)}});
  return json;
}

}  // namespace

Json report_times(const TimedResults& results) {
  Json tables = Json::array();
  for (const ManifestPart& part : parts_of(results.manifest)) {
    const auto rows = rows_of_part(results.manifest, results.times, part);
    for (const auto problem : by_problem(rows)) {
      const ProblemKey& key = problem.front();
      for (const TargetScale scale : target_scales) {
        for (const Axis axis : all_axes) {
          const TextTable table = time_table(results.manifest, problem, axis, scale);
          tables.push_back({{"protocol", part.protocol},
                            {"remark", part.remark},
                            {"dataset", key.dataset},
                            {"loss", key.loss},
                            {"regularizer", key.regularizer},
                            {"lambda", key.lambda},
                            {"scale", words_of(scale).name},
                            {"axis", name_of(axis)},
                            {"header", table.header},
                            {"rows", rows_json(table)}});
        }
      }
    }
  }
  return tables;
}

Json report_paths(const TimedResults& results) {
  const Manifest& manifest = results.manifest;
  Json json = Json::array();
  for (const LambdaPath& path : lambda_paths(results)) {
    for (const Axis axis : all_axes) {
      Json& each =
          json.emplace_back(Json{{"title", panel_title(manifest, path.dataset, path.loss, path.regularizer)},
                                 {"dataset", path.dataset.name},
                                 {"loss", path.loss},
                                 {"regularizer", path.regularizer},
                                 {"target", target_text(path_target)},
                                 {"axis", name_of(axis)},
                                 {"curves", Json::array()}});
      for (const LambdaPathCurve& curve : path.curves) {
        Json points = Json::array();
        for (const LambdaPathRow& row : curve.points) {
          const double median = times_on(axis, row.time).median.high;
          const bool is_known = std::isfinite(median) && !row.is_below_certificate;
          points.push_back({row.lambda_rows, is_known ? Json(median) : Json()});
        }
        each["curves"].push_back({{"method", curve.method}, {"points", std::move(points)}});
      }
    }
  }
  return json;
}

std::string times_csv(const TimedResults& results) {
  return results.times.empty() ? "" : csv_text(time_to_target_columns(), results.times);
}

Json report_experiment(const std::filesystem::path& folder, const ResultsFolder& results,
                       const Json& trials) {
  const Manifest& manifest = results.manifest;
  const TimedResults grouped(results);
  Json whole = write_record(manifest);
  whole["sessions"] = sessions_json(results);
  Json json{{"folder", folder.string()},
            {"name", manifest.name},
            {"title", manifest.title},
            {"axis", name_of(manifest.x_axis)},
            {"curve_axis", name_of(axis_of_curves(manifest))},
            {"form", manifest.form.name()},
            {"runs", results.runs.size()},
            {"missing_runs", results.missing.size()},
            {"conditions", condition_sentences(manifest)},
            {"methods", methods_json(manifest)},
            {"problems", report_curves(grouped, aggregate(grouped))},
            {"times", report_times(grouped)},
            {"times_csv", times_csv(grouped)},
            {"paths", report_paths(grouped)},
            {"profiles", profiles_json(grouped)},
            {"means", means_json(grouped)},
            {"trials", trials},
            {"failures", failures_json(results)}};
  whole.erase("runs");  // the curves have their seeds and ids
  json["manifest"] = std::move(whole);
  return json;
}

}  // namespace descent
