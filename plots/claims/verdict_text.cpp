#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "plots/claims/verdict.hpp"
#include "plots/claims/verdict_tables.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

/// "no real results: a9a, ccat"; empty if none are missing.
std::string missing_text(const char* complaint, const std::vector<std::string>& missing) {
  return missing.empty() ? "" : fmt::format("{}: {}\n", complaint, fmt::join(missing, ", "));
}

/// "Each cell: own (rivals untuned) / all-tuned (all tuned)." for the main settings; empty for a single
/// unnamed setting.
std::string cells_text(const Claims& claims) {
  std::vector<std::string> texts;
  for (const std::size_t i : main_settings(claims)) {
    const Setting& setting = claims.settings[i];
    if (!setting.name.empty()) texts.push_back(fmt::format("{} ({})", setting.name, setting.title));
  }
  return texts.empty() ? "" : fmt::format("Each cell: {}.\n", fmt::join(texts, " / "));
}

/// The summary; empty without one.
std::string summary_text(const Claims& claims, const Answers& answers) {
  const TextTable table = summary_table(claims, answers);
  return table.rows.empty() ? "" : in_columns(lines_of(table), InnerColumns::left);
}

/// True if a main setting has an answer, which may have no vote.
bool has_main_answers(const Claims& claims, const Answers& answers) {
  return std::ranges::any_of(answers, [&](const ClaimAnswer& claim) {
    return std::ranges::any_of(claim, [&](const SettingAnswer& answer) {
      return claims.settings[answer.setting].variation_of.empty();
    });
  });
}

/// The summary, the overview and what variations change in it.
std::string main_answers(const Claims& claims, const Answers& answers) {
  std::string out = summary_text(claims, answers);
  if (!out.empty()) out += '\n';
  out += in_columns(lines_of(overview_table(claims, answers)), InnerColumns::left) + cells_text(claims);
  const std::vector<Variation> varied = variations(claims, answers);
  const TextTable table = variation_table(varied);
  if (!table.rows.empty()) out += '\n' + to_terminal(table);
  if (table.rows.size() < varied.size())
    out += plural(varied.size() - table.rows.size(), "variation") + " not measured\n";
  return out;
}

/// One line for each answer that the overview has no column for.
std::string other_answers(const Claims& claims, const Answers& answers) {
  std::string out = "These results answer nothing of the main table, but in other settings:\n";
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (const SettingAnswer& answer : answers[i]) {
      std::vector<std::string> verdicts;
      for (const DatasetVerdict& each : answer.datasets)
        verdicts.push_back(fmt::format("{} {}", each.dataset, text_of(each.verdict)));
      out += fmt::format("  {}: {} ({}): {}\n", claims.claims[i].finding, claims.claims[i].statement,
                         claims.settings[answer.setting].name, fmt::join(verdicts, ", "));
    }
  }
  return out;
}

/// Every comparison with its numbers.
std::string all_comparisons(const Claims& claims, const Answers& answers) {
  std::string out;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Claim& claim = claims.claims[i];
    out += fmt::format("\n{} {}: {}\n", claim.finding, claim.id, claim.statement);
    if (answers[i].empty()) out += "  no results\n";
    for (const SettingAnswer& answer : answers[i]) {
      out += fmt::format("  {}holds on {}\n", setting_prefix(claims.settings[answer.setting]),
                         count_of_holds(answer));
      out += in_columns(lines_of(comparison_table(claim, answer)), InnerColumns::left);
      out += missing_text("  no real results", answer.missing);
    }
  }
  return out;
}

}  // namespace

std::string verdict_text(const Claims& claims, const Answers& answers, const std::vector<std::string>& notes,
                         bool all) {
  std::string out = claims.title + '\n';
  out += has_main_answers(claims, answers) ? main_answers(claims, answers) : other_answers(claims, answers);
  out +=
      missing_text("no real results in these settings, so no vote", datasets_without_vote(claims, answers));
  for (const std::string& note : notes) out += note + '\n';
  return out + (all ? fmt::format("{}\n{}\n", all_comparisons(claims, answers), rules_of(claims))
                    : "Every comparison with its numbers, and the rules: --all\n");
}

std::string verdict_summary(const Claims& claims, const Answers& answers) {
  std::vector<std::string> parts;
  bool any_decided = false;
  for (const std::size_t i : main_settings(claims)) {
    const auto count = [&](Verdict verdict) {
      std::size_t all = 0;
      for (const ClaimAnswer& claim : answers)
        if (const SettingAnswer* const answer = answer_in(claim, i)) all += answer->count(verdict);
      return all;
    };
    const std::size_t holds = count(Verdict::holds), mixed = count(Verdict::mixed),
                      fails = count(Verdict::fails);
    any_decided |= holds + mixed + fails > 0;
    parts.push_back(fmt::format("{}{} hold, {} mixed, {} fail, {} open", setting_prefix(claims.settings[i]),
                                holds, mixed, fails, count(Verdict::open)));
  }
  if (any_decided)
    return fmt::format("{}: {}\n{}", claims.title, fmt::join(parts, "; "), summary_text(claims, answers));
  return fmt::format(
      "{}: none is decided: that takes real data, {} runs of each method and certified optima, as in "
      "results/published\n",
      claims.title, fewest_runs);
}

}  // namespace descent
