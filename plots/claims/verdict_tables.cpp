#include "plots/claims/verdict_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/ranges.hpp"

namespace descent {
namespace {

/// Three digits, or all digits of a whole number.
std::string number_text(double number) {
  if (std::isinf(number)) return "∞";
  const bool is_count = number == std::round(number) && std::abs(number) < 1e9;
  return fmt::format("{:.{}g}", number, is_count ? 9 : 3);
}

/// "3.2", "2 to 3". With an unknown end a time is "< 3" or "> 3.2", another number "0 to 3" or "≥ 3.2".
std::string value_text(const Bounds& value, bool is_time) {
  const auto [low, high] = value;
  if (low == high) return number_text(low);
  if (std::isinf(high)) return low == 0 ? "?" : (is_time ? "> " : "≥ ") + number_text(low);
  return is_time && low == 0 ? "< " + number_text(high)
                             : fmt::format("{} to {}", number_text(low), number_text(high));
}

/// Vote of one of the alternatives; null without one.
const DatasetVerdict* vote_of(const SettingAnswer* answer, const Alternatives& alternatives) {
  if (answer == nullptr) return nullptr;
  for (const DatasetVerdict& each : answer->datasets)
    if (each.votes && contains(alternatives, each.stands_for)) return &each;
  return nullptr;
}

/// All datasets in claims, in their order.
std::vector<Alternatives> all_datasets(const Claims& claims) {
  std::vector<Alternatives> all;
  for (const Claim& claim : claims.claims)
    for (const Alternatives& each : claim.datasets)
      if (!contains(all, each)) all.push_back(each);
  return all;
}

/// The alternative that votes in a main setting; empty without one.
std::string voting_name(const Claims& claims, const Answers& answers, const Alternatives& alternatives) {
  for (const ClaimAnswer& claim : answers)
    for (const std::size_t setting : main_settings(claims))
      if (const DatasetVerdict* const vote = vote_of(answer_in(claim, setting), alternatives))
        return vote->dataset;
  return "";
}

/// "4 of 5", or "–" without votes.
std::string summary_cell(const Claims& claims, const Answers& answers, const SummaryRow& row,
                         const std::string& setting) {
  SettingAnswer counted;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!contains(row.claims, claims.claims[i].id)) continue;
    for (const SettingAnswer& answer : answers[i])
      if (claims.settings[answer.setting].name == setting)
        std::ranges::copy_if(
            answer.datasets, std::back_inserter(counted.datasets),
            [&](const DatasetVerdict& each) { return contains(row.datasets, each.stands_for); });
  }
  return counted.votes() == 0 ? "–" : count_of_holds(counted);
}

/// "(1) L2: mixed → fails on a9a, ijcnn1; …", grouped by change.
std::string changes_text(const std::vector<ChangedVerdict>& changes) {
  std::vector<std::pair<std::string, std::string>> groups;  // a change and its datasets
  for (const ChangedVerdict& change : changes) {
    const std::string text =
        fmt::format("{}: {} → {}", change.finding, text_of(change.from), text_of(change.to));
    const auto known = std::ranges::find(groups, text, &std::pair<std::string, std::string>::first);
    if (known == groups.end())
      groups.emplace_back(text, change.dataset);
    else
      known->second += ", " + change.dataset;
  }
  const auto texts = mapped(groups, [](const auto& group) { return group.first + " on " + group.second; });
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, "; "));
}

/// A text for each compared method: "5/5 : 0/5".
template <class Text>
std::string of_each_method(const Comparison& comparison, Text text_of_method) {
  return fmt::format("{}", fmt::join(mapped(comparison.methods, text_of_method), " : "));
}

}  // namespace

std::vector<std::size_t> main_settings(const Claims& claims) {
  std::vector<std::size_t> main;
  for (std::size_t i = 0; i < claims.settings.size(); ++i)
    if (claims.settings[i].variation_of.empty()) main.push_back(i);
  return main;
}

const SettingAnswer* answer_in(const ClaimAnswer& claim, std::size_t setting) {
  const auto found = std::ranges::find(claim, setting, &SettingAnswer::setting);
  return found == claim.end() ? nullptr : &*found;
}

std::string count_of_holds(const SettingAnswer& answer) {
  return fmt::format("{} of {}", answer.count(Verdict::holds), answer.votes());
}

std::string setting_prefix(const Setting& setting) {
  return setting.name.empty() ? "" : setting.name + ": ";
}

std::vector<std::string> datasets_without_vote(const Claims& claims, const Answers& answers) {
  std::vector<std::string> missing;
  for (const Alternatives& each : all_datasets(claims))
    if (voting_name(claims, answers, each).empty())
      missing.push_back(fmt::format("{}", fmt::join(each, " or ")));
  return missing;
}

std::vector<Variation> variations(const Claims& claims, const Answers& answers) {
  std::vector<Variation> all;
  for (std::size_t varied = 0; varied < claims.settings.size(); ++varied) {
    const Setting& setting = claims.settings[varied];
    if (setting.variation_of.empty()) continue;
    const auto base = static_cast<std::size_t>(
        std::ranges::find(claims.settings, setting.variation_of, &Setting::name) - claims.settings.begin());
    Variation& variation = all.emplace_back(Variation{setting});
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const Claim& claim = claims.claims[i];
      for (const Alternatives& each : claim.datasets) {
        const DatasetVerdict* const from = vote_of(answer_in(answers[i], base), each);
        const DatasetVerdict* const to = vote_of(answer_in(answers[i], varied), each);
        if (from == nullptr || to == nullptr) continue;
        if (from->verdict == Verdict::does_not_apply || to->verdict == Verdict::does_not_apply) continue;
        ++variation.compared;
        if (from->verdict != to->verdict)
          variation.changes.push_back({claim.id, claim.finding, to->dataset, from->verdict, to->verdict});
      }
    }
  }
  return all;
}

TextTable summary_table(const Claims& claims, const Answers& answers) {
  TextTable table;
  if (!claims.summary) return table;
  table.header = claims.summary->columns;
  table.header.insert(table.header.begin(), claims.summary->title);
  for (const SummaryRow& row : claims.summary->rows) {
    auto& cells = table.rows.emplace_back();
    cells.push_back({row.title});
    for (const auto& setting : row.settings) cells.push_back({summary_cell(claims, answers, row, setting)});
  }
  return table;
}

TextTable overview_table(const Claims& claims, const Answers& answers) {
  const std::vector<std::size_t> main = main_settings(claims);
  const std::vector<Alternatives> datasets = all_datasets(claims);
  TextTable table;
  table.header = {"finding"};
  for (const Alternatives& each : datasets) {
    const std::string name = voting_name(claims, answers, each);
    table.header.push_back(name.empty() ? each.front() : name);
  }
  table.header.emplace_back("holds on");
  for (std::size_t i = 0; i < claims.claims.size(); ++i) {
    const Claim& claim = claims.claims[i];
    const bool is_long = claim.statement.size() > longest_statement;
    auto& cells = table.rows.emplace_back();
    cells.push_back({fmt::format("{}: {}", claim.finding, is_long ? claim.id : claim.statement)});
    const auto answers_in_main =
        mapped(main, [&](std::size_t setting) { return answer_in(answers[i], setting); });
    for (const Alternatives& each : datasets) {
      const auto entries = mapped(answers_in_main, [&](const SettingAnswer* answer) {
        const DatasetVerdict* const vote = vote_of(answer, each);
        return vote == nullptr ? std::string_view("–") : text_of(vote->verdict);
      });
      const bool has_votes = std::ranges::count(entries, "–") < std::ssize(entries);
      cells.push_back({!contains(claim.datasets, each) ? ""
                       : has_votes                     ? fmt::format("{}", fmt::join(entries, " / "))
                                                       : "–"});
    }
    const auto totals = mapped(answers_in_main, [](const SettingAnswer* answer) {
      return answer == nullptr ? "–" : count_of_holds(*answer);
    });
    cells.push_back({fmt::format("{}", fmt::join(totals, " / "))});
  }
  return table;
}

TextTable variation_table(const std::vector<Variation>& variations) {
  TextTable table;
  table.title = "Variations: which verdicts they change";
  table.header = {"variation", "of", "verdicts", "changed"};
  for (const auto& [setting, compared, changes] : variations)
    if (compared > 0)
      table.rows.push_back(
          {{setting.title}, {setting.variation_of}, {std::to_string(compared)}, {changes_text(changes)}});
  return table;
}

TextTable comparison_table(const Claim& claim, const SettingAnswer& answer) {
  TextTable table;
  table.header = {"dataset",  "verdict", "compared",      "target", "runs",
                  "measured", "value",   "95 % interval", "answer"};
  const bool is_time = !claim.number;
  for (const DatasetVerdict& verdict : answer.datasets) {
    const std::string name = verdict.dataset + (verdict.source == "file" ? "" : " (stand-in)");
    const std::string verdict_text =
        fmt::format("{}{}", text_of(verdict.verdict), verdict.votes ? "" : " (no vote)");
    for (const Comparison& each : verdict.comparisons) {
      const std::string target = !each.split.empty() ? each.split
                                 : each.target
                                     ? fmt::format("{:g} of {}", *each.target, words_of(*verdict.scale).unit)
                                     : "";
      table.rows.push_back(
          {{name},
           {verdict_text},
           {of_each_method(each, [](const ComparedMethod& method) { return method.label; })},
           {target},
           {of_each_method(each,
                           [](const ComparedMethod& method) {
                             return fmt::format("{}/{}", method.arrived, method.runs);
                           })},
           {of_each_method(each,
                           [&](const ComparedMethod& method) {
                             return method.measured ? value_text(*method.measured, is_time) : "–";
                           })},
           {each.estimate ? value_text(each.estimate->value, is_time) : "–"},
           {each.estimate ? fmt::format("[{}, {}]", number_text(each.estimate->interval.low),
                                        number_text(each.estimate->interval.high))
                          : "–"},
           {fmt::format("{}{}{}", text_of(each.answer), each.remark.empty() ? "" : ": ", each.remark)}});
    }
  }
  return table;
}

}  // namespace descent
