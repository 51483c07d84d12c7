#include "experiments/measure/judged_iterates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "datasets/weigh_rows.hpp"
#include "experiments/plan/plan.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/problem/weight_batch.hpp"
#include "support/errors.hpp"

namespace descent {

namespace {

/// Finite weights may be too large for F(w).
std::string_view final_status(const Measurement& measurement, double objective) {
  if (measurement.diverged || !std::isfinite(objective)) return run_status::diverged;
  switch (measurement.checkpoints.back().progress.status) {
    case Status::converged:
      return run_status::converged;
    case Status::stopped:
      return run_status::stopped;
    case Status::stalled:
      return run_status::stalled;
    case Status::limit:
      return run_status::limit;
    case Status::diverged:
      return run_status::diverged;
    case Status::running:
      break;
  }
  return measurement.at_target ? run_status::target : run_status::budget;
}

}  // namespace

ResultRow row_of(const RunSpec& spec, const std::string& id) {
  ResultRow row;
  row.experiment = spec.config->name;
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
  if (const int threads = threads_of(spec.options); threads > 0)
    row.threads = static_cast<std::uint64_t>(threads);
  return row;
}

namespace {

/// Computes the share of w*'s support that an iterate has found, and the share of its nonzeros outside.
void judge_support(std::span<const double> optimum, std::span<const double> w, ResultRow& row) {
  std::uint64_t support = 0;
  std::uint64_t found = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    support += optimum[j] != 0;
    found += optimum[j] != 0 && w[j] != 0;
  }
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  const std::uint64_t nonzeros = *row.nonzeros;
  if (support > 0) row.support_recall = share(found, support);
  row.support_false = nonzeros > 0 ? share(nonzeros - found, nonzeros) : 0.0;
}

/// Compares an iterate with the certified optimum: distance from D*, and under L1 overlap with the support of
/// w*. An objective below D*, or a method's bound above F(w*), fails the run, because one of them is wrong,
/// and with it every curve.
void judge(const RunSpec& spec, std::span<const double> w, ResultRow& row) {
  if (spec.known_optimum == nullptr) return;
  const CertifiedOptimum& optimum = spec.known_optimum->optimum;
  const std::string wrong = contradiction(optimum, *row.objective, row.dual_value);
  if (!wrong.empty())
    throw RunError(fmt::format("{}{}: {}", run_status::contradiction_prefix, row.checkpoint, wrong));
  row.lower_bound = optimum.lower_bound;
  if (spec.regularizer == RegularizerKind::l1) judge_support(optimum.weights, w, row);
}

/// Converts from the solvers' mean form to the configuration's form.
void put_in_form_of(const RunSpec& spec, ResultRow& row) {
  const double scale = spec.objective_scale();
  for (std::optional<double>* value : {&row.objective, &row.lower_bound, &row.dual_value}) {
    if (*value) **value *= scale;
  }
  if (row.lower_bound) row.suboptimality = *row.objective - *row.lower_bound;
}

void record_residuals(const std::optional<Residuals>& residuals, ResultRow& row) {
  if (!residuals) return;
  row.primal_residual = residuals->primal;
  row.dual_residual = residuals->dual;
}

void record_communication(const std::optional<Communication>& communication, ResultRow& row) {
  if (!communication) return;
  row.processes = static_cast<std::uint64_t>(communication->processes);
  row.rounds = communication->rounds;
  row.bytes_sent = communication->bytes_sent;
}

/// Row of a checkpoint, without judged columns. `last` is the run's last checkpoint: if it has outer
/// iterations, the first row has 0 of them.
ResultRow measured_row(ResultRow row, std::size_t number, const Checkpoint& checkpoint,
                       const Checkpoint& last, double setup_seconds, double nonzeros) {
  row.checkpoint = number;
  row.cpu_seconds = checkpoint.cpu_seconds;
  row.wall_seconds = checkpoint.wall_seconds;
  row.setup_seconds = checkpoint.setup_seconds.value_or(setup_seconds);
  row.passes = static_cast<double>(checkpoint.progress.entries_touched) / nonzeros;
  row.updates = checkpoint.progress.updates;
  row.entries_touched = checkpoint.progress.entries_touched;
  if (last.progress.outer_iterations) row.outer_iterations = checkpoint.progress.outer_iterations.value_or(0);
  record_residuals(checkpoint.residuals, row);
  record_communication(checkpoint.communication, row);
  return row;
}

}  // namespace

JudgedIterates judge_iterates(const RunSpec& spec, const Problem& problem, const Measurement& measurement,
                              const SnapshotFile& snapshots, double setup_seconds) {
  const auto n = static_cast<std::size_t>(problem.n());
  const auto nonzeros = static_cast<double>(problem.rows().nonzeros());
  const Dataset& dataset = *spec.dataset;
  const std::vector<Checkpoint>& checkpoints = measurement.checkpoints;
  JudgedIterates judged;
  std::optional<double> dual_value;
  const ResultRow what_was_run = row_of(spec, run_id(spec));
  const std::size_t begin = measurement.proof ? checkpoints.size() - 1 : 0;
  for (std::size_t first = begin; first < checkpoints.size(); first += WeightBatch::most) {
    const std::size_t count = std::min(WeightBatch::most, checkpoints.size() - first);
    std::vector<std::vector<double>> iterates;
    for (std::size_t k = first; k < first + count; ++k) iterates.push_back(snapshots.weights(k));
    const WeightBatch batch(iterates);
    const std::vector<Evaluation> evaluations =
        measurement.proof ? std::vector{measurement.proof->evaluation} : problem.evaluate(batch);
    const auto test_errors = prediction_errors(dataset.task, dataset.test, batch);
    for (std::size_t k = 0; k < count; ++k) {
      const std::vector<double>& w = iterates[k];
      ResultRow row = measured_row(what_was_run, first + k, checkpoints[first + k], checkpoints.back(),
                                   setup_seconds, nonzeros);
      row.objective = evaluations[k].objective;
      // Every dual point bounds the optimum for the whole run, so the best so far counts.
      if (const std::vector<double> dual = snapshots.dual(first + k); !dual.empty()) {
        const double value = problem.lower_bound(dual);
        if (std::isfinite(value)) dual_value = std::max(dual_value.value_or(value), value);
      }
      if (measurement.proof && first + k + 1 == checkpoints.size() &&
          std::isfinite(measurement.proof->lower_bound))
        dual_value = std::max(dual_value.value_or(-infinity), measurement.proof->lower_bound);
      row.dual_value = dual_value;
      const auto zero_weights = std::ranges::count(w, 0.0);
      row.nonzeros = n - static_cast<std::size_t>(zero_weights);
      row.density = static_cast<double>(*row.nonzeros) / static_cast<double>(n);
      judge(spec, w, row);
      judged.lower_bound = std::max(row.lower_bound.value_or(-infinity), dual_value.value_or(-infinity));
      put_in_form_of(spec, row);
      row.train_error = evaluations[k].train_error;
      row.test_error = test_errors[k];
      judged.rows.push_back(std::move(row));
    }
    judged.final_weights = std::move(iterates.back());
  }
  if (measurement.proof) judged.last_from_above = measurement.proof->upper_bound;
  judged.rows.back().status = final_status(measurement, *judged.rows.back().objective);
  return judged;
}

}  // namespace descent
