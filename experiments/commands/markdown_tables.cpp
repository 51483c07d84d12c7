#include "experiments/commands/markdown_tables.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/optima/certified_optimum.hpp"
#include "experiments/solve/method_choice.hpp"
#include "plots/analysis/geometric_mean.hpp"
#include "plots/analysis/iterations.hpp"
#include "plots/analysis/performance_profile.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/results/curves.hpp"
#include "plots/tables/table_files.hpp"
#include "solvers/contract/method.hpp"
#include "support/ranges.hpp"
#include "support/records/crossvalidation_rows.hpp"
#include "support/records/manifest.hpp"
#include "support/records/result_schema.hpp"
#include "support/records/run_file.hpp"
#include "support/records/trial_rows.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// "`tron` (tolerance=0) up to 3,000 columns"
std::string solver_text(const ReferenceSolver& solver) {
  const auto options = mapped(solver.options, [](const auto& option) {
    return fmt::format("{}={}", option.first, to_string(option.second));
  });
  std::string text = fmt::format("`{}`", solver.method);
  if (!options.empty()) text += fmt::format(" ({})", fmt::join(options, ", "));
  if (solver.most_columns == std::numeric_limits<Index>::max()) return text;
  const auto most = with_thousands(static_cast<std::uint64_t>(solver.most_columns));
  if (solver.fewest_columns <= 1) return fmt::format("{} up to {} columns", text, most);
  return fmt::format("{} from {} to {} columns", text,
                     with_thousands(static_cast<std::uint64_t>(solver.fewest_columns)), most);
}

std::string certifying_solvers(LossKind loss, RegularizerKind regularizer) {
  return fmt::format("{}", fmt::join(mapped(reference_solvers(loss, regularizer), solver_text), "; "));
}

std::string chosen_methods(LossKind loss, RegularizerKind regularizer) {
  std::vector<std::string> choices;
  for (const MethodRule& rule : method_rules(loss, regularizer, false)) {
    const bool is_last = rule.when.text.empty();  // later rules are for a free intercept
    choices.push_back(fmt::format("`{}`{}{}", rule.method, is_last ? "" : " ", rule.when.text));
    if (is_last) break;
  }
  return fmt::format("{}", fmt::join(choices, "; else "));
}

template <class Row>
std::vector<ColumnText> texts_of(const std::vector<Column<Row>>& columns) {
  return mapped(columns, [](const Column<Row>& column) {
    return ColumnText{column.name, column.unit, column.description};
  });
}

/// Adds the fields of the records in a list, as "datasets[].name".
template <class Record>
void add_fields(const std::string& list, std::vector<ColumnText>& texts) {
  for (const Field<Record>& field : fields_of<Record>())
    texts.push_back({fmt::format("{}[].{}", list, field.name), field.unit, field.description});
}

std::vector<ColumnText> fields_of_manifest() {
  std::vector<ColumnText> texts = texts_of(fields_of<Manifest>());
  add_fields<ManifestDataset>("datasets", texts);
  add_fields<ManifestMethod>("methods", texts);
  add_fields<ManifestOptimum>("references", texts);
  add_fields<ManifestLambda>("lambdas", texts);
  add_fields<ManifestConstant>("constants", texts);
  add_fields<ManifestRun>("runs", texts);
  add_fields<LeftOutOfPlan>("left_out", texts);
  return texts;
}

}  // namespace

std::string key_items() {
  std::string items;
  for (const Field<Config>& key : config_keys())
    items += fmt::format("- `{}`{}: {}\n", key.name, key.is_required ? " (required)" : "",
                         markdown_text(key.description));
  return items;
}

std::string problem_table() {
  using TextAndLosses = std::pair<std::string, std::vector<std::string_view>>;
  std::string table = "| regulariser | losses | certified by | `solve` chooses |\n|---|---|---|---|\n";
  for (const RegularizerDescription& regularizer : regularizers()) {
    std::vector<TextAndLosses> lines;
    for (const LossDescription& loss : losses()) {
      const std::string text = fmt::format("{} | {}", certifying_solvers(loss.kind, regularizer.kind),
                                           chosen_methods(loss.kind, regularizer.kind));
      auto line = std::ranges::find(lines, text, &TextAndLosses::first);
      if (line == lines.end()) line = lines.insert(line, {text, {}});
      line->second.push_back(loss.name);
    }
    for (const auto& [text, names] : lines)
      if (text != " | ")
        table += fmt::format("| `{}` | `{}` | {} |\n", regularizer.name, fmt::join(names, "`, `"), text);
  }
  return table;
}

const std::vector<ResultFile>& result_files() {
  static const std::vector<ResultFile> files{{"run", texts_of(result_columns())},
                                             {"curves", texts_of(curve_columns())},
                                             {"time_to_target", texts_of(time_to_target_columns())},
                                             {"performance_profile", texts_of(profile_columns())},
                                             {"geometric_mean", texts_of(geometric_mean_columns())},
                                             {"iterations", texts_of(iterations_columns())},
                                             {"splits", texts_of(crossvalidation_columns())},
                                             {"tuning", texts_of(trial_columns())},
                                             {"manifest", fields_of_manifest()},
                                             {"provenance", texts_of(fields_of<RunProvenance>())}};
  return files;
}

}  // namespace descent
