#include "plots/claims/verdict_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "support/text/terminal_table.hpp"
#include "support/text/text_table.hpp"

namespace descent {
namespace {

using Document = nlohmann::ordered_json;

std::string text(const Document& value) {
  return value.get<std::string>();
}

/// Three digits, or all of a whole number. Null is ∞: no estimate has the end −∞.
std::string number_text(const Document& value) {
  if (value.is_null()) return "∞";
  const double number = value.get<double>();
  const bool is_count = number == std::round(number) && std::abs(number) < 1e9;
  return fmt::format("{:.{}g}", number, is_count ? 9 : 3);
}

/// "3.2", "> 3.2", "2 to 3".
std::string value_text(const Document& bounds) {
  const Document& low = bounds[0];
  const Document& high = bounds[1];
  if (low == high) return number_text(low);
  if (high.is_null()) return low == 0.0 ? "?" : "> " + number_text(low);
  return low == 0.0 ? "< " + number_text(high) : fmt::format("{} to {}", number_text(low), number_text(high));
}

std::string interval_text(const Document& bounds) {
  return fmt::format("[{}, {}]", number_text(bounds[0]), number_text(bounds[1]));
}

/// "own: "; empty for the only setting of a file that names none.
std::string prefix_of(const Document& setting) {
  return text(setting).empty() ? "" : text(setting) + ": ";
}

bool is_main(const Document& document, const Document& setting) {
  const Document& main = document["overview"]["settings"];
  return std::find(main.begin(), main.end(), setting) != main.end();
}

/// "holds / mixed"; empty where the claim is not about the dataset, "–" without any result.
std::string entry_text(const Document& entries, std::size_t settings) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < settings; ++i) {
    if (entries[i].is_null()) return "";
    texts.push_back(text(entries[i]));
  }
  const bool all_without = std::ranges::all_of(texts, [](const std::string& each) { return each == "–"; });
  return all_without ? "–" : fmt::format("{}", fmt::join(texts, " / "));
}

/// In bytes. A longer one stands below the table, and the claim's id in it.
constexpr std::size_t longest_statement = 100;

/// "- **(1) id**: statement" for each claim whose statement does not fit the overview.
std::string long_statements(const Document& document) {
  std::string lines;
  for (const Document& row : document["overview"]["rows"]) {
    if (text(row["statement"]).size() > longest_statement)
      lines += fmt::format("- **{}**: {}\n", markdown_text(text(row["finding"]) + ' ' + text(row["id"])),
                           markdown_text(text(row["statement"])));
  }
  return lines.empty() ? "" : '\n' + lines;
}

/// The overview for the first of the main settings.
TextTable overview_table(const Document& document, std::size_t settings) {
  const Document& overview = document["overview"];
  std::vector<std::string> names;
  for (std::size_t i = 0; i < settings; ++i) names.push_back(text(overview["settings"][i]));
  TextTable table;
  table.header = {"finding"};
  for (const Document& dataset : overview["datasets"]) table.header.push_back(text(dataset));
  table.header.emplace_back("holds on");
  for (const Document& row : overview["rows"]) {
    auto& cells = table.rows.emplace_back();
    const std::string statement = text(row["statement"]);
    cells.push_back({fmt::format("{} {}", text(row["finding"]),
                                 statement.size() > longest_statement ? text(row["id"]) : statement)});
    for (const Document& entries : row["entries"]) cells.push_back({entry_text(entries, settings)});
    std::vector<std::string> totals;
    for (std::size_t i = 0; i < settings; ++i) totals.push_back(text(row["totals"][i]));
    cells.push_back({fmt::format("{}", fmt::join(totals, " / "))});
  }
  return table;
}

std::size_t main_settings(const Document& document) {
  return document["overview"]["settings"].size();
}

std::string shares_text(const Document& verdict) {
  if (!verdict.contains("shares")) return "";
  std::vector<std::string> texts;
  for (const Document& each : verdict["shares"])
    texts.push_back(fmt::format("{:.0f} %", 100 * each["share"].get<double>()));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Shares of the linear time axis: a row for each claim and main setting, a column for each dataset.
TextTable share_table(const Document& document) {
  const Document& overview = document["overview"];
  TextTable table;
  table.title = "Share of the linear time axis on which the claimed method's median lies below each rival's";
  table.header = {"finding", "setting"};
  for (const Document& dataset : overview["datasets"]) table.header.push_back(text(dataset));
  for (const Document& claim : document["claims"]) {
    if (claim["kind"] != "faster") continue;
    for (const Document& answer : claim["answers"]) {
      if (!is_main(document, answer["setting"])) continue;
      std::map<std::string, std::string> shares;
      std::set<std::string> rivals;
      for (const Document& verdict : answer["datasets"]) {
        if (!verdict["votes"].get<bool>() || !verdict.contains("shares")) continue;
        shares[text(verdict["dataset"])] = shares_text(verdict);
        std::vector<std::string> labels;
        for (const Document& each : verdict["shares"]) labels.push_back(text(each["rival"]));
        rivals.insert(fmt::format("{}", fmt::join(labels, ", ")));
      }
      if (shares.empty()) continue;
      auto& cells = table.rows.emplace_back();
      cells.push_back({fmt::format("{} against {}", text(claim["finding"]), fmt::join(rivals, "; "))});
      cells.push_back({text(answer["setting"])});
      for (const Document& dataset : overview["datasets"]) cells.push_back({shares[text(dataset)]});
    }
  }
  return table;
}

std::string change_text(const Document& change) {
  return fmt::format("{} on {}: {} → {}", text(change["finding"]), text(change["dataset"]),
                     text(change["from"]), text(change["to"]));
}

TextTable variation_table(const Document& document) {
  TextTable table;
  table.title = "Variations: which verdicts they change";
  table.header = {"variation", "of", "verdicts", "changed"};
  for (const Document& variation : document["variations"]) {
    if (variation["compared"] == 0) continue;
    std::vector<std::string> changes;
    for (const Document& change : variation["changes"]) changes.push_back(change_text(change));
    table.rows.push_back({{text(variation["title"])},
                          {text(variation["variation_of"])},
                          {fmt::format("{}", variation["compared"].get<int>())},
                          {changes.empty() ? "none" : fmt::format("{}", fmt::join(changes, "; "))}});
  }
  return table;
}

template <class Text>
std::string sides(const Document& comparison, Text of_method) {
  std::vector<std::string> texts;
  for (const Document& method : comparison["methods"]) texts.push_back(of_method(method));
  return fmt::format("{}", fmt::join(texts, " : "));
}

TextTable comparison_table(const Document& claim, const Document& answer) {
  TextTable table;
  table.title =
      fmt::format("{}{} {}", prefix_of(answer["setting"]), text(claim["finding"]), text(claim["id"]));
  table.header = {"dataset",  "verdict", "compared",      "target", "runs",
                  "measured", "value",   "95 % interval", "answer"};
  for (const Document& verdict : answer["datasets"]) {
    std::string name = text(verdict["dataset"]);
    if (verdict["source"] != "file") name += " (stand-in)";
    for (const Document& comparison : verdict["comparisons"]) {
      std::string remark = text(comparison["answer"]);
      if (comparison.contains("remark")) remark += ": " + text(comparison["remark"]);
      std::string target =
          comparison.contains("target")
              ? fmt::format("{:g} of {}", comparison["target"].get<double>(), text(verdict["scale"]))
              : "";
      if (comparison.contains("split")) target = text(comparison["split"]);
      table.rows.push_back(
          {{name},
           {text(verdict["verdict"]) + (verdict["votes"].get<bool>() ? "" : " (no vote)")},
           {sides(comparison, [](const Document& method) { return text(method["label"]); })},
           {target},
           {sides(comparison,
                  [](const Document& method) {
                    return fmt::format("{}/{}", method["arrived"].get<int>(), method["runs"].get<int>());
                  })},
           {sides(comparison,
                  [](const Document& method) {
                    return method["measured"].is_null() ? "–" : value_text(method["measured"]);
                  })},
           {comparison.contains("value") ? value_text(comparison["value"]) : "–"},
           {comparison.contains("interval") ? interval_text(comparison["interval"]) : "–"},
           {remark}});
    }
  }
  return table;
}

std::string missing_text(const Document& answer) {
  return answer["missing"].empty()
             ? ""
             : fmt::format("no real results: {}",
                           fmt::join(answer["missing"].get<std::vector<std::string>>(), ", "));
}

std::string settings_text(const Document& document) {
  std::vector<std::string> texts;
  for (const Document& setting : document["settings"]) {
    if (setting.contains("variation_of") || text(setting["name"]).empty()) continue;
    texts.push_back(fmt::format("{}: {}", text(setting["name"]), text(setting["title"])));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string notes_text(const Document& document, const char* separator) {
  std::vector<std::string> notes;
  if (const Document& missing = document["overview"]["missing"]; !missing.empty())
    notes.push_back(fmt::format("no real results, so no vote: {}",
                                fmt::join(missing.get<std::vector<std::string>>(), ", ")));
  for (const Document& note : document["notes"]) notes.push_back(text(note));
  return fmt::format("{}", fmt::join(notes, separator));
}

}  // namespace

std::string verdict_text(const Document& document, bool all) {
  const TextTable overview = overview_table(document, main_settings(document));
  std::string out = text(document["title"]) + '\n' + in_columns(lines_of(overview), InnerColumns::left);
  if (const std::string settings = settings_text(document); !settings.empty()) out += settings + '\n';
  if (const TextTable variations = variation_table(document); !variations.rows.empty())
    out += '\n' + to_terminal(variations);
  if (const std::string notes = notes_text(document, "\n"); !notes.empty()) out += notes + '\n';
  if (!all) return out + "Every comparison with its numbers, and the rules: --all\n";
  if (const TextTable shares = share_table(document); !shares.rows.empty()) out += '\n' + to_terminal(shares);
  for (const Document& claim : document["claims"]) {
    out += fmt::format("\n{} {}: {}\n", text(claim["finding"]), text(claim["id"]), text(claim["statement"]));
    if (claim["answers"].empty()) out += "  no results\n";
    for (const Document& answer : claim["answers"]) {
      out += fmt::format("  {}holds on {}\n", prefix_of(answer["setting"]), text(answer["total"]));
      out += in_columns(lines_of(comparison_table(claim, answer)), InnerColumns::left);
      if (const std::string missing = missing_text(answer); !missing.empty()) out += "  " + missing + '\n';
    }
  }
  return out + fmt::format("\n{}\n", text(document["rules"]));
}

std::string overview_markdown(const Document& document, std::size_t settings) {
  return to_markdown(overview_table(document, std::min(settings, main_settings(document))));
}

std::string variations_markdown(const Document& document) {
  std::string out;
  for (const TextTable& table : {share_table(document), variation_table(document)})
    if (!table.rows.empty()) out += '\n' + to_markdown(table);
  return out;
}

std::string verdict_markdown(const Document& document) {
  std::string out = fmt::format("### {}\n\n{}", markdown_text(text(document["title"])),
                                overview_markdown(document, main_settings(document)));
  if (const std::string settings = settings_text(document); !settings.empty())
    out += fmt::format("\nEach entry: {}. {}.\n",
                       fmt::join(document["overview"]["settings"].get<std::vector<std::string>>(), " / "),
                       markdown_text(settings));
  out += long_statements(document);
  out += variations_markdown(document);
  if (const std::string notes = notes_text(document, ". "); !notes.empty())
    out += fmt::format("\n{}.\n", markdown_text(notes));
  out += fmt::format("\n{} Source: {}. Claims: `{}`; results: {}.\n", markdown_text(text(document["rules"])),
                     markdown_text(text(document["source"])), text(document["claims_file"]),
                     fmt::join(document["results"].get<std::vector<std::string>>(), ", "));
  out += "\n<details><summary>All comparisons</summary>\n";
  for (const Document& claim : document["claims"]) {
    for (const Document& answer : claim["answers"]) {
      out += '\n' + to_markdown(comparison_table(claim, answer));
      if (const std::string missing = missing_text(answer); !missing.empty())
        out += '\n' + markdown_text(missing) + '\n';
    }
  }
  return out + "\n</details>\n";
}

std::string verdict_summary(const Document& document) {
  const Document& overview = document["overview"];
  std::vector<std::string> parts;
  bool any_decided = false;
  for (std::size_t i = 0; i < overview["settings"].size(); ++i) {
    std::map<std::string, int> counts;
    for (const Document& row : overview["rows"]) {
      for (const Document& entries : row["entries"])
        if (!entries[i].is_null()) ++counts[text(entries[i])];
    }
    any_decided |= counts["holds"] + counts["mixed"] + counts["fails"] > 0;
    parts.push_back(fmt::format("{}{} hold, {} mixed, {} fail, {} open", prefix_of(overview["settings"][i]),
                                counts["holds"], counts["mixed"], counts["fails"], counts["open"]));
  }
  std::string line = fmt::format("{}: {}", text(document["title"]), fmt::join(parts, "; "));
  if (any_decided) return line + '\n';
  std::map<std::string, int> remarks;
  bool any_vote = false;
  for (const Document& claim : document["claims"]) {
    for (const Document& answer : claim["answers"]) {
      for (const Document& verdict : answer["datasets"]) {
        if (!verdict["votes"].get<bool>()) continue;
        any_vote = true;
        for (const Document& comparison : verdict["comparisons"])
          if (comparison.contains("remark")) ++remarks[text(comparison["remark"])];
      }
    }
  }
  if (!any_vote) return line + " (no real data, and no other votes)\n";
  const auto commonest = std::ranges::max_element(remarks, {}, [](const auto& each) { return each.second; });
  if (commonest != remarks.end()) line += fmt::format(" (undecided: {})", commonest->first);
  return line + '\n';
}

}  // namespace descent
