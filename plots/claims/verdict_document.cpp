// The verdicts as JSON, with the rules in words (verdict.hpp).

#include "plots/claims/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "plots/labels/labels.hpp"

namespace descent {
namespace {

Json number_json(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json bounds_json(const Bounds& bounds) {
  return Json::array({number_json(bounds.low), number_json(bounds.high)});
}

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
        margin, lasting_factor, smallest_optimum,
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
             "A comparison needs {} runs of each method and an optimum that is certified to {} of the "
             "target. A dataset holds if more than half of its decided comparisons are for the claim and "
             "none is against it; it fails in the reverse case; it is open {}; else it is mixed. Only real "
             "data votes.",
             fewest_runs, certificate_share,
             !has_time_claims    ? "without a decided comparison"
             : has_number_claims ? "with fewer than two decided comparisons of times, or none of numbers"
                                 : "with fewer than two decided comparisons");
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
  for (const LinearShare& each : verdict.shares)
    json["shares"].push_back({{"rival", each.rival}, {"share", each.share}});
  json["comparisons"] = Json::array();
  for (const Comparison& each : verdict.comparisons) json["comparisons"].push_back(json_of(each));
  return json;
}

/// "4 of 5".
std::string total_text(const SettingAnswer& answer) {
  return fmt::format("{} of {}", answer.count(Verdict::holds), answer.votes());
}

Json json_of(const Claims& claims, const SettingAnswer& answer) {
  Json json{{"setting", claims.settings[answer.setting].name},
            {"total", total_text(answer)},
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

const SettingAnswer* answer_in(const ClaimAnswer& claim, std::size_t setting) {
  const auto found = std::ranges::find(claim, setting, &SettingAnswer::setting);
  return found == claim.end() ? nullptr : &*found;
}

/// Vote of one of the alternatives; null without one.
const DatasetVerdict* vote_of(const SettingAnswer& answer, const Alternatives& alternatives) {
  for (const DatasetVerdict& each : answer.datasets)
    if (each.votes && std::ranges::find(alternatives, each.stands_for) != alternatives.end()) return &each;
  return nullptr;
}

/// All datasets in claims, in their order.
std::vector<Alternatives> all_datasets(const Claims& claims) {
  std::vector<Alternatives> all;
  for (const Claim& claim : claims.claims) {
    for (const Alternatives& each : claim.datasets)
      if (std::ranges::find(all, each) == all.end()) all.push_back(each);
  }
  return all;
}

/// The alternative that votes in a main setting; empty without one.
std::string voting_name(const Claims& claims, const Answers& answers, const Alternatives& alternatives) {
  for (const ClaimAnswer& claim : answers) {
    for (const SettingAnswer& answer : claim) {
      if (!claims.settings[answer.setting].variation_of.empty()) continue;
      if (const DatasetVerdict* const vote = vote_of(answer, alternatives)) return vote->dataset;
    }
  }
  return "";
}

/// Verdict of one dataset in one main setting; null if the claim is not about the dataset.
Json entry_of(const Claim& claim, const ClaimAnswer& answers, std::size_t setting,
              const Alternatives& alternatives) {
  if (std::ranges::find(claim.datasets, alternatives) == claim.datasets.end()) return nullptr;
  const SettingAnswer* const answer = answer_in(answers, setting);
  const DatasetVerdict* const vote = answer == nullptr ? nullptr : vote_of(*answer, alternatives);
  return vote == nullptr ? "–" : text_of(vote->verdict);
}

/// Claims × datasets, with an entry for each main setting.
Json overview(const Claims& claims, const Answers& answers) {
  std::vector<std::size_t> main;
  for (std::size_t i = 0; i < claims.settings.size(); ++i)
    if (claims.settings[i].variation_of.empty()) main.push_back(i);
  const auto datasets = all_datasets(claims);
  Json json{{"settings", Json::array()},
            {"datasets", Json::array()},
            {"missing", Json::array()},
            {"rows", Json::array()}};
  for (const std::size_t setting : main) json["settings"].push_back(claims.settings[setting].name);
  for (const Alternatives& each : datasets) {
    const std::string name = voting_name(claims, answers, each);
    json["datasets"].push_back(name.empty() ? each.front() : name);
    if (name.empty()) json["missing"].push_back(fmt::format("{}", fmt::join(each, " or ")));
  }
  for (std::size_t i = 0; i < claims.claims.size(); ++i) {
    const Claim& claim = claims.claims[i];
    Json row{{"id", claim.id}, {"finding", claim.finding}, {"statement", claim.statement}};
    row["entries"] = Json::array();
    for (const Alternatives& each : datasets) {
      Json entries = Json::array();
      for (const std::size_t setting : main) entries.push_back(entry_of(claim, answers[i], setting, each));
      row["entries"].push_back(std::move(entries));
    }
    for (const std::size_t setting : main) {
      const SettingAnswer* const answer = answer_in(answers[i], setting);
      row["totals"].push_back(answer == nullptr ? "–" : total_text(*answer));
    }
    json["rows"].push_back(std::move(row));
  }
  return json;
}

/// For each variation: the number of verdicts that agree with its base, and the verdicts that differ.
Json variations(const Claims& claims, const Answers& answers) {
  Json json = Json::array();
  for (std::size_t varied = 0; varied < claims.settings.size(); ++varied) {
    const Setting& setting = claims.settings[varied];
    if (setting.variation_of.empty()) continue;
    const auto base = static_cast<std::size_t>(
        std::ranges::find(claims.settings, setting.variation_of, &Setting::name) - claims.settings.begin());
    Json changes = Json::array();
    int compared = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const SettingAnswer* const before = answer_in(answers[i], base);
      const SettingAnswer* const after = answer_in(answers[i], varied);
      if (before == nullptr || after == nullptr) continue;
      for (const Alternatives& each : claims.claims[i].datasets) {
        const DatasetVerdict* const from = vote_of(*before, each);
        const DatasetVerdict* const to = vote_of(*after, each);
        if (from == nullptr || to == nullptr) continue;
        if (from->verdict == Verdict::does_not_apply || to->verdict == Verdict::does_not_apply) continue;
        ++compared;
        if (from->verdict != to->verdict)
          changes.push_back({{"id", claims.claims[i].id},
                             {"finding", claims.claims[i].finding},
                             {"dataset", to->dataset},
                             {"from", text_of(from->verdict)},
                             {"to", text_of(to->verdict)}});
      }
    }
    json.push_back({{"setting", setting.name},
                    {"title", setting.title},
                    {"variation_of", setting.variation_of},
                    {"compared", compared},
                    {"changes", std::move(changes)}});
  }
  return json;
}

/// "4 of 5", or "0 / 4 of 5" for two settings with as many votes; "–" without votes.
std::string summary_cell(const Claims& claims, const Answers& answers, const SummaryRow& row,
                         const std::vector<std::string>& settings) {
  std::vector<std::string> counts;
  std::vector<std::string> votes;  // of each setting; only one entry if all agree
  for (const std::string& name : settings) {
    std::size_t holds = 0;
    std::size_t all = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (std::ranges::find(row.claims, claims.claims[i].id) == row.claims.end()) continue;
      for (const SettingAnswer& answer : answers[i]) {
        if (claims.settings[answer.setting].name != name) continue;
        for (const DatasetVerdict& each : answer.datasets) {
          if (!each.votes || each.verdict == Verdict::does_not_apply) continue;
          if (std::ranges::find(row.datasets, each.stands_for) == row.datasets.end()) continue;
          ++all;
          holds += each.verdict == Verdict::holds ? 1U : 0U;
        }
      }
    }
    counts.push_back(all == 0 ? "–" : std::to_string(holds));
    if (all > 0) votes.push_back(std::to_string(all));
  }
  if (votes.empty()) return "–";
  if (std::ranges::count(votes, votes.front()) == std::ssize(votes)) votes.resize(1);
  return fmt::format("{} of {}", fmt::join(counts, " / "), fmt::join(votes, " / "));
}

/// Counts of verdicts that hold.
Json summary_of(const Claims& claims, const Answers& answers) {
  Json json{{"title", claims.summary->title}, {"columns", claims.summary->columns}, {"rows", Json::array()}};
  for (const SummaryRow& row : claims.summary->rows) {
    Json& cells = json["rows"].emplace_back(Json{{"title", row.title}, {"cells", Json::array()}})["cells"];
    for (const auto& settings : row.settings) cells.push_back(summary_cell(claims, answers, row, settings));
  }
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

}  // namespace

Json verdict_document(const Claims& claims, const VerdictSources& sources, const Answers& answers) {
  Json json{{"title", claims.title},      {"source", claims.source}, {"claims_file", sources.claims_file},
            {"results", sources.folders}, {"notes", sources.notes},  {"rules", rules_of(claims)},
            {"settings", Json::array()}};
  for (const Setting& setting : claims.settings) json["settings"].push_back(json_of(setting, claims));
  if (claims.summary) json["summary"] = summary_of(claims, answers);
  json["overview"] = overview(claims, answers);
  json["variations"] = variations(claims, answers);
  json["claims"] = Json::array();
  for (std::size_t i = 0; i < answers.size(); ++i)
    json["claims"].push_back(json_of(claims, claims.claims[i], answers[i]));
  return json;
}

}  // namespace descent
