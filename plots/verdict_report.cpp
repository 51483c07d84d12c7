#include "plots/verdict_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "plots/gnuplot_text.hpp"
#include "plots/text_table.hpp"

namespace descent {
namespace {

/// How numbers of a claim are written: slopes with two decimals, ratios with three digits.
class NumberText {
 public:
  explicit NumberText(const Claim& claim)
      : two_decimals_(std::holds_alternative<RateAssertion>(claim.assertion)) {}

  std::string operator()(double value) const {
    if (std::isinf(value)) return "∞";
    return two_decimals_ ? fmt::format("{:.2f}", value) : fmt::format("{:.3g}", value);
  }

  std::string interval(const Bounds& bounds) const {
    return fmt::format("[{}, {}]", (*this)(bounds.low), (*this)(bounds.high));
  }

  /// "3.2", or "> 3.2" and the like where the runs leave the value open.
  std::string value(const Bounds& bounds) const {
    if (bounds.low == bounds.high) return (*this)(bounds.low);
    if (bounds.low == 0) return std::isinf(bounds.high) ? "?" : "< " + (*this)(bounds.high);
    if (std::isinf(bounds.high)) return "> " + (*this)(bounds.low);
    return fmt::format("{} to {}", (*this)(bounds.low), (*this)(bounds.high));
  }

 private:
  bool two_decimals_;
};

std::string dataset_text(const ClaimCell& cell) {
  return cell.dataset + (cell.source == "stand-in" ? " (stand-in)" : "");
}

std::string verdict_with_remark(const ClaimCell& cell) {
  std::string text(text_of(cell.verdict));
  if (cell.estimate_with_setup && cell.verdict_with_setup != cell.verdict)
    text += fmt::format(" (with setup: {})", text_of(cell.verdict_with_setup));
  if (!cell.remark.empty()) text += ": " + cell.remark;
  return text;
}

bool is_rate(const Claim& claim) {
  return std::holds_alternative<RateAssertion>(claim.assertion);
}

bool is_about_time(const Claim& claim) {
  return std::holds_alternative<FasterAssertion>(claim.assertion);
}

/// Seconds and suboptimalities with three digits, counts with all.
std::string measured_text(const Claim& claim, const ComparedMethod& method) {
  if (!method.measured) return "–";
  const bool counted = std::holds_alternative<EqualSparsityAssertion>(claim.assertion);
  return counted ? fmt::format("{:.10g}", *method.measured) : fmt::format("{:.3g}", *method.measured);
}

/// "0.021 : 0.34", the first method's before the other's.
template <class Read>
std::string side_by_side(const ClaimCell& cell, Read read) {
  std::vector<std::string> texts;
  for (const ComparedMethod& method : cell.methods) texts.push_back(read(method));
  return fmt::format("{}", fmt::join(texts, " : "));
}

std::vector<std::string> header_of(const Claim& claim) {
  if (is_rate(claim)) return {"dataset", "runs", "last F(w) - D*", "slope", "95 % interval", "verdict"};
  std::vector<std::string> header{"dataset", "methods", "target", "runs there"};
  header.emplace_back(is_about_time(claim) ? "seconds" : "nonzeros");
  header.insert(header.end(), {"ratio", "95 % interval"});
  if (is_about_time(claim)) header.emplace_back("with setup");
  header.emplace_back("verdict");
  return header;
}

/// The cell's texts under that header.
std::vector<std::string> texts_of(const Claim& claim, const ClaimCell& cell) {
  const NumberText text(claim);
  std::vector<std::string> texts{dataset_text(cell)};
  if (is_rate(claim)) {
    texts.push_back(fmt::format("{}", cell.methods[0].runs));
  } else {
    texts.push_back(side_by_side(cell, [](const auto& method) { return method.label; }));
    texts.push_back(fmt::format("{:g}", cell.target.value_or(0)));
    texts.push_back(side_by_side(
        cell, [](const auto& method) { return fmt::format("{}/{}", method.arrived, method.runs); }));
  }
  texts.push_back(side_by_side(cell, [&](const auto& method) { return measured_text(claim, method); }));
  texts.push_back(cell.estimate ? text.value(cell.estimate->value) : "–");
  texts.push_back(cell.estimate ? text.interval(cell.estimate->interval) : "–");
  if (is_about_time(claim)) {
    const auto& estimate = cell.estimate_with_setup;
    texts.push_back(estimate ? text.value(estimate->value) + ' ' + text.interval(estimate->interval) : "–");
  }
  texts.push_back(verdict_with_remark(cell));
  return texts;
}

/// The numbers of a claim, a row for each cell that has results.
TextTable cell_table(const ClaimAnswer& answer) {
  TextTable table{answer.claim.id, header_of(answer.claim), {}};
  for (const ClaimCell& cell : answer.cells) {
    if (cell.experiment.empty()) continue;
    table.rows.emplace_back();
    for (std::string& text : texts_of(answer.claim, cell)) table.rows.back().push_back({std::move(text)});
  }
  return table;
}

/// "no results: ccat, a9a" for the datasets that lack results of a method; empty when there are none.
std::string gaps_text(const ClaimAnswer& answer) {
  std::vector<std::string> datasets;
  for (const ClaimCell& cell : answer.cells) {
    if (cell.experiment.empty() && std::ranges::find(datasets, cell.dataset) == datasets.end())
      datasets.push_back(cell.dataset);
  }
  return datasets.empty() ? "" : fmt::format("no results of all methods: {}", fmt::join(datasets, ", "));
}

/// The table in columns of equal width, indented.
std::string aligned(const TextTable& table) {
  std::vector<std::vector<std::string>> lines{table.header};
  for (const auto& row : table.rows) {
    lines.emplace_back();
    for (const TextTable::Cell& cell : row) lines.back().push_back(cell.text);
  }
  std::vector<std::size_t> widths(table.header.size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], letter_count(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    text += "   ";
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += ' ' + line[i];
      if (i + 1 < line.size()) text.append(widths[i] - letter_count(line[i]) + 1, ' ');
    }
    text += '\n';
  }
  return text;
}

/// "0.01 ✓ 3.2×", or "✓ slope -0.98".
std::string mark_text(const Claim& claim, const ClaimCell& cell) {
  const char* const mark = cell.verdict == Verdict::reproduced       ? "✓"
                           : cell.verdict == Verdict::not_reproduced ? "✗"
                                                                     : "?";
  if (!cell.estimate) {
    return cell.target ? fmt::format("{:g} {}", *cell.target, mark)
                       : fmt::format("{} ({})", mark, cell.remark);
  }
  const NumberText text(claim);
  const std::string value = text.value(cell.estimate->value);
  if (is_rate(claim))
    return fmt::format("{} slope {} {}", mark, value, text.interval(cell.estimate->interval));
  return fmt::format("{:g} {}{}", cell.target.value_or(0), mark, value == "?" ? "" : ' ' + value + "×");
}

/// Which of the claim's cells hold, a line for each dataset and method that it is compared with.
std::string where_it_holds(const ClaimAnswer& answer) {
  if (!answer.has_results) return answer.reason;
  std::vector<std::string> lines;
  std::string subject;
  for (const ClaimCell& cell : answer.cells) {
    if (cell.experiment.empty()) continue;
    std::string new_subject = dataset_text(cell);
    if (cell.methods.size() > 1) new_subject += ", " + cell.methods[1].label;
    const std::string mark = mark_text(answer.claim, cell);
    if (new_subject == subject) {
      lines.back() += ", " + mark;
    } else {
      lines.push_back(new_subject + ": " + mark);
    }
    subject = new_subject;
  }
  if (const std::string gaps = gaps_text(answer); !gaps.empty()) lines.push_back(gaps);
  for (std::string& line : lines) line = markdown_text(line);
  return fmt::format("{}", fmt::join(lines, "<br>"));
}

}  // namespace

std::string verdict_text(const Claims& claims, const VerdictSources& sources,
                         std::span<const ClaimAnswer> answers) {
  std::string text = fmt::format("{}\n{}; claims: {}; results: {}\n", claims.title, claims.source,
                                 sources.claims_file, fmt::join(sources.folders, ", "));
  for (const ClaimAnswer& answer : answers) {
    text += fmt::format("\n{} {}: {} ({})\n    {}\n", answer.claim.finding, answer.claim.id,
                        text_of(answer.verdict), answer.reason, answer.claim.statement);
    if (!answer.has_results) continue;
    text += aligned(cell_table(answer));
    if (const std::string gaps = gaps_text(answer); !gaps.empty()) text += "    " + gaps + '\n';
  }
  return text + '\n' + verdict_rules(claims) + '\n';
}

std::string verdict_markdown(const Claims& claims, const VerdictSources& sources,
                             std::span<const ClaimAnswer> answers) {
  std::string text =
      fmt::format("### {}\n\n| finding | claim | verdict | where it holds |\n|---|---|---|---|\n",
                  markdown_text(claims.title));
  for (const ClaimAnswer& answer : answers) {
    text +=
        fmt::format("| {} | {} | **{}** | {} |\n", markdown_text(answer.claim.finding),
                    markdown_text(answer.claim.statement), text_of(answer.verdict), where_it_holds(answer));
  }
  text += fmt::format(
      "\n✓ reproduced, ✗ not reproduced, ? undecided. {} Source: {}. Claims: `{}`; results: {}. Stand-ins "
      "are synthetic "
      "data.\n",
      markdown_text(verdict_rules(claims)), markdown_text(claims.source), sources.claims_file,
      fmt::join(sources.folders, ", "));
  text += "\n<details><summary>All comparisons</summary>\n";
  for (const ClaimAnswer& answer : answers) {
    if (answer.has_results) text += '\n' + to_markdown(cell_table(answer));
  }
  return text + "\n</details>\n";
}

}  // namespace descent
