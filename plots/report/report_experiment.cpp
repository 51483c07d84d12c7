#include "plots/report/report_experiment.hpp"

#include <cmath>

#include "plots/analysis/aggregate.hpp"
#include "plots/gnuplot/appearance.hpp"
#include "plots/labels/condition_sentences.hpp"
#include "plots/report/report_curves.hpp"
#include "plots/report/report_tables.hpp"
#include "support/json/json_place.hpp"
#include "support/json/seal.hpp"

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
  for (const auto& run : results.runs) {
    const ResultRow& last = run.back();
    if (last.status != run_status::diverged && !run_status::is_failed(last.status)) continue;
    failures.push_back({{"dataset", last.dataset},
                        {"loss", last.loss},
                        {"regularizer", last.regularizer},
                        {"lambda", last.lambda},
                        {"method", place_of_method(results.manifest, last.method, last.variant)},
                        {"seed", last.seed},
                        {"id", last.run_id},
                        {"status", last.status}});
  }
  return failures;
}

/// Value, objectives and choice of each trial; infinite objectives are null.
Json trials_json(std::span<const ConstantTrials> all) {
  Json json = Json::array();
  for (const ConstantTrials& each : all) {
    Json trials = Json::array();
    for (const auto& [value, objectives, is_chosen] : each.trials) {
      Json numbers = Json::array();
      for (const double objective : objectives)
        numbers.push_back(std::isfinite(objective) ? Json(objective) : Json());
      trials.push_back({value, std::move(numbers), is_chosen});
    }
    json.push_back({{"dataset", each.dataset},
                    {"loss", each.loss},
                    {"regularizer", each.regularizer},
                    {"lambda", each.lambda},
                    {"method", each.method},
                    {"variant", each.variant},
                    {"option", each.option},
                    {"origin", each.origin},
                    {"trials", std::move(trials)}});
  }
  return json;
}

}  // namespace

Json report_experiment(const std::filesystem::path& folder, const ResultsFolder& results,
                       std::span<const ConstantTrials> trials) {
  const Manifest& manifest = results.manifest;
  Json whole = read_sealed_json(folder / "manifest.json");
  Json json{{"folder", folder.string()},
            {"name", manifest.name},
            {"title", manifest.title},
            {"axis", name_of(manifest.x_axis)},
            {"form", manifest.form.name()},
            {"runs", results.runs.size()},
            {"missing_runs", results.missing.size()},
            {"conditions", condition_sentences(manifest)},
            {"methods", methods_json(manifest)},
            {"problems", report_curves(results, aggregate(results))},
            {"times", report_times(results)},
            {"times_csv", times_csv(results)},
            {"profiles", report_profiles(results)},
            {"trials", trials_json(trials)},
            {"failures", failures_json(results)}};
  whole.erase(files_key);
  whole.erase("runs");  // the curves have their seeds and ids
  json["manifest"] = std::move(whole);
  return json;
}

}  // namespace descent
