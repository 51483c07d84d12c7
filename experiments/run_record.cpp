#include "experiments/run_record.hpp"

#include <algorithm>

#include "experiments/processor.hpp"

namespace descent {

namespace {

std::string_view final_status(const Measurement& measurement) {
  if (measurement.diverged) return run_status::diverged;
  switch (measurement.checkpoints.back().progress.status) {
    case Status::converged:
      return run_status::converged;
    case Status::stalled:
      return run_status::stalled;
    case Status::diverged:
      return run_status::diverged;
    case Status::running:
      break;
  }
  return run_status::budget;
}

}  // namespace

ResultRow row_of(const RunSpec& spec) {
  ResultRow row;
  row.experiment = spec.experiment;
  row.dataset = spec.dataset->name;
  row.source = spec.dataset->source;
  row.loss = name_of(spec.loss);
  row.regularizer = name_of(spec.regularizer);
  row.lambda = spec.lambda_value();
  row.method = spec.method->name;
  row.variant = spec.variant;
  row.seed = spec.seed;
  return row;
}

RunRecord carry_out(const RunSpec& spec, const Problem& problem, double columns_seconds,
                    const std::filesystem::path& folder) {
  const auto n = static_cast<std::size_t>(problem.n());
  const auto nonzeros = static_cast<std::uint64_t>(problem.rows().nonzeros());
  const double start = wall_seconds();
  SnapshotFile snapshots(folder);

  const double setup_start = thread_cpu_seconds();
  const auto solver = make_solver(*spec.method, problem, spec.options, Random(spec.seed));
  const double setup_seconds =
      thread_cpu_seconds() - setup_start + (spec.method->walks_columns ? columns_seconds : 0);

  const Measurement measurement = measure(*solver, spec.allowance, nonzeros, n, snapshots);

  const double evaluation_start = wall_seconds();
  RunRecord record;
  std::vector<double> w;
  std::vector<double> dual;
  std::optional<double> lower_bound;
  for (std::size_t k = 0; k < measurement.checkpoints.size(); ++k) {
    const Checkpoint& checkpoint = measurement.checkpoints[k];
    snapshots.read(k, w, dual);
    ResultRow row = row_of(spec);
    row.checkpoint = k;
    row.cpu_seconds = checkpoint.cpu_seconds;
    row.wall_seconds = checkpoint.wall_seconds;
    row.setup_seconds = setup_seconds;
    row.passes = static_cast<double>(checkpoint.progress.nonzeros) / static_cast<double>(nonzeros);
    row.updates = checkpoint.progress.updates;
    row.objective = problem.objective(w);
    // Every dual point bounds the optimum for the whole run: the best one so far counts.
    if (!dual.empty()) lower_bound = std::max(lower_bound.value_or(0.0), problem.lower_bound(dual));
    row.lower_bound = lower_bound;
    if (lower_bound) row.suboptimality = *row.objective - *lower_bound;
    const auto zero_weights = std::count(w.begin(), w.end(), 0.0);
    row.nonzeros = n - static_cast<std::size_t>(zero_weights);
    row.density = static_cast<double>(*row.nonzeros) / static_cast<double>(n);
    row.train_error = classification_error(spec.dataset->train, w);
    row.test_error = classification_error(spec.dataset->test, w);
    record.rows.push_back(std::move(row));
  }
  record.final_weights = std::move(w);
  record.rows.back().status = final_status(measurement);
  record.costs = {measurement.checkpoints.back().cpu_seconds,
                  measurement.checkpoints.back().wall_seconds,
                  measurement.clock_seconds,
                  measurement.copy_seconds,
                  wall_seconds() - evaluation_start,
                  wall_seconds() - start};
  return record;
}

}  // namespace descent
