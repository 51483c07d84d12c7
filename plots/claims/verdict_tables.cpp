#include "plots/claims/verdict_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace descent {
namespace {

/// Three digits, or all of a whole number. Null is ∞: no estimate has the end −∞.
std::string number_text(const Json& value) {
  if (value.is_null()) return "∞";
  const double number = value.get<double>();
  const bool is_count = number == std::round(number) && std::abs(number) < 1e9;
  return fmt::format("{:.{}g}", number, is_count ? 9 : 3);
}

/// "3.2", "> 3.2", "2 to 3".
std::string value_text(const Json& bounds) {
  const Json& low = bounds[0];
  const Json& high = bounds[1];
  if (low == high) return number_text(low);
  if (high.is_null()) return low == 0.0 ? "?" : "> " + number_text(low);
  return low == 0.0 ? "< " + number_text(high) : fmt::format("{} to {}", number_text(low), number_text(high));
}

std::string interval_text(const Json& bounds) {
  return fmt::format("[{}, {}]", number_text(bounds[0]), number_text(bounds[1]));
}

/// "holds / mixed"; empty where the claim is not about the dataset, "–" without any result.
std::string entry_text(const Json& entries, std::size_t settings) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < settings; ++i) {
    if (entries[i].is_null()) return "";
    texts.push_back(text_in(entries[i]));
  }
  const bool all_without = std::ranges::all_of(texts, [](const std::string& each) { return each == "–"; });
  return all_without ? "–" : fmt::format("{}", fmt::join(texts, " / "));
}

/// The claim's vote on the dataset in the setting that has shares; null without one.
const Json* vote_with_shares(const Json& claim, const Json& setting, const Json& dataset) {
  for (const Json& answer : claim["answers"]) {
    if (answer["setting"] != setting) continue;
    for (const Json& verdict : answer["datasets"])
      if (verdict["dataset"] == dataset && verdict["votes"].get<bool>() && verdict.contains("shares"))
        return &verdict;
  }
  return nullptr;
}

/// "(1) L2: mixed → fails on a9a, ijcnn1; …", the datasets of one change together.
std::string changes_text(const Json& changes) {
  std::vector<std::pair<std::string, std::string>> groups;  // a change and its datasets
  for (const Json& change : changes) {
    const std::string text = fmt::format("{}: {} → {}", text_in(change["finding"]), text_in(change["from"]),
                                         text_in(change["to"]));
    const auto known = std::ranges::find(groups, text, &std::pair<std::string, std::string>::first);
    if (known == groups.end())
      groups.emplace_back(text, text_in(change["dataset"]));
    else
      known->second += ", " + text_in(change["dataset"]);
  }
  std::vector<std::string> texts;
  for (const auto& [change, datasets] : groups) texts.push_back(change + " on " + datasets);
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, "; "));
}

template <class Text>
std::string sides(const Json& comparison, Text of_method) {
  std::vector<std::string> texts;
  for (const Json& method : comparison["methods"]) texts.push_back(of_method(method));
  return fmt::format("{}", fmt::join(texts, " : "));
}

}  // namespace

std::string setting_prefix(const Json& setting) {
  return text_in(setting).empty() ? "" : text_in(setting) + ": ";
}

TextTable overview_table(const Json& document, std::size_t settings) {
  const Json& overview = document["overview"];
  TextTable table;
  table.header = {"finding"};
  for (const Json& dataset : overview["datasets"]) table.header.push_back(text_in(dataset));
  table.header.emplace_back("holds on");
  for (const Json& row : overview["rows"]) {
    auto& cells = table.rows.emplace_back();
    const std::string statement = text_in(row["statement"]);
    cells.push_back({fmt::format("{}: {}", text_in(row["finding"]),
                                 statement.size() > longest_statement ? text_in(row["id"]) : statement)});
    for (const Json& entries : row["entries"]) cells.push_back({entry_text(entries, settings)});
    std::vector<std::string> totals;
    for (std::size_t i = 0; i < settings; ++i) totals.push_back(text_in(row["totals"][i]));
    cells.push_back({fmt::format("{}", fmt::join(totals, " / "))});
  }
  return table;
}

TextTable share_table(const Json& document, std::size_t settings) {
  const Json& overview = document["overview"];
  const std::size_t shown = std::min(settings, overview["settings"].size());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shown; ++i) names.push_back(text_in(overview["settings"][i]));
  TextTable table;
  table.title = "Share of the linear time axis on which the claimed method's median lies below each rival's";
  table.header = {names == std::vector<std::string>{""}
                      ? "finding: rival"
                      : fmt::format("finding: rival ({})", fmt::join(names, " / "))};
  for (const Json& dataset : overview["datasets"]) table.header.push_back(text_in(dataset));
  for (const Json& claim : document["claims"]) {
    const auto first_row = static_cast<std::ptrdiff_t>(table.rows.size());
    for (std::size_t column = 1; column < table.header.size(); ++column) {
      std::vector<std::string> texts;
      std::vector<std::string> rivals;  // of each setting, once
      for (std::size_t i = 0; i < shown; ++i) {
        std::vector<std::string> percents, labels;
        const Json* const vote =
            vote_with_shares(claim, overview["settings"][i], overview["datasets"][column - 1]);
        for (const Json& each : vote == nullptr ? Json::array() : (*vote)["shares"]) {
          percents.push_back(fmt::format("{:.0f}", 100 * each["share"].get<double>()));
          labels.push_back(text_in(each["rival"]));
        }
        texts.push_back(percents.empty() ? "–" : fmt::format("{}", fmt::join(percents, ", ")));
        const std::string all = fmt::format("{}", fmt::join(labels, " and "));
        if (!labels.empty() && std::ranges::find(rivals, all) == rivals.end()) rivals.push_back(all);
      }
      if (rivals.empty()) continue;
      const std::string title = fmt::format("{}: {}", text_in(claim["finding"]), fmt::join(rivals, " / "));
      auto row = std::ranges::find(table.rows.begin() + first_row, table.rows.end(), title,
                                   [](const auto& cells) { return cells[0].text; });
      if (row == table.rows.end()) {
        row = table.rows.emplace(row, table.header.size());
        row->front().text = title;
      }
      (*row)[column].text = fmt::format("{} %", fmt::join(texts, " / "));
    }
  }
  return table;
}

TextTable variation_table(const Json& document) {
  TextTable table;
  table.title = "Variations: which verdicts they change";
  table.header = {"variation", "of", "verdicts", "changed"};
  for (const Json& variation : document["variations"]) {
    table.rows.push_back(
        {{text_in(variation["title"])},
         {text_in(variation["variation_of"])},
         {fmt::format("{}", variation["compared"].get<int>())},
         {variation["compared"] == 0 ? "not measured" : changes_text(variation["changes"])}});
  }
  return table;
}

TextTable comparison_table(const Json& claim, const Json& answer) {
  TextTable table;
  table.title = fmt::format("{}{} {}", setting_prefix(answer["setting"]), text_in(claim["finding"]),
                            text_in(claim["id"]));
  table.header = {"dataset",  "verdict", "compared",      "target", "runs",
                  "measured", "value",   "95 % interval", "answer"};
  for (const Json& verdict : answer["datasets"]) {
    std::string name = text_in(verdict["dataset"]);
    if (verdict["source"] != "file") name += " (stand-in)";
    for (const Json& comparison : verdict["comparisons"]) {
      std::string remark = text_in(comparison["answer"]);
      if (comparison.contains("remark")) remark += ": " + text_in(comparison["remark"]);
      std::string target =
          comparison.contains("target")
              ? fmt::format("{:g} of {}", comparison["target"].get<double>(), text_in(verdict["scale"]))
              : "";
      if (comparison.contains("split")) target = text_in(comparison["split"]);
      table.rows.push_back(
          {{name},
           {text_in(verdict["verdict"]) + (verdict["votes"].get<bool>() ? "" : " (no vote)")},
           {sides(comparison, [](const Json& method) { return text_in(method["label"]); })},
           {target},
           {sides(comparison,
                  [](const Json& method) {
                    return fmt::format("{}/{}", method["arrived"].get<int>(), method["runs"].get<int>());
                  })},
           {sides(comparison,
                  [](const Json& method) {
                    return method["measured"].is_null() ? "–" : value_text(method["measured"]);
                  })},
           {comparison.contains("value") ? value_text(comparison["value"]) : "–"},
           {comparison.contains("interval") ? interval_text(comparison["interval"]) : "–"},
           {remark}});
    }
  }
  return table;
}

}  // namespace descent
