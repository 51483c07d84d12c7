#include "support/records/result_schema.hpp"

#include <fmt/ranges.h>

#include <array>

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

}  // namespace

const std::vector<Column<ResultRow>>& result_columns() {
  using R = ResultRow;
  static const std::vector<Column<R>> columns{
      column("experiment", "", "name of the config", &R::experiment),
      column("dataset", "", "name in the catalogue, or the file's path", &R::dataset),
      column("source", "", "file, or stand-in: synthetic rows", &R::source),
      column("loss", "", "loss ℓ", &R::loss),
      column("regularizer", "", "regulariser R", &R::regularizer),
      column("lambda", "", "λ as a number", &R::lambda),
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
      column("objective", "", "F(w) = λ R(w) + mean or sum of ℓ over the training rows", &R::objective),
      column("lower_bound", "", "D*, the certified lower bound of min F", &R::lower_bound),
      column("suboptimality", "", "objective − lower_bound", &R::suboptimality),
      column("nonzeros", "weights", "weights that are not exactly 0", &R::nonzeros),
      column("density", "", "share of nonzero weights, 0 to 1", &R::density),
      column("train_error", "", "share of misclassified training rows of weight > 0, or mean squared error",
             &R::train_error),
      column("test_error", "", "the same on the test rows", &R::test_error),
      {"status", "",
       "running; in a run's last row budget, target, converged, stopped, stalled, limit, diverged or "
       "failed: reason",
       [](const R& row) { return field_text(row.status); }, read_status},
      column("dual_value", "", "best lower bound that the run itself has proven", &R::dual_value),
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
  auto rows = read_table(result_columns(), path, std::move(text));
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
