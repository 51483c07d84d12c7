#include "plots/results/curves.hpp"

#include "support/files/sha256.hpp"
#include "support/records/csv_table.hpp"

namespace descent {
namespace {

std::vector<Column<CurvePoint>> make_curve_columns() {
  using P = CurvePoint;
  const auto full = Digits::seventeen;
  return with_key_columns<P>({
      column("point", "",
             "counts the points of a curve; 0 is w = 0, the others form a geometric grid, or are the "
             "tolerances of a method that restarts",
             &P::point),
      column("cpu_seconds", "s",
             "the grid's position; a mean over the runs when the axis is passes or the method restarts",
             &P::cpu_seconds),
      column("passes", "passes", "mean over the runs; the grid's position when the axis is passes",
             &P::passes),
      column("updates", "updates", "mean over the runs", &P::updates),
      column("setup_seconds_mean", "s",
             "mean of setup_seconds over the runs that have not failed; the same at every point",
             &P::setup_seconds_mean),
      column("objective_mean", "", "mean of F(w) over the runs", &P::objective_mean, full),
      column("objective_median", "", "median of F(w)", &P::objective_median, full),
      column("objective_p10", "", "10 % quantile of F(w): the band's lower edge", &P::objective_p10, full),
      column("objective_p90", "", "90 % quantile of F(w): the band's upper edge", &P::objective_p90, full),
      column("lower_bound", "", "D*, the certified lower bound of min F; empty without one", &P::lower_bound,
             full),
      column("suboptimality_mean", "", "mean of F(w) − D*; empty without a bound", &P::suboptimality_mean,
             full),
      column("suboptimality_median", "", "median of F(w) − D*", &P::suboptimality_median, full),
      column("suboptimality_p10", "", "10 % quantile of F(w) − D*", &P::suboptimality_p10, full),
      column("suboptimality_p90", "", "90 % quantile of F(w) − D*", &P::suboptimality_p90, full),
      column("density_mean", "", "mean share of nonzero weights, from 0 to 1", &P::density_mean),
      column("support_recall_mean", "", "mean of support_recall; l1 only", &P::support_recall_mean),
      column("support_false_mean", "", "mean of support_false; l1 only", &P::support_false_mean),
      column("train_error_mean", "", "mean of train_error", &P::train_error_mean),
      column("test_error_mean", "", "mean of test_error; empty without a test set", &P::test_error_mean),
      column("runs", "runs", "runs that this point is made from", &P::runs),
      column("failed_runs", "runs", "runs that have failed or diverged by this point, and are not in it",
             &P::failed_runs),
      column("form", "", "as in the run files", &P::form),
      column("l2_factor", "", "as in the run files", &P::l2_factor),
  });
}

}  // namespace

const std::vector<Column<CurvePoint>>& curve_columns() {
  static const auto columns = make_curve_columns();
  return columns;
}

std::string checksum_of(std::span<const CurvePoint> curves) {
  return sha256_of(csv_text(curve_columns(), curves));
}

std::filesystem::path write_curves(const DrawnFolder& folder, std::span<const CurvePoint> curves) {
  return folder.write("curves.csv", csv_text(curve_columns(), curves));
}

}  // namespace descent
