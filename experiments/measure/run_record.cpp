#include "experiments/measure/run_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "datasets/parsed/parsed_cache.hpp"
#include "datasets/weigh_rows.hpp"
#include "experiments/plan/run_identity.hpp"
#include "solvers/contract/process_solver.hpp"
#include "support/errors.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

/// Weights that are finite may be too large for F(w).
std::string_view final_status(const Measurement& measurement, double objective) {
  if (measurement.diverged || !std::isfinite(objective)) return run_status::diverged;
  switch (measurement.checkpoints.back().progress.status) {
    case Status::converged:
      return run_status::converged;
    case Status::stalled:
      return run_status::stalled;
    case Status::limit:
      return run_status::limit;
    case Status::diverged:
      return run_status::diverged;
    case Status::running:
      break;
  }
  return run_status::budget;
}

}  // namespace

ResultRow row_of(const RunSpec& spec, const std::string& id) {
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
  row.run_id = id;
  row.form = spec.form.name();
  if (spec.regularizer == RegularizerKind::l2) row.l2_factor = spec.form.l2_factor;
  row.weighting = weighting_text(*spec.dataset);
  return row;
}

namespace {

/// Holds an iterate against the certified optimum: how far it is above D*, and, under L1, how much of w*'s
/// support it has found. An objective below D*, or a method's own bound above F(w*), would mean that the
/// bound or the objective is wrong, and with it every curve: that is an error of the run.
class IterateJudge {
 public:
  explicit IterateJudge(const RunSpec& spec) : dataset_(*spec.dataset) {
    if (spec.known_optimum == nullptr) return;
    optimum_ = &spec.known_optimum->optimum;
    if (spec.regularizer != RegularizerKind::l1) return;
    judges_support_ = true;
    support_ = static_cast<std::int64_t>(optimum_->nonzeros());
  }

  void judge(ResultRow& row, std::span<const double> w) const {
    if (optimum_ == nullptr) return;
    const std::string wrong = contradiction(*optimum_, *row.objective, row.dual_value);
    if (!wrong.empty()) {
      require_unchanged(dataset_);  // then the data is to blame
      throw RunError(fmt::format("{}{}: {}", run_status::contradiction_prefix, row.checkpoint, wrong));
    }
    row.lower_bound = optimum_->lower_bound;
    if (judges_support_) judge_support(row, w);
  }

 private:
  static bool is_nonzero(double weight) { return weight != 0; }

  void judge_support(ResultRow& row, std::span<const double> w) const {
    std::int64_t found = 0;
    for (std::size_t j = 0; j < w.size(); ++j) found += is_nonzero(w[j]) && is_nonzero(optimum_->weights[j]);
    const auto share = [](auto part, auto whole) {
      return static_cast<double>(part) / static_cast<double>(whole);
    };
    const auto nonzeros = static_cast<std::int64_t>(*row.nonzeros);
    if (support_ > 0) row.support_recall = share(found, support_);
    row.support_false = nonzeros > 0 ? share(nonzeros - found, nonzeros) : 0.0;
  }

  const Dataset& dataset_;
  const CertifiedOptimum* optimum_ = nullptr;
  bool judges_support_ = false;
  std::int64_t support_ = 0;
};

/// From the mean form of the solvers to that of the configuration.
void put_in_form_of(const RunSpec& spec, ResultRow& row) {
  const double scale = spec.objective_scale();
  for (std::optional<double>* value : {&row.objective, &row.lower_bound, &row.dual_value}) {
    if (*value) **value *= scale;
  }
  if (row.lower_bound) row.suboptimality = *row.objective - *row.lower_bound;
}

/// Before the first outer iteration is complete there are no residuals, only their count.
void record_residuals(const std::optional<Residuals>& residuals, ResultRow& row) {
  if (!residuals) return;
  row.outer_iterations = residuals->iterations;
  if (residuals->iterations == 0) return;
  row.primal_residual = residuals->primal;
  row.dual_residual = residuals->dual;
}

/// Looks at every page of the rows. Those of a mapped file are not in a child's page tables yet, and the
/// first look at each would be billed to the method.
void touch(const SparseMatrix& rows) {
  constexpr std::size_t page = 4096;
  const auto look_through = [](std::span<const std::byte> bytes) {
    volatile std::byte seen{};
    for (std::size_t at = 0; at < bytes.size(); at += page) seen = bytes[at];
    static_cast<void>(seen);
  };
  look_through(std::as_bytes(rows.entries()));
  look_through(std::as_bytes(rows.starts()));
}

/// How much the processes that share the problem have said to each other.
void record_communication(const std::optional<Communication>& communication, ResultRow& row) {
  if (!communication) return;
  row.processes = static_cast<std::uint64_t>(communication->processes);
  row.rounds = communication->rounds;
  row.bytes_sent = communication->bytes_sent;
}

/// Tells a solver that waits for other processes how long those may work; null for any other solver.
ProcessSolver* limit_time(Solver& solver, const RunSpec& spec) {
  auto* const process = dynamic_cast<ProcessSolver*>(&solver);
  if (process != nullptr) process->limit_time(spec.allowance.amount);
  return process;
}

/// Evaluates every checkpoint's iterate.
RunRecord judge_all(const RunSpec& spec, const Problem& problem, const Measurement& measurement,
                    const SnapshotFile& snapshots, double setup_seconds) {
  const auto n = static_cast<std::size_t>(problem.n());
  const auto nonzeros = static_cast<double>(problem.rows().nonzeros());
  RunRecord record;
  std::vector<double> w;
  std::vector<double> dual;
  std::optional<double> dual_value;
  const IterateJudge judge(spec);
  const ResultRow what_was_run = row_of(spec, run_id(spec));
  for (std::size_t k = 0; k < measurement.checkpoints.size(); ++k) {
    const Checkpoint& checkpoint = measurement.checkpoints[k];
    snapshots.read(k, w, dual);
    ResultRow row = what_was_run;
    row.checkpoint = k;
    row.cpu_seconds = checkpoint.cpu_seconds;
    row.wall_seconds = checkpoint.wall_seconds;
    row.setup_seconds = checkpoint.setup_seconds.value_or(setup_seconds);
    row.passes = static_cast<double>(checkpoint.progress.entries_touched) / nonzeros;
    row.updates = checkpoint.progress.updates;
    row.entries_touched = checkpoint.progress.entries_touched;
    row.objective = problem.objective(w);
    // Every dual point bounds the optimum for the whole run: the best one so far counts.
    if (!dual.empty()) {
      const double value = problem.lower_bound(dual);
      if (std::isfinite(value)) dual_value = std::max(dual_value.value_or(value), value);
    }
    row.dual_value = dual_value;
    const auto zero_weights = std::count(w.begin(), w.end(), 0.0);
    row.nonzeros = n - static_cast<std::size_t>(zero_weights);
    row.density = static_cast<double>(*row.nonzeros) / static_cast<double>(n);
    judge.judge(row, w);
    put_in_form_of(spec, row);
    row.train_error = prediction_error(spec.dataset->task, spec.dataset->train, w);
    row.test_error = prediction_error(spec.dataset->task, spec.dataset->test, w);
    record_residuals(checkpoint.residuals, row);
    record_communication(checkpoint.communication, row);
    record.rows.push_back(std::move(row));
  }
  require_unchanged(*spec.dataset);
  record.final_weights = std::move(w);
  record.rows.back().status = final_status(measurement, *record.rows.back().objective);
  return record;
}

}  // namespace

RunRecord carry_out(const RunSpec& spec, const Problem& problem, double columns_seconds,
                    const std::filesystem::path& folder) {
  const auto n = static_cast<std::size_t>(problem.n());
  const auto nonzeros = static_cast<std::uint64_t>(problem.rows().nonzeros());
  const double start = wall_seconds();
  SnapshotFile snapshots(folder);
  touch(problem.rows());

  const double setup_start = thread_cpu_seconds();
  auto solver = make_solver(*spec.method, problem, spec.options, Random(spec.seed));
  double setup_seconds =
      thread_cpu_seconds() - setup_start + (spec.method->walks_columns ? columns_seconds : 0);
  // Writing the data is ours; each call of a program has its own setup.
  if (const ProcessSolver* process = limit_time(*solver, spec))
    setup_seconds = process->cost().value_or(ProcessCost{}).setup_seconds;

  const Measurement measurement = spec.method->sampled_by_tolerance
                                      ? measure_restarts(*solver, spec.allowance.amount, n, snapshots)
                                      : measure(*solver, spec.allowance, nonzeros, n, snapshots);
  solver.reset();  // and its processes, if there are any

  const double evaluation_start = wall_seconds();
  RunRecord record = judge_all(spec, problem, measurement, snapshots, setup_seconds);
  record.costs = {measurement.checkpoints.back().cpu_seconds,
                  measurement.checkpoints.back().wall_seconds,
                  measurement.clock_seconds,
                  measurement.copy_seconds,
                  wall_seconds() - evaluation_start,
                  wall_seconds() - start};
  return record;
}

RunRecord carry_out_again(const RunSpec& spec, const Problem& problem, const FormerRun& former,
                          const std::filesystem::path& folder) {
  const auto n = static_cast<std::size_t>(problem.n());
  SnapshotFile snapshots(folder);
  const auto solver = make_solver(*spec.method, problem, spec.options, Random(spec.seed));
  limit_time(*solver, spec);
  const Measurement measurement = spec.method->sampled_by_tolerance
                                      ? measure_restarts_again(*solver, former, n, snapshots)
                                      : measure_again(*solver, former, n, snapshots);
  return judge_all(spec, problem, measurement, snapshots, 0);
}

}  // namespace descent
