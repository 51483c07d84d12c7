// The answers to claims as JSON.

#include <cmath>
#include <nlohmann/json.hpp>

#include "plots/verdict_report.hpp"

namespace descent {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// JSON has no infinity.
OrderedJson json_of(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

OrderedJson json_of(const std::optional<double>& value) {
  return value ? json_of(*value) : OrderedJson(nullptr);
}

/// Which number of the cell this is: a ratio of times or nonzeros, or a slope.
OrderedJson json_of(const std::optional<Estimate>& estimate) {
  if (!estimate) return nullptr;
  const auto& [value, interval] = *estimate;
  return {{"value", value.low == value.high ? json_of(value.low) : OrderedJson(nullptr)},
          {"at_least", json_of(value.low)},
          {"at_most", json_of(value.high)},
          {"interval_low", json_of(interval.low)},
          {"interval_high", json_of(interval.high)}};
}

const char* kind_of(const Claim& claim) {
  if (std::holds_alternative<FasterAssertion>(claim.assertion)) return "faster";
  if (std::holds_alternative<EqualSparsityAssertion>(claim.assertion)) return "equal_sparsity";
  return "rate";
}

/// What the claim's cells are held against; targets stand in the cells.
void add_limits(OrderedJson& json, const Claim& claim) {
  if (claim.when != DatasetShape::any) json["when"] = text_of(claim.when);
  if (const auto* sparsity = std::get_if<EqualSparsityAssertion>(&claim.assertion)) {
    json["within"] = sparsity->within;
  } else if (const auto* rate = std::get_if<RateAssertion>(&claim.assertion)) {
    json["expected_slope"] = rate->expected_slope;
    json["logarithm"] = rate->logarithm;
    json["tolerance"] = rate->tolerance;
  }
}

OrderedJson json_of(const ComparedMethod& method, const Claim& claim) {
  const bool of_times = std::holds_alternative<FasterAssertion>(claim.assertion);
  const bool of_rates = std::holds_alternative<RateAssertion>(claim.assertion);
  return {{"name", method.name},
          {"variant", method.variant},
          {"label", method.label},
          {"runs", method.runs},
          {"arrived", method.arrived},
          {of_times   ? "cpu_seconds_median"
           : of_rates ? "last_suboptimality_mean"
                      : "nonzeros_median",
           json_of(method.measured)}};
}

OrderedJson json_of(const ClaimCell& cell, const Claim& claim) {
  OrderedJson json;
  json["dataset"] = cell.dataset;
  json["source"] = cell.source;
  json["experiment"] = cell.experiment;
  json["target"] = json_of(cell.target);
  json["methods"] = OrderedJson::array();
  for (const ComparedMethod& method : cell.methods) json["methods"].push_back(json_of(method, claim));
  json["verdict"] = text_of(cell.verdict);
  json["remark"] = cell.remark;
  json[std::holds_alternative<RateAssertion>(claim.assertion) ? "slope" : "ratio"] = json_of(cell.estimate);
  if (std::holds_alternative<FasterAssertion>(claim.assertion)) {
    json["ratio_with_setup"] = json_of(cell.estimate_with_setup);
    json["verdict_with_setup"] =
        cell.estimate_with_setup ? OrderedJson(text_of(cell.verdict_with_setup)) : OrderedJson(nullptr);
  }
  return json;
}

}  // namespace

std::string verdict_json(const Claims& claims, const VerdictSources& sources,
                         std::span<const ClaimAnswer> answers) {
  OrderedJson json;
  json["title"] = claims.title;
  json["source"] = claims.source;
  json["loss"] = claims.loss;
  json["lambda"] = claims.readings.front().lambda.text;
  json["claims_file"] = sources.claims_file;
  json["results"] = sources.folders;
  json["rules"] = verdict_rules(claims);
  json["claims"] = OrderedJson::array();
  for (const ClaimAnswer& answer : answers) {
    OrderedJson claim;
    claim["id"] = answer.claim.id;
    claim["finding"] = answer.claim.finding;
    claim["statement"] = answer.claim.statement;
    claim["kind"] = kind_of(answer.claim);
    claim["regularizer"] = answer.claim.regularizer;
    add_limits(claim, answer.claim);
    claim["verdict"] = text_of(answer.verdict);
    claim["reason"] = answer.reason;
    claim["cells"] = OrderedJson::array();
    for (const ClaimCell& cell : answer.cells) claim["cells"].push_back(json_of(cell, answer.claim));
    json["claims"].push_back(std::move(claim));
  }
  return json.dump(1) + '\n';
}

}  // namespace descent
