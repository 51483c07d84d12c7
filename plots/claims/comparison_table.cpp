#include "plots/claims/comparison_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "plots/claims/verdict_table.hpp"
#include "plots/tables/time_entry.hpp"

namespace descent {
namespace {

bool is_about_counts(const Claim& claim) {
  return std::holds_alternative<CountAssertion>(claim.assertion) ||
         std::holds_alternative<FewerAssertion>(claim.assertion);
}

/// How numbers of a claim are written: slopes with two decimals, counts and their means with one at most,
/// ratios with three digits.
class NumberText {
 public:
  explicit NumberText(const Claim& claim)
      : two_decimals_(std::holds_alternative<RateAssertion>(claim.assertion)),
        one_decimal_(is_about_counts(claim)) {}

  std::string operator()(double value) const {
    if (std::isinf(value)) return "∞";
    if (one_decimal_) return fmt::format("{:.10g}", std::round(10 * value) / 10);
    return two_decimals_ ? fmt::format("{:.2f}", value) : fmt::format("{:.3g}", value);
  }

  std::string interval(const Bounds& bounds) const {
    return fmt::format("[{}, {}]", (*this)(bounds.low), (*this)(bounds.high));
  }

  /// "3.2", or "> 3.2" and the like where the runs leave the value open.
  std::string value(const Bounds& bounds) const {
    if (bounds.is_exact()) return (*this)(bounds.low);
    if (bounds.low == 0 && !one_decimal_) return std::isinf(bounds.high) ? "?" : "< " + (*this)(bounds.high);
    if (std::isinf(bounds.high)) return "> " + (*this)(bounds.low);
    return fmt::format("{} to {}", (*this)(bounds.low), (*this)(bounds.high));
  }

 private:
  bool two_decimals_;
  bool one_decimal_;
};

std::string verdict_with_remark(const Comparison& cell) {
  std::string text(text_of(cell.verdict()));
  if (cell.with_setup && cell.with_setup->verdict != cell.verdict())
    text += fmt::format(" (with setup: {})", text_of(cell.with_setup->verdict));
  if (!cell.remark.empty()) text += ": " + cell.remark;
  return text;
}

/// "0.0021", "–" without one.
std::string p_text(const std::optional<double>& p) {
  return p ? fmt::format("{:.2g}", *p) : "–";
}

bool is_rate(const Claim& claim) {
  return std::holds_alternative<RateAssertion>(claim.assertion);
}

/// What a claim about time or work counts; empty for another one.
std::optional<Axis> unit_of(const Claim& claim) {
  const auto* const times = std::get_if<FasterAssertion>(&claim.assertion);
  return times ? std::optional(times->in) : std::nullopt;
}

bool is_about_time(const Claim& claim) {
  return unit_of(claim) == Axis::cpu_seconds;
}

/// Seconds and suboptimalities with three digits, counts with all.
std::string measured_text(const Claim& claim, const ComparedMethod& method) {
  if (!method.measured) return "–";
  if (is_about_counts(claim)) return NumberText(claim).value(*method.measured);
  if (std::holds_alternative<EqualSparsityAssertion>(claim.assertion))
    return fmt::format("{:.10g}", method.measured->low);  // it is exact where there is one
  return bounds_text(*method.measured);
}

/// "0.021 : 0.34", the first method's before the other's.
template <class Read>
std::string side_by_side(const Comparison& cell, Read read) {
  std::vector<std::string> texts;
  for (const ComparedMethod& method : cell.methods) texts.push_back(read(method));
  return fmt::format("{}", fmt::join(texts, " : "));
}

/// "first outer iterations".
std::string words_of(CountKind kind) {
  std::string words(name_of(kind));
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string count_title(const Claim& claim, const char* of_methods, const char* of_models) {
  return is_about_models(claim) ? of_models : of_methods;
}

/// What was measured, "528 : 607", the first method's before the other's; or what a count is expected to be,
/// "435 ± 43".
std::string numbers_text(const Claim& claim, const Comparison& cell) {
  if (const auto* count = std::get_if<CountAssertion>(&claim.assertion)) {
    const NumberText text(claim);
    return text(count->expected) + (count->tolerance > 0 ? " ± " + text(count->tolerance) : "");
  }
  return side_by_side(cell, [&](const auto& method) { return measured_text(claim, method); });
}

std::vector<std::string> header_of(const Claim& claim) {
  std::vector<std::string> header{"dataset", "experiment"};
  if (is_rate(claim)) {
    header.insert(header.end(), {"runs", "last F(w) - D*", "slope"});
  } else if (const auto* count = std::get_if<CountAssertion>(&claim.assertion)) {
    header.insert(header.end(), {count_title(claim, "method", "model"), count_title(claim, "runs", "splits"),
                                 "expected", words_of(count->count)});
  } else if (const auto* fewer = std::get_if<FewerAssertion>(&claim.assertion)) {
    header.insert(header.end(), {count_title(claim, "methods", "models"),
                                 count_title(claim, "runs", "splits"), words_of(fewer->count), "difference"});
  } else {
    header.insert(header.end(),
                  {"methods", std::string(formula_of(targets_of(claim)->scale)), "runs there",
                   std::string(unit_of(claim) ? unit_text(*unit_of(claim)) : "nonzeros"), "ratio"});
  }
  header.insert(header.end(), {"95 % interval", "p", "p (Holm)"});
  if (is_about_time(claim)) header.emplace_back("with setup");
  header.emplace_back("verdict");
  return header;
}

/// The cell's texts under that header.
std::vector<std::string> texts_of(const Claim& claim, const Comparison& cell) {
  const NumberText text(claim);
  std::vector<std::string> texts{cell.split.empty() ? cell.dataset : cell.dataset + ", " + cell.split,
                                 cell.experiment};
  const auto label = [](const ComparedMethod& method) { return method.label; };
  if (is_rate(claim)) {
    texts.push_back(fmt::format("{}", cell.methods[0].runs));
  } else if (is_about_counts(claim)) {
    texts.push_back(side_by_side(cell, label));
    texts.push_back(fmt::format("{}", cell.methods[0].runs));
  } else {
    texts.push_back(side_by_side(cell, label));
    texts.push_back(fmt::format("{:g}", cell.target.value_or(0)));
    texts.push_back(side_by_side(
        cell, [](const auto& method) { return fmt::format("{}/{}", method.arrived, method.runs); }));
  }
  texts.push_back(numbers_text(claim, cell));
  if (const auto& judgement = cell.judgement) {
    texts.push_back(text.value(judgement->estimate.value));
    texts.push_back(text.interval(judgement->estimate.interval));
    texts.push_back(p_text(judgement->p ? std::optional(judgement->p->two_sided()) : std::nullopt));
    texts.push_back(p_text(judgement->holm_p));
  } else {
    texts.insert(texts.end(), 4, "–");
  }
  if (is_about_time(claim)) {
    texts.emplace_back("–");
    if (cell.with_setup) {
      const Estimate& estimate = cell.with_setup->estimate;
      texts.back() = text.value(estimate.value) + ' ' + text.interval(estimate.interval);
    }
  }
  texts.push_back(verdict_with_remark(cell));
  return texts;
}

}  // namespace

TextTable comparison_table(const Claims& claims, const Claim& claim, const SettingAnswer& answer) {
  const std::string title =
      fmt::format("{} {}: {}", claim.finding, claim.id, fmt::join(names_of(claims, answer.setting), ", "));
  TextTable table{title, header_of(claim), {}};
  for (const Comparison& cell : answer.cells) {
    table.rows.emplace_back();
    for (std::string& text : texts_of(claim, cell)) table.rows.back().push_back({std::move(text)});
  }
  return table;
}

std::string missing_text(const SettingAnswer& answer) {
  return answer.missing.empty()
             ? ""
             : fmt::format("no results of all methods: {}", fmt::join(answer.missing, ", "));
}

}  // namespace descent
