#include "plots/results/run_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "plots/results/manifest.hpp"
#include "support/errors.hpp"

namespace descent {
namespace {

/// Wider than what a run is held against when it is carried out: what passed there passes here.
constexpr double rounding = 1e-10;

/// What is the same in every row of a run.
auto identity(const ResultRow& row) {
  return std::tie(row.experiment, row.dataset, row.source, row.loss, row.regularizer, row.lambda, row.method,
                  row.variant, row.seed, row.run_id, row.form, row.l2_factor, row.weighting);
}

void check_bound(const ResultRow& row) {
  if (!row.objective || !row.lower_bound || !std::isfinite(*row.objective)) return;
  const double scale = std::max(std::abs(*row.objective), std::abs(*row.lower_bound));
  if (*row.objective < *row.lower_bound - rounding * scale) {
    throw ResultFileError(fmt::format("objective: {:.17g} lies below the certified lower bound {:.17g}",
                                      *row.objective, *row.lower_bound));
  }
  const double above = *row.objective - *row.lower_bound;
  if (row.suboptimality && !(std::abs(*row.suboptimality - above) <= rounding * scale)) {
    throw ResultFileError(fmt::format(
        "suboptimality: expected {:.17g} (objective - lower_bound), got {:.17g}", above, *row.suboptimality));
  }
}

}  // namespace

std::vector<ResultRow> read_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = run_file(folder, id);
  std::vector<ResultRow> rows = read_rows(file);
  if (rows.front().run_id != id)
    throw ResultFileError(fmt::format("{}: holds the run {}", file.string(), rows.front().run_id));
  for (const ResultRow& row : rows) {
    if (identity(row) != identity(rows.front())) {
      throw ResultFileError(fmt::format("{}: checkpoint {} is of another run than checkpoint 0",
                                        file.string(), row.checkpoint));
    }
    try {
      check_bound(row);
    } catch (const ResultFileError& error) {
      throw ResultFileError(
          fmt::format("{}: checkpoint {}: {}", file.string(), row.checkpoint, error.what()));
    }
  }
  return rows;
}

}  // namespace descent
