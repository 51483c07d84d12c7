#include "plots/claims/verdict_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace descent {
namespace {

std::string counts_text(const SettingAnswer& answer) {
  std::set<std::string> datasets;
  std::set<std::string> decided;
  for (const Comparison& cell : answer.cells) {
    datasets.insert(cell.dataset);
    if (cell.verdict() != Verdict::undecided) decided.insert(cell.dataset);
  }
  const std::size_t against = answer.count(Verdict::not_reproduced);
  std::string text = fmt::format("{}/{}", answer.count(Verdict::reproduced), answer.cells.size());
  if (against > 0) text += fmt::format(", {} against", against);
  if (!decided.empty() && decided.size() < datasets.size())
    text += fmt::format(" ({} of {} datasets)", decided.size(), datasets.size());
  return text;
}

std::string_view mark_of(Verdict verdict) {
  if (verdict == Verdict::undecided) return "?";
  return verdict == Verdict::reproduced ? "✓" : "✗";
}

}  // namespace

VerdictTable verdict_table(const Answers& answers) {
  VerdictTable table;
  for (const ClaimAnswer& claim : answers.claims) {
    for (const SettingAnswer& each : claim.answers) {
      if (std::ranges::find(table.columns, each.setting) == table.columns.end())
        table.columns.push_back(each.setting);
    }
  }
  std::ranges::sort(table.columns, {}, [](const ClaimSetting& setting) {
    return std::tuple(setting.reading, !setting.protocol, setting.protocol, setting.source);
  });
  for (const ClaimAnswer& claim : answers.claims) {
    auto& row = table.rows.emplace_back();
    for (const ClaimSetting& column : table.columns) {
      const auto found = std::ranges::find(claim.answers, column, &SettingAnswer::setting);
      row.push_back(found == claim.answers.end() ? nullptr : &*found);
    }
  }
  return table;
}

std::vector<std::string> names_of(const Claims& claims, const ClaimSetting& setting) {
  std::vector<std::string> names;
  if (claims.readings.size() > 1) names.push_back(claims.readings[setting.reading].name);
  if (!claims.protocols.front().name.empty())
    names.push_back(setting.protocol ? claims.protocols[*setting.protocol].name : "–");
  names.emplace_back(setting.source == "file" ? "real" : setting.source);
  return names;
}

std::string entry_text(const SettingAnswer* answer, bool in_marks) {
  if (answer == nullptr) return "–";
  const auto text = [&](Verdict verdict) { return in_marks ? mark_of(verdict) : text_of(verdict); };
  std::string entry = fmt::format("{} {}", text(answer->verdict), counts_text(*answer));
  if (answer->with_setup && answer->with_setup != answer->verdict)
    entry += fmt::format(" (with setup{} {})", in_marks ? "" : ":", text(*answer->with_setup));
  return entry;
}

}  // namespace descent
