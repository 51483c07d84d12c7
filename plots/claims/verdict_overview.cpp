#include "plots/claims/verdict_overview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace descent {
namespace {

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

}  // namespace

std::string count_of_holds(const SettingAnswer& answer) {
  return fmt::format("{} of {}", answer.count(Verdict::holds), answer.votes());
}

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
      row["totals"].push_back(answer == nullptr ? "–" : count_of_holds(*answer));
    }
    json["rows"].push_back(std::move(row));
  }
  return json;
}

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

Json summary_of(const Claims& claims, const Answers& answers) {
  Json json{{"title", claims.summary->title}, {"columns", claims.summary->columns}, {"rows", Json::array()}};
  for (const SummaryRow& row : claims.summary->rows) {
    Json& cells = json["rows"].emplace_back(Json{{"title", row.title}, {"cells", Json::array()}})["cells"];
    for (const auto& settings : row.settings) cells.push_back(summary_cell(claims, answers, row, settings));
  }
  return json;
}

}  // namespace descent
