// The verdicts as JSON, with the rules in words (verdict.hpp).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "plots/claims/verdict.hpp"
#include "plots/claims/verdict_tables.hpp"
#include "plots/labels/labels.hpp"
#include "support/ranges.hpp"

namespace descent {
namespace {

Json number_json(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json bounds_json(const Bounds& bounds) {
  return Json::array({number_json(bounds.low), number_json(bounds.high)});
}

Json json_of(const ComparedMethod& method) {
  Json json{{"name", method.name},
            {"variant", method.variant},
            {"label", method.label},
            {"runs", method.runs},
            {"arrived", method.arrived}};
  json["measured"] = method.measured ? bounds_json(*method.measured) : Json(nullptr);
  return json;
}

Json json_of(const Comparison& comparison) {
  Json json;
  json["methods"] = Json::array();
  for (const ComparedMethod& method : comparison.methods) json["methods"].push_back(json_of(method));
  if (comparison.target) json["target"] = *comparison.target;
  if (!comparison.split.empty()) json["split"] = comparison.split;
  if (comparison.estimate) {
    json["value"] = bounds_json(comparison.estimate->value);
    json["interval"] = bounds_json(comparison.estimate->interval);
  }
  json["answer"] = text_of(comparison.answer);
  if (!comparison.remark.empty()) json["remark"] = comparison.remark;
  return json;
}

Json json_of(const DatasetVerdict& verdict) {
  Json json{{"dataset", verdict.dataset},
            {"source", verdict.source},
            {"votes", verdict.votes},
            {"verdict", text_of(verdict.verdict)},
            {"experiment", verdict.experiment}};
  if (verdict.lambda > 0) json["lambda"] = verdict.lambda;
  if (verdict.scale) json["scale"] = words_of(*verdict.scale).unit;
  json["comparisons"] = Json::array();
  for (const Comparison& each : verdict.comparisons) json["comparisons"].push_back(json_of(each));
  return json;
}

Json json_of(const Claims& claims, const SettingAnswer& answer) {
  Json json{{"setting", claims.settings[answer.setting].name},
            {"total", count_of_holds(answer)},
            {"missing", answer.missing},
            {"datasets", Json::array()}};
  for (const DatasetVerdict& each : answer.datasets) json["datasets"].push_back(json_of(each));
  return json;
}

Json json_of(const Claims& claims, const Claim& claim, const ClaimAnswer& answer) {
  Json json{{"id", claim.id},
            {"finding", claim.finding},
            {"statement", claim.statement},
            {"kind", claim.number ? "number" : "faster"}};
  if (!claim.of_models) json.update({{"loss", claim.loss}, {"regularizer", claim.regularizer}});
  if (!claim.number) json["axis"] = name_of(claim.axis);
  if (claim.ratio) json["range"] = bounds_json(*claim.ratio);
  if (claim.number)
    json.update({{"number", claim.number->number}, {"range", bounds_json(claim.number->range)}});
  json["answers"] = Json::array();
  for (const SettingAnswer& each : answer) json["answers"].push_back(json_of(claims, each));
  return json;
}

Json json_of(const Setting& setting, const Claims& claims) {
  Json json{{"name", setting.name}, {"title", setting.title}, {"lambda", setting.lambda.text}};
  for (const Claim& claim : claims.claims) {
    if (claim.of_models) continue;
    const std::string formula = objective_formula(setting.form, claim.loss, claim.regularizer);
    auto& formulas = json["objectives"];
    if (std::find(formulas.begin(), formulas.end(), formula) == formulas.end()) formulas.push_back(formula);
  }
  if (!setting.protocol.empty()) json["protocol"] = setting.protocol;
  if (!setting.variation_of.empty()) json["variation_of"] = setting.variation_of;
  if (!setting.bills_setup) json["setup"] = false;
  return json;
}

Json json_of(const Variation& variation) {
  Json changes = Json::array();
  for (const auto& [id, finding, dataset, from, to] : variation.changes)
    changes.push_back({{"id", id},
                       {"finding", finding},
                       {"dataset", dataset},
                       {"from", text_of(from)},
                       {"to", text_of(to)}});
  return {{"setting", variation.setting.name},
          {"title", variation.setting.title},
          {"variation_of", variation.setting.variation_of},
          {"compared", variation.compared},
          {"changes", std::move(changes)}};
}

Json summary_json(const Claims& claims, const Answers& answers) {
  Json json{{"title", claims.summary->title}, {"columns", claims.summary->columns}, {"rows", Json::array()}};
  for (const auto& row : summary_table(claims, answers).rows)
    json["rows"].push_back(
        {{"title", row.front().text}, {"cells", mapped(std::span(row).subspan(1), &TextTable::Cell::text)}});
  return json;
}

}  // namespace

std::string rules_of(const Claims& claims) {
  const bool has_time_claims =
      std::ranges::any_of(claims.claims, [](const Claim& claim) { return !claim.number; });
  const bool has_number_claims =
      std::ranges::any_of(claims.claims, [](const Claim& claim) { return claim.number.has_value(); });
  std::vector<std::string> without_setup;
  for (const Setting& setting : claims.settings)
    if (!setting.bills_setup) without_setup.push_back(setting.name);
  std::string rules;
  if (has_time_claims)
    rules += fmt::format(
        "Faster: a comparison is a rival at a target. Its number is the rival's median time divided by the "
        "method's, setup included{3}, with the 95 % interval of a bootstrap over the runs. It is for the "
        "claim if the interval lies above {0}, against it below 1/{0}, level between the two; "
        "else undecided. (With a range of its own: for it inside, against it outside.) A run has reached a "
        "target if it never rises above {1} times the target again. Targets are shares of D*, or of "
        "F(0) − D* on a dataset where D* is below {2} F(0). ",
        least_lead, lasting_factor, smallest_optimum,
        without_setup.empty() ? "" : fmt::format(" (not in {})", fmt::join(without_setup, ", ")));
  if (has_number_claims)
    rules +=
        "Number: for the claim if its 95 % interval lies in the range, against it if none of the interval "
        "does; else undecided. ";
  if (std::ranges::any_of(
          claims.claims, [](const Claim& claim) { return claim.number && claim.number->number == nonzeros; }))
    rules += fmt::format(
        "A claim about nonzeros does not apply, and counts nowhere, where the certified optimum has {:g} % "
        "nonzeros or more. ",
        100 * dense_share);
  return rules +
         fmt::format(
             "A comparison needs {} runs of each method{} and an optimum that is certified to {} of the "
             "target. A dataset holds if more than half of its decided comparisons are for the claim and "
             "none is against it; it fails in the reverse case; it is open {}; else it is mixed. Only real "
             "data votes.",
             fewest_runs,
             has_number_claims ? " (for a number other than nonzeros a single run is enough)" : "",
             certificate_share,
             !has_time_claims    ? "without a decided comparison"
             : has_number_claims ? "with fewer than two decided comparisons of times, or none of numbers"
                                 : "with fewer than two decided comparisons");
}

Json verdict_document(const Claims& claims, const VerdictSources& sources, const Answers& answers) {
  Json json{{"title", claims.title},      {"source", claims.source},  {"claims_file", sources.claims_file},
            {"results", sources.folders}, {"notes", sources.notes},   {"rules", rules_of(claims)},
            {"lead", least_lead},         {"settings", Json::array()}};
  for (const Setting& setting : claims.settings) json["settings"].push_back(json_of(setting, claims));
  if (claims.summary) json["summary"] = summary_json(claims, answers);
  json["variations"] = Json::array();
  for (const Variation& each : variations(claims, answers)) json["variations"].push_back(json_of(each));
  json["claims"] = Json::array();
  for (std::size_t i = 0; i < answers.size(); ++i)
    json["claims"].push_back(json_of(claims, claims.claims[i], answers[i]));
  return json;
}

}  // namespace descent
