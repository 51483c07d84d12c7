#include "plots/report/report_tables.hpp"

#include "plots/analysis/performance_profile.hpp"
#include "plots/analysis/time_to_target_rows.hpp"
#include "plots/tables/time_to_target_table.hpp"

namespace descent {
namespace {

Json rows_json(const TextTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json& cells = rows.emplace_back(Json::array());
    for (const auto& [text, is_best, detail, order] : row)
      cells.push_back({{"text", text}, {"best", is_best}, {"detail", detail}, {"order", order}});
  }
  return rows;
}

}  // namespace

Json report_times(const ResultsFolder& results) {
  Json tables = Json::array();
  const auto all = time_to_target_rows(results);
  for (const ManifestPart& part : parts_of(results.manifest)) {
    const auto rows = rows_of_part(results.manifest, all, part);
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
                            {"scale", text_of(scale)},
                            {"axis", name_of(axis)},
                            {"header", table.header},
                            {"rows", rows_json(table)}});
        }
      }
    }
  }
  return tables;
}

std::string times_csv(const ResultsFolder& results) {
  const auto rows = time_to_target_rows(results);
  return rows.empty() ? "" : csv_text(time_to_target_columns(), rows);
}

Json report_profiles(const ResultsFolder& results) {
  const GroupedResults grouped(results);
  Json panels = Json::array();
  for (const ManifestPart& part : parts_of(results.manifest)) {
    for (const ProfilePanel& panel : performance_profiles(grouped, part)) {
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

}  // namespace descent
