#include "plots/claims/verdict_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

#include "plots/claims/verdict_tables.hpp"
#include "support/text/terminal_table.hpp"
#include "support/text/text_table.hpp"

namespace descent {
namespace {

std::size_t main_settings(const Json& document) {
  return document["overview"]["settings"].size();
}

/// "- **(1) id**: statement" for each claim whose statement does not fit the overview.
std::string long_statements(const Json& document) {
  std::string lines;
  for (const Json& row : document["overview"]["rows"]) {
    if (text_in(row["statement"]).size() > longest_statement)
      lines +=
          fmt::format("- **{}**: {}\n", markdown_text(text_in(row["finding"]) + ' ' + text_in(row["id"])),
                      markdown_text(text_in(row["statement"])));
  }
  return lines.empty() ? "" : '\n' + lines;
}

std::string missing_text(const Json& answer) {
  return answer["missing"].empty()
             ? ""
             : fmt::format("no real results: {}",
                           fmt::join(answer["missing"].get<std::vector<std::string>>(), ", "));
}

/// "Each cell: own (rivals as published) / all-tuned (all tuned)." for the first main settings; empty for the
/// only setting of a file that names none.
std::string cells_text(const Json& document, std::size_t settings) {
  std::vector<std::string> texts;
  for (const Json& setting : document["settings"]) {
    if (texts.size() == settings || setting.contains("variation_of") || text_in(setting["name"]).empty())
      continue;
    texts.push_back(fmt::format("{} ({})", text_in(setting["name"]), text_in(setting["title"])));
  }
  return texts.empty() ? "" : fmt::format("Each cell: {}.", fmt::join(texts, " / "));
}

std::string notes_text(const Json& document, const char* separator) {
  std::vector<std::string> notes;
  if (const Json& missing = document["overview"]["missing"]; !missing.empty())
    notes.push_back(fmt::format("no real results, so no vote: {}",
                                fmt::join(missing.get<std::vector<std::string>>(), ", ")));
  for (const Json& note : document["notes"]) notes.push_back(text_in(note));
  return fmt::format("{}", fmt::join(notes, separator));
}

}  // namespace

std::string verdict_text(const Json& document, bool all) {
  const TextTable overview = overview_table(document, main_settings(document));
  std::string out = text_in(document["title"]) + '\n' + in_columns(lines_of(overview), InnerColumns::left);
  if (const std::string cells = cells_text(document, main_settings(document)); !cells.empty())
    out += cells + '\n';
  if (const TextTable variations = variation_table(document); !variations.rows.empty())
    out += '\n' + to_terminal(variations);
  if (const std::string notes = notes_text(document, "\n"); !notes.empty()) out += notes + '\n';
  if (!all) return out + "Every comparison with its numbers, and the rules: --all\n";
  if (const TextTable shares = share_table(document, main_settings(document)); !shares.rows.empty())
    out += '\n' + to_terminal(shares);
  for (const Json& claim : document["claims"]) {
    out += fmt::format("\n{} {}: {}\n", text_in(claim["finding"]), text_in(claim["id"]),
                       text_in(claim["statement"]));
    if (claim["answers"].empty()) out += "  no results\n";
    for (const Json& answer : claim["answers"]) {
      out += fmt::format("  {}holds on {}\n", setting_prefix(answer["setting"]), text_in(answer["total"]));
      out += in_columns(lines_of(comparison_table(claim, answer)), InnerColumns::left);
      if (const std::string missing = missing_text(answer); !missing.empty()) out += "  " + missing + '\n';
    }
  }
  return out + fmt::format("\n{}\n", text_in(document["rules"]));
}

std::string overview_markdown(const Json& document, std::size_t settings) {
  const std::size_t shown = std::min(settings, main_settings(document));
  const std::string cells = cells_text(document, shown);
  return (cells.empty() ? "" : markdown_text(cells) + "\n\n") + to_markdown(overview_table(document, shown));
}

std::string variations_markdown(const Json& document, std::size_t settings) {
  std::string out;
  for (const TextTable& table : {share_table(document, settings), variation_table(document)})
    if (!table.rows.empty()) out += '\n' + to_markdown(table);
  return out;
}

std::string verdict_markdown(const Json& document) {
  std::string out = fmt::format("### {}\n\n{}", markdown_text(text_in(document["title"])),
                                overview_markdown(document, main_settings(document)));
  out += long_statements(document);
  out += variations_markdown(document, main_settings(document));
  if (const std::string notes = notes_text(document, ". "); !notes.empty())
    out += fmt::format("\n{}.\n", markdown_text(notes));
  out +=
      fmt::format("\n{} Source: {}. Claims: `{}`; results: {}.\n", markdown_text(text_in(document["rules"])),
                  markdown_text(text_in(document["source"])), text_in(document["claims_file"]),
                  fmt::join(document["results"].get<std::vector<std::string>>(), ", "));
  out += "\n<details><summary>All comparisons</summary>\n";
  for (const Json& claim : document["claims"]) {
    for (const Json& answer : claim["answers"]) {
      out += '\n' + to_markdown(comparison_table(claim, answer));
      if (const std::string missing = missing_text(answer); !missing.empty())
        out += '\n' + markdown_text(missing) + '\n';
    }
  }
  return out + "\n</details>\n";
}

std::string verdict_summary(const Json& document) {
  const Json& overview = document["overview"];
  std::vector<std::string> parts;
  bool any_decided = false;
  for (std::size_t i = 0; i < overview["settings"].size(); ++i) {
    std::map<std::string, int> counts;
    for (const Json& row : overview["rows"]) {
      for (const Json& entries : row["entries"])
        if (!entries[i].is_null()) ++counts[text_in(entries[i])];
    }
    any_decided |= counts["holds"] + counts["mixed"] + counts["fails"] > 0;
    parts.push_back(fmt::format("{}{} hold, {} mixed, {} fail, {} open",
                                setting_prefix(overview["settings"][i]), counts["holds"], counts["mixed"],
                                counts["fails"], counts["open"]));
  }
  std::string line = fmt::format("{}: {}", text_in(document["title"]), fmt::join(parts, "; "));
  if (any_decided) return line + '\n';
  std::map<std::string, int> remarks;
  bool any_vote = false;
  for (const Json& claim : document["claims"]) {
    for (const Json& answer : claim["answers"]) {
      for (const Json& verdict : answer["datasets"]) {
        if (!verdict["votes"].get<bool>()) continue;
        any_vote = true;
        for (const Json& comparison : verdict["comparisons"])
          if (comparison.contains("remark")) ++remarks[text_in(comparison["remark"])];
      }
    }
  }
  if (!any_vote) return line + " (no real data, and no other votes)\n";
  const auto commonest = std::ranges::max_element(remarks, {}, [](const auto& each) { return each.second; });
  if (commonest != remarks.end()) line += fmt::format(" (undecided: {})", commonest->first);
  return line + '\n';
}

}  // namespace descent
