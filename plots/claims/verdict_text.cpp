// The verdicts as text, from their JSON (verdict.hpp).

#include "plots/claims/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/text/plural.hpp"
#include "support/text/text_table.hpp"

namespace descent {
namespace {

/// "no real results: a9a, ccat"; empty if none are missing.
std::string missing_text(const JsonPlace& parent, const char* complaint) {
  const auto missing = parent.at("missing").list(&JsonPlace::text);
  return missing.empty() ? "" : fmt::format("{}: {}", complaint, fmt::join(missing, ", "));
}

/// "Each cell: own (rivals as published) / all-tuned (all tuned)." for the main settings; empty for a single
/// unnamed setting.
std::string cells_text(const JsonPlace& document) {
  std::vector<std::string> texts;
  for (const JsonPlace& setting : document.at("settings").elements()) {
    if (setting.find("variation_of") || setting.at("name").text().empty()) continue;
    texts.push_back(fmt::format("{} ({})", setting.at("name").text(), setting.at("title").text()));
  }
  return texts.empty() ? "" : fmt::format("Each cell: {}.", fmt::join(texts, " / "));
}

std::string notes_text(const JsonPlace& document) {
  std::vector<std::string> notes = document.at("notes").list(&JsonPlace::text);
  if (const std::string missing =
          missing_text(document.at("overview"), "no real results in these settings, so no vote");
      !missing.empty())
    notes.insert(notes.begin(), missing);
  return fmt::format("{}", fmt::join(notes, "\n"));
}

/// The summary; empty without one.
std::string summary_text(const JsonPlace& document) {
  const TextTable table = summary_table(document);
  return table.rows.empty() ? "" : in_columns(lines_of(table), InnerColumns::left);
}

/// True if a setting of the overview has an answer, which may have no vote.
bool has_main_answers(const JsonPlace& document) {
  std::set<std::string> settings;
  for (const JsonPlace& setting : document.at("settings").elements())
    if (!setting.find("variation_of")) settings.insert(setting.at("name").text());
  for (const JsonPlace& claim : document.at("claims").elements()) {
    for (const JsonPlace& answer : claim.at("answers").elements())
      if (settings.contains(answer.at("setting").text())) return true;
  }
  return false;
}

/// The summary, the overview and what variations change in it.
std::string main_answers(const JsonPlace& document) {
  std::string out = summary_text(document);
  if (!out.empty()) out += '\n';
  out += in_columns(lines_of(overview_table(document)), InnerColumns::left);
  if (const std::string cells = cells_text(document); !cells.empty()) out += cells + '\n';
  TextTable variations = variation_table(document);
  const std::size_t left_out =
      std::erase_if(variations.rows, [](const auto& cells) { return cells[2].text == "0"; });  // verdicts
  if (!variations.rows.empty()) out += '\n' + to_terminal(variations);
  if (left_out > 0) out += plural(left_out, "variation") + " not measured\n";
  return out;
}

/// One line for each answer that the overview has no column for.
std::string other_answers(const JsonPlace& document) {
  std::string out = "These results answer nothing of the main table, but in other settings:\n";
  for (const JsonPlace& claim : document.at("claims").elements()) {
    for (const JsonPlace& answer : claim.at("answers").elements()) {
      std::vector<std::string> verdicts;
      for (const JsonPlace& verdict : answer.at("datasets").elements())
        verdicts.push_back(fmt::format("{} {}", verdict.at("dataset").text(), verdict.at("verdict").text()));
      out += fmt::format("  {}: {} ({}): {}\n", claim.at("finding").text(), claim.at("statement").text(),
                         answer.at("setting").text(), fmt::join(verdicts, ", "));
    }
  }
  return out;
}

}  // namespace

std::string verdict_text(const JsonPlace& document, bool all, std::string_view option_for_all) {
  std::string out = document.at("title").text() + '\n';
  out += has_main_answers(document) ? main_answers(document) : other_answers(document);
  if (const std::string notes = notes_text(document); !notes.empty()) out += notes + '\n';
  if (!all)
    return out + fmt::format("Every comparison with its numbers, and the rules: {}\n", option_for_all);
  for (const JsonPlace& claim : document.at("claims").elements()) {
    out += fmt::format("\n{} {}: {}\n", claim.at("finding").text(), claim.at("id").text(),
                       claim.at("statement").text());
    if (claim.at("answers").elements().size() == 0) out += "  no results\n";
    for (const JsonPlace& answer : claim.at("answers").elements()) {
      out +=
          fmt::format("  {}holds on {}\n", setting_prefix(answer.at("setting")), answer.at("total").text());
      out += in_columns(lines_of(comparison_table(claim, answer)), InnerColumns::left);
      if (const std::string missing = missing_text(answer, "no real results"); !missing.empty())
        out += "  " + missing + '\n';
    }
  }
  return out + fmt::format("\n{}\n", document.at("rules").text());
}

std::string verdict_summary(const JsonPlace& document) {
  const JsonPlace overview = document.at("overview");
  const auto settings = overview.at("settings").elements();
  std::vector<std::string> parts;
  bool any_decided = false;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    std::map<std::string, int> counts;
    for (const JsonPlace& row : overview.at("rows").elements()) {
      for (const JsonPlace& entries : row.at("entries").elements())
        if (const auto entry = entries.elements(settings.size())[i]; !entry.value().is_null())
          ++counts[entry.text()];
    }
    any_decided |= counts["holds"] + counts["mixed"] + counts["fails"] > 0;
    parts.push_back(fmt::format("{}{} hold, {} mixed, {} fail, {} open", setting_prefix(settings[i]),
                                counts["holds"], counts["mixed"], counts["fails"], counts["open"]));
  }
  if (any_decided)
    return fmt::format("{}: {}\n{}", document.at("title").text(), fmt::join(parts, "; "),
                       summary_text(document));
  return fmt::format(
      "{}: none is decided: that takes real data, {} runs of each method and certified optima, as in "
      "results/published\n",
      document.at("title").text(), fewest_runs);
}

}  // namespace descent
