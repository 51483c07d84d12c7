// The answers to claims as JSON.

#include <cmath>
#include <nlohmann/json.hpp>

#include "plots/claims/assertion_file.hpp"
#include "plots/claims/verdict_report.hpp"
#include "plots/claims/verdict_table.hpp"
#include "support/json/json_text.hpp"

namespace descent {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Null for what is unknown, and for infinity, which JSON has not.
OrderedJson json_of(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? OrderedJson(*value) : OrderedJson(nullptr);
}

/// A number and its confidence interval; no value where the number is known between bounds alone.
OrderedJson json_of(const Estimate& estimate) {
  const auto& [value, interval] = estimate;
  return {{"value", value.is_exact() ? json_of(value.low) : OrderedJson(nullptr)},
          {"at_least", json_of(value.low)},
          {"at_most", json_of(value.high)},
          {"interval_low", json_of(interval.low)},
          {"interval_high", json_of(interval.high)}};
}

/// What the claim's cells are held against; targets stand in the cells.
OrderedJson limits_of(const Assertion& assertion) {
  if (const auto* times = std::get_if<FasterAssertion>(&assertion)) return {{"in", name_of(times->in)}};
  if (const auto* sparsity = std::get_if<EqualSparsityAssertion>(&assertion))
    return {{"within", sparsity->within}};
  if (const auto* rate = std::get_if<RateAssertion>(&assertion))
    return {{"expected_slope", rate->expected_slope},
            {"logarithm", rate->logarithm},
            {"tolerance", rate->tolerance}};
  if (const auto* count = std::get_if<CountAssertion>(&assertion))
    return {{"count", count->count}, {"expected", count->expected}, {"tolerance", count->tolerance}};
  return {{"count", std::get<FewerAssertion>(assertion).count}};
}

bool is_in_passes(const Claim& claim) {
  const auto* const times = std::get_if<FasterAssertion>(&claim.assertion);
  return times && times->in == Axis::passes;
}

/// What the numbers of a claim's cells are called: of one method, and of the cell.
struct NumberNames {
  std::string measured;
  std::string estimate;
};

NumberNames number_names(const Claim& claim) {
  if (std::holds_alternative<FasterAssertion>(claim.assertion))
    return {is_in_passes(claim) ? "passes_median" : "cpu_seconds_median", "ratio"};
  if (std::holds_alternative<EqualSparsityAssertion>(claim.assertion)) return {"nonzeros_median", "ratio"};
  if (std::holds_alternative<RateAssertion>(claim.assertion)) return {"last_suboptimality_mean", "slope"};
  return {"count_mean", std::holds_alternative<CountAssertion>(claim.assertion) ? "mean" : "difference"};
}

OrderedJson json_of(const ComparedMethod& method, const Claim& claim) {
  OrderedJson json{{"name", method.name},
                   {"variant", method.variant},
                   {"label", method.label},
                   {"runs", method.runs},
                   {"arrived", method.arrived}};
  const std::string name = number_names(claim).measured;
  const auto& measured = method.measured;
  json[name] = measured && measured->is_exact() ? json_of(measured->low) : OrderedJson(nullptr);
  json[name + "_at_least"] = measured ? json_of(measured->low) : OrderedJson(nullptr);
  json[name + "_at_most"] = measured ? json_of(measured->high) : OrderedJson(nullptr);
  return json;
}

/// Adds the judgement's members, under their names and this ending.
void add_judgement(OrderedJson& json, const std::optional<Judgement>& judgement, const std::string& number,
                   const std::string& ending) {
  const auto p = judgement ? judgement->p : std::nullopt;
  json[number + ending] = judgement ? json_of(judgement->estimate) : OrderedJson(nullptr);
  json["p_for" + ending] = p ? json_of(p->for_claim) : OrderedJson(nullptr);
  json["p_against" + ending] = p ? json_of(p->against_claim) : OrderedJson(nullptr);
  json["p" + ending] = p ? json_of(p->two_sided()) : OrderedJson(nullptr);
  json["p_holm" + ending] = judgement ? json_of(judgement->holm_p) : OrderedJson(nullptr);
  json["verdict" + ending] = text_of(judgement ? judgement->verdict : Verdict::undecided);
}

OrderedJson json_of(const Comparison& cell, const Claim& claim) {
  const bool of_times = std::holds_alternative<FasterAssertion>(claim.assertion) && !is_in_passes(claim);
  OrderedJson json;
  json["dataset"] = cell.dataset;
  json["source"] = cell.source;
  json["experiment"] = cell.experiment;
  if (!cell.split.empty()) json["split"] = cell.split;
  if (cell.lambda > 0) json["lambda"] = cell.lambda;
  json["target"] = json_of(cell.target);
  json["methods"] = OrderedJson::array();
  for (const ComparedMethod& method : cell.methods) json["methods"].push_back(json_of(method, claim));
  json["remark"] = cell.remark;
  add_judgement(json, cell.judgement, number_names(claim).estimate, "");
  if (of_times) add_judgement(json, cell.with_setup, "ratio", "_with_setup");
  return json;
}

/// Names of the setting, as the claims file has them; null for any protocol.
OrderedJson json_of(const Claims& claims, const ClaimSetting& setting) {
  OrderedJson json;
  json["reading"] = claims.readings[setting.reading].name;
  json["protocol"] =
      setting.protocol ? OrderedJson(claims.protocols[*setting.protocol].name) : OrderedJson(nullptr);
  json["source"] = setting.source;
  return json;
}

OrderedJson json_of(const Claims& claims, const Claim& claim, const SettingAnswer& answer) {
  OrderedJson json = json_of(claims, answer.setting);
  json["verdict"] = text_of(answer.verdict);
  if (answer.with_setup) json["verdict_with_setup"] = text_of(*answer.with_setup);
  json["reason"] = answer.reason();
  json["missing"] = answer.missing;
  json["cells"] = OrderedJson::array();
  for (const Comparison& cell : answer.cells) json["cells"].push_back(json_of(cell, claim));
  return json;
}

OrderedJson json_of(const Reading& reading) {
  return {{"name", reading.name},
          {"form", reading.form.name()},
          {"l2_factor", reading.form.l2_factor},
          {"lambda", reading.lambda.text}};
}

OrderedJson json_of(const Protocol& protocol) {
  OrderedJson json{{"name", protocol.name}, {"variants", OrderedJson::object()}};
  for (const Protocol::Replacement& each : protocol.replacements)
    json["variants"][each.regularizer][each.method.name] =
        each.leaves_out() ? OrderedJson(nullptr) : OrderedJson(each.method.variant);
  return json;
}

/// The table of verdicts: entries as people read them, null where a claim has no answer.
OrderedJson table_json(const Claims& claims, const Answers& answers) {
  const VerdictTable table = verdict_table(answers);
  OrderedJson json{{"columns", OrderedJson::array()}, {"rows", OrderedJson::array()}};
  for (const ClaimSetting& column : table.columns) json["columns"].push_back(json_of(claims, column));
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Claim& claim = answers.claims[i].claim;
    OrderedJson row{{"id", claim.id}, {"finding", claim.finding}, {"entries", OrderedJson::array()}};
    for (const SettingAnswer* answer : table.rows[i])
      row["entries"].push_back(answer == nullptr ? OrderedJson(nullptr) : OrderedJson(entry_text(answer)));
    json["rows"].push_back(std::move(row));
  }
  return json;
}

}  // namespace

std::string verdict_json(const Claims& claims, const VerdictSources& sources, const Answers& answers) {
  OrderedJson json;
  json["title"] = claims.title;
  json["source"] = claims.source;
  json["loss"] = claims.loss;
  for (const Reading& reading : claims.readings) json["readings"].push_back(json_of(reading));
  for (const Protocol& protocol : claims.protocols) json["protocols"].push_back(json_of(protocol));
  json["claims_file"] = sources.claims_file;
  json["results"] = sources.folders;
  json["notes"] = sources.notes;
  json["rules"] = verdict_rules(claims);
  json["unknown_methods"] = OrderedJson::array();
  for (const UnknownMethod& each : answers.unknown_methods)
    json["unknown_methods"].push_back({{"name", each.method.name}, {"variant", each.method.variant}});
  json["overlaps"] = OrderedJson::array();
  for (const Overlap& each : answers.overlaps) {
    json["overlaps"].push_back(
        {{"taken", each.taken}, {"passed_over", each.passed_over}, {"datasets", each.datasets}});
  }
  json["table"] = table_json(claims, answers);
  json["claims"] = OrderedJson::array();
  for (const ClaimAnswer& each : answers.claims) {
    OrderedJson claim;
    claim["id"] = each.claim.id;
    claim["finding"] = each.claim.finding;
    claim["statement"] = each.claim.statement;
    claim["kind"] = kind_of(each.claim.assertion);
    claim["loss"] = each.claim.loss;
    claim["regularizer"] = each.claim.regularizer;
    if (!each.claim.when.empty()) claim["when"] = each.claim.when;
    if (!each.claim.targets.values.empty()) claim["scale"] = text_of(each.claim.targets.scale);
    claim.update(limits_of(each.claim.assertion));
    claim["answers"] = OrderedJson::array();
    for (const SettingAnswer& answer : each.answers)
      claim["answers"].push_back(json_of(claims, each.claim, answer));
    json["claims"].push_back(std::move(claim));
  }
  return json_text(json, 1) + '\n';
}

}  // namespace descent
