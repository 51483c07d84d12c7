// Tables from the JSON of verdicts (verdict.hpp).

#include "plots/claims/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "plots/analysis/bootstrap.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

/// Three digits, or all digits of a whole number.
std::string number_text(double number) {
  if (std::isinf(number)) return "∞";
  const bool is_count = number == std::round(number) && std::abs(number) < 1e9;
  return fmt::format("{:.{}g}", number, is_count ? 9 : 3);
}

/// Bounds with null as ∞: no estimate has the end −∞.
Bounds bounds_in(const JsonPlace& place) {
  const auto ends = place.elements(2, 2);
  const auto end = [](const JsonPlace& each) { return each.value().is_null() ? infinity : each.number(); };
  return {end(ends[0]), end(ends[1])};
}

/// "3.2", "2 to 3". With an unknown end a time is "< 3" or "> 3.2", another number "0 to 3" or "≥ 3.2".
std::string value_text(const JsonPlace& place, bool is_time) {
  const auto [low, high] = bounds_in(place);
  if (low == high) return number_text(low);
  if (std::isinf(high)) return low == 0 ? "?" : (is_time ? "> " : "≥ ") + number_text(low);
  return is_time && low == 0 ? "< " + number_text(high)
                             : fmt::format("{} to {}", number_text(low), number_text(high));
}

std::string interval_text(const JsonPlace& place) {
  const auto [low, high] = bounds_in(place);
  return fmt::format("[{}, {}]", number_text(low), number_text(high));
}

/// "holds / mixed"; empty if the claim is not about the dataset, "–" without results.
std::string entry_text(const JsonPlace& place, std::size_t settings) {
  const auto entries = place.elements(settings);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < settings; ++i) {
    if (entries[i].value().is_null()) return "";
    texts.push_back(entries[i].text());
  }
  const bool all_without = std::ranges::all_of(texts, [](const std::string& each) { return each == "–"; });
  return all_without ? "–" : fmt::format("{}", fmt::join(texts, " / "));
}

/// "(1) L2: mixed → fails on a9a, ijcnn1; …", grouped by change.
std::string changes_text(const JsonPlace& changes) {
  std::vector<std::pair<std::string, std::string>> groups;  // a change and its datasets
  for (const JsonPlace& change : changes.elements()) {
    const std::string text = fmt::format("{}: {} → {}", change.at("finding").text(), change.at("from").text(),
                                         change.at("to").text());
    const auto known = std::ranges::find(groups, text, &std::pair<std::string, std::string>::first);
    if (known == groups.end())
      groups.emplace_back(text, change.at("dataset").text());
    else
      known->second += ", " + change.at("dataset").text();
  }
  std::vector<std::string> texts;
  for (const auto& [change, datasets] : groups) texts.push_back(change + " on " + datasets);
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, "; "));
}

template <class Text>
std::string joined(const JsonPlace& place, const char* separator, Text text_of) {
  return fmt::format("{}", fmt::join(place.list(text_of), separator));
}

std::int64_t count_in(const JsonPlace& place) {
  return place.integer(0, std::numeric_limits<std::int64_t>::max());
}

/// A first column and a column for each dataset.
std::vector<std::string> dataset_columns(const JsonPlace& overview, const std::string& first) {
  std::vector<std::string> names = overview.at("datasets").list(&JsonPlace::text);
  names.insert(names.begin(), first);
  return names;
}

}  // namespace

std::string setting_prefix(const JsonPlace& setting) {
  return setting.text().empty() ? "" : setting.text() + ": ";
}

TextTable summary_table(const JsonPlace& document) {
  TextTable table;
  const auto summary = document.find("summary");
  if (!summary) return table;
  table.header = summary->at("columns").list(&JsonPlace::text);
  const std::size_t columns = table.header.size();
  table.header.insert(table.header.begin(), summary->at("title").text());
  for (const JsonPlace& row : summary->at("rows").elements()) {
    auto& cells = table.rows.emplace_back();
    cells.push_back({row.at("title").text()});
    for (const JsonPlace& cell : row.at("cells").elements(columns, columns)) cells.push_back({cell.text()});
  }
  return table;
}

TextTable overview_table(const JsonPlace& document) {
  const JsonPlace overview = document.at("overview");
  const std::size_t settings = overview.at("settings").elements().size();
  TextTable table;
  table.header = dataset_columns(overview, "finding");
  const std::size_t datasets = table.header.size() - 1;
  table.header.emplace_back("holds on");
  for (const JsonPlace& row : overview.at("rows").elements()) {
    auto& cells = table.rows.emplace_back();
    const std::string statement = row.at("statement").text();
    cells.push_back({fmt::format("{}: {}", row.at("finding").text(),
                                 statement.size() > longest_statement ? row.at("id").text() : statement)});
    for (const JsonPlace& entries : row.at("entries").elements(datasets, datasets))
      cells.push_back({entry_text(entries, settings)});
    cells.push_back({fmt::format("{}", fmt::join(row.at("totals").list(&JsonPlace::text, settings), " / "))});
  }
  return table;
}

TextTable variation_table(const JsonPlace& document) {
  TextTable table;
  table.title = "Variations: which verdicts they change";
  table.header = {"variation", "of", "verdicts", "changed"};
  for (const JsonPlace& variation : document.at("variations").elements())
    table.rows.push_back(
        {{variation.at("title").text()},
         {variation.at("variation_of").text()},
         {fmt::format("{}", count_in(variation.at("compared")))},
         {count_in(variation.at("compared")) == 0 ? "not measured" : changes_text(variation.at("changes"))}});
  return table;
}

TextTable comparison_table(const JsonPlace& claim, const JsonPlace& answer) {
  TextTable table;
  table.title = fmt::format("{}{} {}", setting_prefix(answer.at("setting")), claim.at("finding").text(),
                            claim.at("id").text());
  table.header = {"dataset",  "verdict", "compared",      "target", "runs",
                  "measured", "value",   "95 % interval", "answer"};
  const bool is_time = claim.at("kind").text() == "faster";
  if (const auto range = claim.find("range"); range && is_time) {
    const auto ends = range->elements(2, 2);
    const auto text_of = [](const JsonPlace& end) {
      return end.value().is_null() ? "–" : number_text(end.number());
    };
    table.title += fmt::format(", stated [{}, {}]", text_of(ends[0]), text_of(ends[1]));
  }
  for (const JsonPlace& verdict : answer.at("datasets").elements()) {
    std::string name = verdict.at("dataset").text();
    if (verdict.at("source").text() != "file") name += " (stand-in)";
    for (const JsonPlace& comparison : verdict.at("comparisons").elements()) {
      std::string remark = comparison.at("answer").text();
      if (comparison.find("remark")) remark += ": " + comparison.at("remark").text();
      std::string target =
          comparison.find("target")
              ? fmt::format("{:g} of {}", comparison.at("target").number(), verdict.at("scale").text())
              : "";
      if (comparison.find("split")) target = comparison.at("split").text();
      table.rows.push_back({{name},
                            {verdict.at("verdict").text() + (verdict.at("votes").flag() ? "" : " (no vote)")},
                            {joined(comparison.at("methods"), " : ",
                                    [](const JsonPlace& method) { return method.at("label").text(); })},
                            {target},
                            {joined(comparison.at("methods"), " : ",
                                    [](const JsonPlace& method) {
                                      return fmt::format("{}/{}", count_in(method.at("arrived")),
                                                         count_in(method.at("runs")));
                                    })},
                            {joined(comparison.at("methods"), " : ",
                                    [&](const JsonPlace& method) {
                                      return method.at("measured").value().is_null()
                                                 ? "–"
                                                 : value_text(method.at("measured"), is_time);
                                    })},
                            {comparison.find("value") ? value_text(comparison.at("value"), is_time) : "–"},
                            {comparison.find("interval") ? interval_text(comparison.at("interval")) : "–"},
                            {remark}});
    }
  }
  return table;
}

}  // namespace descent
