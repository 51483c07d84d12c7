#include "plots/tables/conditions_table.hpp"

#include <optional>
#include <string>

#include "plots/labels/condition_sentences.hpp"
#include "plots/tables/table_files.hpp"
#include "support/records/csv_table.hpp"

namespace descent {
namespace {

struct ConditionRow : MethodOnProblem {
  std::string condition;
  std::string detail;
  std::optional<std::uint64_t> runs;
  std::optional<std::uint64_t> of_runs;
  std::optional<double> excess;
};

const std::vector<Column<ConditionRow>>& condition_columns() {
  using R = ConditionRow;
  constexpr auto description = "as in the run files";
  static const std::vector<Column<R>> columns{
      column("dataset", "", description, &R::dataset),
      column("loss", "", description, &R::loss),
      column("regularizer", "", description, &R::regularizer),
      column("lambda", "", description, &R::lambda, Digits::seventeen),
      column("method", "", "as in the run files; empty: all methods", &R::method),
      column("variant", "", description, &R::variant),
      column("condition", "", "what the numbers cannot be read without", &R::condition),
      column("detail", "", "the constant with its value, or other particulars", &R::detail),
      column("runs", "runs", "that it holds for; empty: it holds for all numbers", &R::runs),
      column("of_runs", "runs", "those that are planned or done", &R::of_runs),
      column("excess", "", "the largest (F(w) − F(w*))/F(w*) where runs ended above the certified optimum",
             &R::excess),
  };
  return columns;
}

}  // namespace

std::vector<std::filesystem::path> write_conditions(const DrawnFolder& folder, const Manifest& manifest) {
  std::vector<ConditionRow> rows;
  for (const Condition& condition : manifest.conditions) {
    ConditionRow& row = rows.emplace_back();
    static_cast<ProblemKey&>(row) = condition.problem;
    if (condition.method < manifest.methods.size()) {
      row.method = manifest.methods[condition.method].name;
      row.variant = manifest.methods[condition.method].variant;
    }
    row.condition = heading_of(condition.kind);
    row.detail = condition.detail;
    if (condition.of_runs > 0) {
      row.runs = condition.runs;
      row.of_runs = condition.of_runs;
    }
    if (condition.excess > 0) row.excess = condition.excess;
  }
  if (rows.empty()) return {};
  return write_tables(folder, {.name = "conditions", .csv = csv_text(condition_columns(), rows)});
}

}  // namespace descent
