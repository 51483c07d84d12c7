#include "plots/claims/verdict_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "plots/claims/comparison_table.hpp"
#include "plots/claims/verdict_table.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/tables/time_entry.hpp"
#include "support/text/terminal_table.hpp"

namespace descent {
namespace {

std::string title_of(const Claim& claim) {
  return claim.finding + ' ' + claim.id;
}

/// The table of verdicts for a terminal. What names a column stands in lines one above the other.
std::string verdict_lines(const Claims& claims, const Answers& answers) {
  const VerdictTable table = verdict_table(answers);
  if (table.columns.empty()) return "  no results\n";
  CellLines lines(names_of(claims, table.columns.front()).size(), {""});
  for (const ClaimSetting& column : table.columns) {
    const std::vector<std::string> names = names_of(claims, column);
    for (std::size_t i = 0; i < names.size(); ++i) lines[i].push_back(names[i]);
  }
  lines.back().front() = "finding";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    lines.push_back({title_of(answers.claims[i].claim)});
    for (const SettingAnswer* answer : table.rows[i]) lines.back().push_back(entry_text(answer, true));
  }
  return in_columns(lines, InnerColumns::left);
}

/// What an entry of the table of verdicts says, and which rows are no findings of a paper.
std::string legend(const Claims& claims) {
  std::string text =
      "– no results; 9/12: 9 of 12 comparisons speak for the claim; (1 of 2 datasets): those on the other "
      "one are all undecided.";
  if (std::ranges::any_of(claims.claims, is_ours))
    text += " ours: no finding of a paper, which gives no direction; the one that is judged is ours.";
  return text;
}

std::string unknown_text(const Answers& answers) {
  std::vector<std::string> names;
  for (const UnknownMethod& each : answers.unknown_methods) {
    names.push_back(text_of(each.method));
    if (!each.there.empty()) names.back() += fmt::format(" (but of {})", fmt::join(each.there, ", "));
  }
  return names.empty()
             ? ""
             : fmt::format("These folders have no results of {}: comparisons with them are not made.",
                           fmt::join(names, ", "));
}

/// "a9a from real_figure1 instead of figure1", for each pair of experiments.
std::vector<std::string> overlap_texts(const Answers& answers) {
  std::vector<std::string> texts;
  for (const Overlap& each : answers.overlaps)
    texts.push_back(fmt::format("{} from {} instead of {}", fmt::join(each.datasets, ", "), each.taken,
                                each.passed_over));
  return texts;
}

constexpr const char* overlap_title =
    "Comparisons that several folders have are taken from the last one named:";

/// The statement, and what it is judged on.
std::string statement_of(const Claim& claim) {
  if (claim.targets.values.empty()) return claim.statement;
  const auto* const times = std::get_if<FasterAssertion>(&claim.assertion);
  return fmt::format("{} Targets of {}: {}{}.", claim.statement, formula_of(claim.targets.scale),
                     fmt::join(claim.targets.values, ", "),
                     times ? fmt::format(", in {}", unit_text(times->in)) : "");
}

std::string reading_text(const Claims& claims, const Reading& reading) {
  std::vector<std::string> formulas;
  for (const Claim& claim : claims.claims) {
    if (claim.of_models) continue;
    std::string formula = objective_formula(reading.form, claim.loss, claim.regularizer);
    if (std::ranges::find(formulas, formula) == formulas.end()) formulas.push_back(std::move(formula));
  }
  if (formulas.empty()) return reading.name;
  return fmt::format("{} ({}, λ = {})", reading.name, fmt::join(formulas, " or "), reading.lambda.text);
}

std::string protocol_text(const Protocol& protocol) {
  std::vector<std::string> changes;
  for (const Protocol::Replacement& each : protocol.replacements)
    changes.push_back(
        fmt::format("{}{} under {}", each.leaves_out() ? "no " : "", text_of(each.method), each.regularizer));
  if (changes.empty()) return protocol.name + " (every method as the claim names it)";
  return fmt::format("{} ({})", protocol.name, fmt::join(changes, ", "));
}

/// What the names of the columns mean.
std::string settings_text(const Claims& claims) {
  std::vector<std::string> texts;
  for (const Reading& reading : claims.readings) texts.push_back(reading_text(claims, reading));
  std::string text = fmt::format("Readings: {}. ", fmt::join(texts, "; "));
  if (!claims.protocols.front().name.empty()) {
    texts.clear();
    for (const Protocol& protocol : claims.protocols) texts.push_back(protocol_text(protocol));
    text += fmt::format("Protocols: {}; – where they make no difference. ", fmt::join(texts, "; "));
  }
  return text + "Stand-ins are synthetic data.";
}

}  // namespace

std::string verdict_text(const Claims& claims, const VerdictSources& sources, const Answers& answers,
                         bool all) {
  std::string text =
      fmt::format("{}\n{}; claims: {}; results: {}\n\n{}\n✓ reproduced, ✗ not reproduced, ? undecided, {}\n",
                  claims.title, claims.source, sources.claims_file, fmt::join(sources.folders, ", "),
                  verdict_lines(claims, answers), legend(claims));
  if (const std::string unknown = unknown_text(answers); !unknown.empty()) text += unknown + '\n';
  if (const auto overlaps = overlap_texts(answers); !overlaps.empty())
    text += fmt::format("{}\n  {}\n", overlap_title, fmt::join(overlaps, "\n  "));
  for (const std::string& note : sources.notes) text += note + '\n';
  if (!all) return text + "Every comparison with its numbers, and the rules: --all\n";
  for (const ClaimAnswer& claim : answers.claims) {
    text += fmt::format("\n{}: {}\n", title_of(claim.claim), statement_of(claim.claim));
    if (claim.answers.empty()) text += "  no results\n";
    for (const SettingAnswer& answer : claim.answers) {
      text += fmt::format("  {}: {} ({})\n", fmt::join(names_of(claims, answer.setting), ", "),
                          text_of(answer.verdict), answer.reason());
      text += in_columns(lines_of(comparison_table(claims, claim.claim, answer)), InnerColumns::left);
      if (!answer.missing.empty()) text += "  " + missing_text(answer) + '\n';
    }
  }
  return text + fmt::format("\n{}\n\n{}\n", settings_text(claims), verdict_rules(claims));
}

std::string verdict_markdown(const Claims& claims, const VerdictSources& sources, const Answers& answers) {
  const VerdictTable table = verdict_table(answers);
  std::string text = fmt::format("### {}\n\n| finding |", markdown_text(claims.title));
  for (const ClaimSetting& column : table.columns)
    text += fmt::format(" {} |", markdown_text(fmt::format("{}", fmt::join(names_of(claims, column), ", "))));
  text += "\n|---|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---|";
  text += '\n';
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += fmt::format("| {} |", markdown_text(title_of(answers.claims[i].claim)));
    for (const SettingAnswer* answer : table.rows[i]) text += fmt::format(" {} |", entry_text(answer));
    text += '\n';
  }
  text += '\n' + legend(claims) + ' ';
  if (const std::string unknown = unknown_text(answers); !unknown.empty())
    text += markdown_text(unknown) + ' ';
  if (const auto overlaps = overlap_texts(answers); !overlaps.empty())
    text += markdown_text(fmt::format("{} {}. ", overlap_title, fmt::join(overlaps, "; ")));
  for (const std::string& note : sources.notes) text += markdown_text(note) + ". ";
  text += markdown_text(settings_text(claims)) + "\n\n";
  for (const ClaimAnswer& claim : answers.claims)
    text += fmt::format("- **{}**: {}\n", markdown_text(title_of(claim.claim)),
                        markdown_text(statement_of(claim.claim)));
  text += fmt::format("\n{} Source: {}. Claims: `{}`; results: {}.\n", markdown_text(verdict_rules(claims)),
                      markdown_text(claims.source), sources.claims_file, fmt::join(sources.folders, ", "));
  text += "\n<details><summary>All comparisons</summary>\n";
  for (const ClaimAnswer& claim : answers.claims) {
    for (const SettingAnswer& answer : claim.answers) {
      text += '\n' + to_markdown(comparison_table(claims, claim.claim, answer));
      if (!answer.missing.empty()) text += '\n' + markdown_text(missing_text(answer)) + '\n';
    }
  }
  return text + "\n</details>\n";
}

}  // namespace descent
