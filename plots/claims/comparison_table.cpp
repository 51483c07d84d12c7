#include "plots/claims/comparison_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "plots/claims/verdict_table.hpp"
#include "plots/tables/time_entry.hpp"

namespace descent {
namespace {

std::string ratio_text(double value) {
  return std::isinf(value) ? "∞" : fmt::format("{:.3g}", value);
}

std::string slope_text(double value) {
  return fmt::format("{:.2f}", value);
}

/// Of counts, and of means of them.
std::string count_text(double value) {
  return fmt::format("{:.10g}", std::round(10 * value) / 10);
}

using NumberText = std::string (*)(double);

/// "3.2", or "> 3.2" and the like where the runs leave the value open.
std::string value_text(const Bounds& bounds, NumberText text) {
  if (bounds.is_exact()) return text(bounds.low);
  if (bounds.low == 0 && text != count_text) return std::isinf(bounds.high) ? "?" : "< " + text(bounds.high);
  if (std::isinf(bounds.high)) return "> " + text(bounds.low);
  return fmt::format("{} to {}", text(bounds.low), text(bounds.high));
}

std::string interval_text(const Bounds& bounds, NumberText text) {
  return fmt::format("[{}, {}]", text(bounds.low), text(bounds.high));
}

/// "0.0021", "–" without one.
std::string p_text(const std::optional<double>& p) {
  return p ? fmt::format("{:.2g}", *p) : "–";
}

std::string verdict_with_remark(const Comparison& cell) {
  std::string text(text_of(cell.verdict()));
  if (cell.verdict_with_setup() != cell.verdict())
    text += fmt::format(" (with setup: {})", text_of(cell.verdict_with_setup()));
  if (!cell.remark.empty()) text += ": " + cell.remark;
  return text;
}

/// What stands above a column, and in it for a comparison.
struct TextColumn {
  std::string header;
  std::function<std::string(const Comparison&)> text;
};

/// "0.021 : 0.34", the first method's text before the other's.
TextColumn side_by_side(const std::string& header,
                        const std::function<std::string(const ComparedMethod&)>& read) {
  return {header, [read](const Comparison& cell) {
            std::vector<std::string> texts;
            for (const ComparedMethod& method : cell.methods) texts.push_back(read(method));
            return fmt::format("{}", fmt::join(texts, " : "));
          }};
}

/// What was measured of each method, "528 : 607".
TextColumn measured(const std::string& header, const std::function<std::string(const Bounds&)>& text) {
  return side_by_side(header, [text](const ComparedMethod& method) {
    return method.measured ? text(*method.measured) : "–";
  });
}

TextColumn judged(const std::string& header, const std::function<std::string(const Judgement&)>& text) {
  return {header, [text](const Comparison& cell) {
            return cell.judgement ? text(*cell.judgement) : std::string("–");
          }};
}

TextColumn value(const std::string& header, NumberText text) {
  return judged(header,
                [=](const Judgement& judgement) { return value_text(judgement.estimate.value, text); });
}

/// "first outer iterations".
std::string words_of(std::string words) {
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string expected_text(const CountAssertion& count) {
  return count_text(count.expected) + (count.tolerance > 0 ? " ± " + count_text(count.tolerance) : "");
}

/// The columns of the claim's own numbers.
std::vector<TextColumn> own_columns(const Claim& claim) {
  const TextColumn labels =
      side_by_side(fmt::format("{}{}", claim.of_models ? "model" : "method", claim.others.empty() ? "" : "s"),
                   [](const ComparedMethod& method) { return method.label; });
  const TextColumn runs{claim.of_models ? "splits" : "runs",
                        [](const Comparison& cell) { return fmt::format("{}", cell.methods[0].runs); }};
  if (std::holds_alternative<RateAssertion>(claim.assertion))
    return {runs, measured("last F(w) - D*", bounds_text), value("slope", slope_text)};
  if (const auto* count = std::get_if<CountAssertion>(&claim.assertion)) {
    const std::string expected = expected_text(*count);
    return {labels,
            runs,
            {"expected", [=](const Comparison&) { return expected; }},
            value(words_of(count->count), count_text)};
  }
  if (const auto* fewer = std::get_if<FewerAssertion>(&claim.assertion)) {
    const auto text = [](const Bounds& bounds) { return value_text(bounds, count_text); };
    return {labels, runs, measured(words_of(fewer->count), text), value("difference", count_text)};
  }
  const auto* const times = std::get_if<FasterAssertion>(&claim.assertion);
  const auto nonzeros = [](const Bounds& bounds) { return fmt::format("{:.10g}", bounds.low); };
  return {labels,
          {std::string(formula_of(claim.targets.scale)),
           [](const Comparison& cell) { return fmt::format("{:g}", cell.target.value_or(0)); }},
          side_by_side("runs there",
                       [](const auto& method) { return fmt::format("{}/{}", method.arrived, method.runs); }),
          times ? measured(std::string(unit_text(times->in)), bounds_text) : measured("nonzeros", nonzeros),
          value("ratio", ratio_text)};
}

std::vector<TextColumn> columns_of(const Claim& claim) {
  std::vector<TextColumn> columns{{"dataset",
                                   [](const Comparison& cell) {
                                     return cell.split.empty() ? cell.dataset
                                                               : cell.dataset + ", " + cell.split;
                                   }},
                                  {"experiment", [](const Comparison& cell) { return cell.experiment; }}};
  const auto own = own_columns(claim);
  columns.insert(columns.end(), own.begin(), own.end());
  const bool is_rate = std::holds_alternative<RateAssertion>(claim.assertion);
  const NumberText text = is_rate ? slope_text : claim.targets.values.empty() ? count_text : ratio_text;
  columns.push_back(judged("95 % interval", [=](const Judgement& judgement) {
    return interval_text(judgement.estimate.interval, text);
  }));
  columns.push_back(judged("p", [](const Judgement& judgement) {
    return p_text(judgement.p ? std::optional(judgement.p->two_sided()) : std::nullopt);
  }));
  columns.push_back(judged("p (Holm)", [](const Judgement& judgement) { return p_text(judgement.holm_p); }));
  const auto* const times = std::get_if<FasterAssertion>(&claim.assertion);
  if (times && times->in == Axis::cpu_seconds)
    columns.push_back({"with setup", [](const Comparison& cell) -> std::string {
                         if (!cell.with_setup) return "–";
                         const auto& [ratio, interval] = cell.with_setup->estimate;
                         return value_text(ratio, ratio_text) + ' ' + interval_text(interval, ratio_text);
                       }});
  columns.push_back({"verdict", verdict_with_remark});
  return columns;
}

}  // namespace

TextTable comparison_table(const Claims& claims, const Claim& claim, const SettingAnswer& answer) {
  TextTable table;
  table.title =
      fmt::format("{} {}: {}", claim.finding, claim.id, fmt::join(names_of(claims, answer.setting), ", "));
  table.rows.resize(answer.cells.size());
  for (const TextColumn& column : columns_of(claim)) {
    table.header.push_back(column.header);
    for (std::size_t i = 0; i < answer.cells.size(); ++i)
      table.rows[i].push_back({column.text(answer.cells[i])});
  }
  return table;
}

std::string missing_text(const SettingAnswer& answer) {
  return answer.missing.empty()
             ? ""
             : fmt::format("no results of all methods: {}", fmt::join(answer.missing, ", "));
}

}  // namespace descent
