#include "plots/analysis/iterations.hpp"

#include <algorithm>
#include <cmath>

namespace descent {
namespace {

/// Number of misclassified rows from their share.
std::optional<std::uint64_t> count_of(const std::optional<double>& share, std::uint64_t rows) {
  if (!share || !std::isfinite(*share)) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(*share * static_cast<double>(rows)));
}

/// In regression an error is a mean square, not a share.
bool is_for_classes(const std::string& loss) {
  return !loss.ends_with("epsilon_insensitive") && loss != "squared";
}

}  // namespace

const std::vector<Column<IterationsRow>>& iterations_columns() {
  using R = IterationsRow;
  static const auto columns = with_key_columns<R>({
      column("seed", "", "as in the run files", &R::seed),
      column("status", "", "of the last row", &R::status),
      column("iterations", "updates", "of the run in all; of a method with two loops, inner ones",
             &R::iterations),
      column("outer_iterations", "iterations", "complete ones; empty for methods without them",
             &R::outer_iterations),
      column("first_outer_above", "updates",
             "at the checkpoint before the first outer iteration was complete", &R::first_outer_above),
      column("first_outer_within", "updates", "at the first checkpoint that saw it complete",
             &R::first_outer_within),
      column("train_rows", "rows", "of the dataset", &R::train_rows),
      column("train_errors", "rows", "on the wrong side of the last iterate; empty in regression",
             &R::train_errors),
      column("test_rows", "rows", "that were evaluated", &R::test_rows),
      column("test_errors", "rows", "on the wrong side; empty without a test set", &R::test_errors),
  });
  return columns;
}

IterationsRow iterations_row(const RunGroup& group, const std::vector<ResultRow>& run,
                             const ManifestDataset& dataset) {
  const ResultRow& last = run.back();
  IterationsRow row{group, last.seed, last.status, last.updates, last.outer_iterations};
  row.train_rows = dataset.rows;
  row.test_rows = dataset.test_rows;
  if (is_for_classes(group.loss)) {
    row.train_errors = count_of(last.train_error, dataset.rows);
    row.test_errors = count_of(last.test_error, dataset.test_rows);
  }
  const auto complete =
      std::ranges::find_if(run, [](const ResultRow& each) { return each.outer_iterations.value_or(0) > 0; });
  if (complete != run.end() && complete != run.begin()) {
    row.first_outer_above = (complete - 1)->updates;
    row.first_outer_within = complete->updates;
  }
  return row;
}

std::vector<IterationsRow> iterations_rows(const GroupedResults& results) {
  const auto any_outer = [](const RunGroup& group) {
    return std::ranges::any_of(group.runs,
                               [](const auto* run) { return run->back().outer_iterations.has_value(); });
  };
  if (std::ranges::none_of(results.groups, any_outer)) return {};
  std::vector<IterationsRow> rows;
  for (const RunGroup& group : results.groups) {
    for (const auto* run : group.runs)
      rows.push_back(iterations_row(group, *run, dataset_of(results.manifest, group)));
  }
  return rows;
}

}  // namespace descent
