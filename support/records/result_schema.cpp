#include "support/records/result_schema.hpp"

#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "support/ranges.hpp"

namespace descent {
namespace run_status {

std::string failed(std::string_view reason) {
  return fmt::format("{}{}", failed_prefix, reason);
}

bool is_failed(std::string_view status) {
  return status.starts_with(failed_prefix);
}

bool is_own_end(std::string_view status) {
  return status == converged || status == stopped || status == stalled || status == limit;
}

bool is_cut_off(std::string_view status) {
  return status == budget || status == target;
}

bool contradicts_certificate(std::string_view status) {
  return is_failed(status) && status.substr(failed_prefix.size()).starts_with(contradiction_prefix);
}

}  // namespace run_status

namespace {

void read_status(ResultRow& row, const std::string& field) {
  using namespace run_status;
  constexpr std::array known{running, budget, target, converged, stopped, stalled, limit, diverged};
  if (!contains(known, field) && !is_failed(field))
    throw ResultFileError("expected {} or '{}<reason>', got '{}'", fmt::join(known, ", "), failed_prefix,
                          shown(field));
  row.status = field;
}

/// Checks the range of each number of a row. If the objective is not finite, neither is w, and numbers
/// computed from w may be anything.
void check_ranges(const ResultRow& row) {
  const auto require = [](const char* name, const std::optional<double>& value, const char* expected,
                          const auto& is_possible) {
    if (value && !is_possible(*value))
      throw ResultFileError("{}: expected {}, got {}", name, expected, *value);
  };
  const auto is_share = [](double value) { return value >= 0 && value <= 1; };
  require("density", row.density, "a share from 0 to 1", is_share);
  require("support_recall", row.support_recall, "a share from 0 to 1", is_share);
  require("support_false", row.support_false, "a share from 0 to 1", is_share);
  const auto is_number = [](double value) { return std::isfinite(value); };
  require("lower_bound", row.lower_bound, "a finite number", is_number);
  require("dual_value", row.dual_value, "a finite number", is_number);
  const bool has_finite_w = row.objective && std::isfinite(*row.objective);
  const auto is_size = [&](double value) { return !has_finite_w || value >= 0; };
  require("train_error", row.train_error, "a number that is not negative", is_size);
  require("test_error", row.test_error, "a number that is not negative", is_size);
  require("primal_residual", row.primal_residual, "a number that is not negative", is_size);
  require("dual_residual", row.dual_residual, "a number that is not negative", is_size);
  if (row.suboptimality && !row.lower_bound)
    throw ResultFileError("suboptimality: there is none without a lower bound");
  require("suboptimality", row.suboptimality, "a finite number",
          [&](double value) { return !has_finite_w || std::isfinite(value); });
  if (row.nonzeros && row.density && (*row.nonzeros > 0) != (*row.density > 0))
    throw ResultFileError("density: {} of {} nonzeros", *row.density, *row.nonzeros);
  if (row.l2_factor && !(*row.l2_factor > 0 && std::isfinite(*row.l2_factor)))
    throw ResultFileError("l2_factor: expected a number > 0, got {}", *row.l2_factor);
  if (row.form != "mean" && row.form != "sum")
    throw ResultFileError("form: expected mean or sum, got '{}'", shown(row.form));
}

/// Time and work do not go back from one row of a run to the next, and the best bound gets no worse.
void check_order(const ResultRow& before, const ResultRow& row) {
  const auto require = [](const char* name, const auto& earlier, const auto& later) {
    if (later < earlier) throw ResultFileError("{}: {} is less than in the row before", name, later);
  };
  require("cpu_seconds", before.cpu_seconds, row.cpu_seconds);
  require("wall_seconds", before.wall_seconds, row.wall_seconds);
  require("passes", before.passes, row.passes);
  require("updates", before.updates, row.updates);
  require("entries_touched", before.entries_touched, row.entries_touched);
  if (before.outer_iterations && row.outer_iterations)
    require("outer_iterations", *before.outer_iterations, *row.outer_iterations);
  if (before.rounds && row.rounds) require("rounds", *before.rounds, *row.rounds);
  if (before.bytes_sent && row.bytes_sent) require("bytes_sent", *before.bytes_sent, *row.bytes_sent);
  if (before.dual_value && row.dual_value) require("dual_value", *before.dual_value, *row.dual_value);
}

/// Checks that rows are a run: checkpoints count up, time and work never decrease, and only the last row has
/// a final status.
void check_run_row(std::span<const ResultRow> rows, std::size_t i) {
  const ResultRow& row = rows[i];
  if (row.checkpoint != i) throw ResultFileError("checkpoint: expected {}, got {}", i, row.checkpoint);
  if (i > 0) check_order(rows[i - 1], row);
  check_ranges(row);
  const bool last = i + 1 == rows.size();
  if (i > 0 && run_status::is_failed(row.status))
    throw ResultFileError("status: a run that failed has one row");
  if (!last && row.status != run_status::running) {
    throw ResultFileError("status: expected '{}' before the run's last row, got '{}'", run_status::running,
                          shown(row.status));
  }
  if (last && row.status == run_status::running) {
    throw ResultFileError("status: the last row says '{}': the run is not complete", row.status);
  }
}

}  // namespace

const std::vector<Column<ResultRow>>& result_columns() {
  using R = ResultRow;
  static const std::vector<Column<R>> columns{
      column("experiment", "", "name of the config", &R::experiment),
      column("dataset", "", "name in the catalogue, or the file's path", &R::dataset),
      column("source", "", "file, or stand-in: synthetic rows", &R::source),
      column("loss", "", "loss ℓ", &R::loss),
      column("regularizer", "", "regulariser R", &R::regularizer),
      column("lambda", "", "λ as a number", &R::lambda, Digits::seventeen),
      column("method", "", "name of the method", &R::method),
      column("variant", "", "options that tell entries of one method apart", &R::variant),
      column("seed", "", "of the run's random numbers", &R::seed),
      column("checkpoint", "", "row of the run; 0 is w = 0", &R::checkpoint),
      column("cpu_seconds", "s",
             "CPU time so far, without setup and evaluation; since its start if the method restarts at each "
             "checkpoint",
             &R::cpu_seconds),
      column("wall_seconds", "s", "wall time of the same work", &R::wall_seconds),
      column("setup_seconds", "s",
             "CPU time of the method's setup; of an external program: to start and to load, in each call",
             &R::setup_seconds),
      column("passes", "passes", "entries_touched, divided by the stored entries of the training rows",
             &R::passes),
      column("updates", "updates", "steps so far: along a coordinate, a row or all of w", &R::updates),
      column("objective", "", "F(w) = λ R(w) + mean or sum of ℓ over the training rows", &R::objective,
             Digits::seventeen),
      column("lower_bound", "", "D*, the certified lower bound of min F", &R::lower_bound, Digits::seventeen),
      column("suboptimality", "", "objective − lower_bound", &R::suboptimality, Digits::seventeen),
      column("nonzeros", "weights", "weights that are not exactly 0", &R::nonzeros),
      column("density", "", "share of nonzero weights, 0 to 1", &R::density),
      column("train_error", "", "share of misclassified training rows, or mean squared error",
             &R::train_error),
      column("test_error", "", "the same on the test rows", &R::test_error),
      {"status", "",
       "running; in a run's last row budget, target, converged, stopped, stalled, limit, diverged or "
       "failed: reason",
       [](const R& row) { return field_text(row.status, Digits::shortest); }, read_status},
      column("dual_value", "", "best lower bound that the run itself has proven", &R::dual_value,
             Digits::seventeen),
      column("support_recall", "", "l1: share of the optimum's nonzero weights that are nonzero in w",
             &R::support_recall),
      column("support_false", "", "l1: share of w's nonzero weights that are zero in the optimum",
             &R::support_false),
      column(
          "primal_residual", "",
          "norm of the difference of the method's two copies of the weights, after its last outer iteration",
          &R::primal_residual),
      column("dual_residual", "", "norm of the dual residual then", &R::dual_residual),
      column("outer_iterations", "iterations", "complete outer iterations, if the method has them",
             &R::outer_iterations),
      column("entries_touched", "entries", "stored entries touched so far: replay steps by them",
             &R::entries_touched),
      column("run_id", "", "names runs/RUN_ID.csv and provenance/RUN_ID.json", &R::run_id),
      column("form", "", "of λ, objective and bounds: mean or sum of the losses", &R::form),
      column("l2_factor", "", "l2: factor of ‖w‖² in R, 0.5 or 1", &R::l2_factor),
      column("weighting", "", "weights of the training rows' losses; empty: all are 1", &R::weighting),
      column("processes", "processes",
             "processes of a distributed method; cpu_seconds are of all, wall_seconds of the slowest",
             &R::processes),
      column("rounds", "rounds", "sums over all processes so far", &R::rounds),
      column("bytes_sent", "bytes", "sent for these by all processes: 8 a number", &R::bytes_sent),
      column("threads", "threads", "threads that share each walk over the rows; cpu_seconds are of all",
             &R::threads),
  };
  return columns;
}

std::string rows_text(std::span<const ResultRow> rows) {
  return csv_text(result_columns(), rows);
}

std::vector<ResultRow> read_rows(const std::filesystem::path& path) {
  return read_rows(path, text_of_file(path));
}

std::vector<ResultRow> read_rows(const std::filesystem::path& path, std::string text) {
  constexpr std::size_t new_columns = 1;  // "threads": kept runs without it can be replayed
  auto rows = read_table(result_columns(), path, std::move(text), check_run_row, new_columns);
  if (rows.empty()) throw ResultFileError("{}:2: a run has at least one row", path.string());
  return rows;
}

void set_bound(double lower_bound, std::vector<ResultRow>& rows) {
  for (ResultRow& row : rows) {
    row.lower_bound = lower_bound;
    if (row.objective) row.suboptimality = *row.objective - lower_bound;
    row.support_recall = row.support_false = std::nullopt;
  }
}

}  // namespace descent
