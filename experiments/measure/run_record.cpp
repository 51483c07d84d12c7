#include "experiments/measure/run_record.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "solvers/contract/process_solver.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/memory/huge_pages.hpp"
#include "support/numbers/infinity.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

/// Reads every page of the rows. Pages of a mapped file are not yet in a child's page tables, and the first
/// access would be charged to the method.
void touch(const SparseMatrix& rows) {
  constexpr std::size_t page = 4096;
  read_through(rows.stored(), page);
  read_through(std::as_bytes(rows.starts()), page);
}

double known_bound_of(const RunSpec& spec) {
  return spec.known_optimum ? spec.known_optimum->optimum.lower_bound : -infinity;
}

/// Empty if the run uses its budget, or if no positive bound D* is known. Computes F from above, which takes
/// longer, only if the rounded F seems to suffice.
StopRule stop_rule_of(const RunSpec& spec, const Problem& problem) {
  const double known_bound = known_bound_of(spec);
  if (!spec.budget.stop_at || !(known_bound > 0)) return {};
  const double target = *spec.budget.stop_at;
  return lasting_at(target, [=, &problem](std::span<const double> w) {
    const auto suboptimality = [=](double objective) { return (objective - known_bound) / known_bound; };
    const double rounded = suboptimality(problem.objective(w));
    return rounded > target ? rounded : suboptimality(problem.evaluate_from_above(w).objective);
  });
}

/// Starts the processes of a solver whose work others do; null for any other solver.
ProcessSolver* start_processes(Solver& solver, const RunSpec& spec) {
  auto* const process = dynamic_cast<ProcessSolver*>(&solver);
  if (process != nullptr) process->start(spec.budget.amount);
  return process;
}

/// Bytes that setup may need; 0 for tiny data. Three times the matrix, for the columns and the arrays that
/// make them, and more, since arrays begin at huge pages: on a9a and ijcnn1, setup that ran out of warm
/// memory took 4 or 8 ms longer. At most 64 MB: in a larger setup the first touch of memory hardly counts.
std::size_t room_of_setup(const SparseMatrix& rows) {
  constexpr std::size_t worth_warming = 128 << 10;
  constexpr std::size_t between_arrays = 12 << 20;
  constexpr std::size_t largest_room = 64 << 20;
  const std::size_t bytes = rows.stored().size();
  return bytes < worth_warming ? 0 : std::min(3 * bytes + between_arrays, largest_room);
}

}  // namespace

RunRecord carry_out(const RunSpec& spec, const Problem& problem, const std::filesystem::path& folder) {
  const auto n = static_cast<std::size_t>(problem.n());
  const auto nonzeros = static_cast<std::uint64_t>(problem.rows().nonzeros());
  const double start = wall_seconds();
  SnapshotFile snapshots(folder);
  touch(problem.rows());

  const bool by_columns = uses_columns(*spec.method, spec.options, problem.rows());
  const int threads = cores_of(spec.options);
  warm_memory(room_of_setup(problem.rows()));
  const double setup_start = cpu_seconds_of(threads);
  if (by_columns) problem.columns();
  auto solver = make_solver(*spec.method, problem, spec.options, Random(spec.seed));
  double setup_seconds = in_nanoseconds(cpu_seconds_of(threads) - setup_start);
  // Writing the data is not charged to a program; each of its calls has its own setup.
  if (const ProcessSolver* process = start_processes(*solver, spec))
    setup_seconds = process->cost().value_or(ProcessCost{}).setup_seconds;

  OffTheClock beside{
      .rule = stop_rule_of(spec, problem), .walked = {problem.rows().stored()}, .threads = threads};
  if (const auto gap = spec.budget.gap) {
    beside.prove = [prover = GapProver(problem, *gap, known_bound_of(spec))](
                       const Solver& at, std::span<const double> w) mutable { return prover.prove(at, w); };
    beside.has_known_bound = spec.known_optimum != nullptr;
  }
  if (by_columns)
    beside.walked = {problem.columns().stored(), problem.columns().singles(), problem.columns().doubles()};
  const Measurement measurement = spec.method->sampled_by_tolerance
                                      ? measure_restarts(*solver, spec.budget.amount, n, snapshots, beside)
                                      : measure(*solver, spec.budget, nonzeros, n, snapshots, beside);
  solver.reset();  // with its processes, if any

  const double evaluation_start = wall_seconds();
  JudgedIterates judged = judge_iterates(spec, problem, measurement, snapshots, setup_seconds);
  const RunCosts costs{measurement.checkpoints.back().cpu_seconds,
                       measurement.checkpoints.back().wall_seconds,
                       measurement.clock_seconds,
                       measurement.copy_seconds,
                       wall_seconds() - evaluation_start,
                       wall_seconds() - start};
  return {std::move(judged), costs};
}

void CurrentProblem::prepare(const RunSpec& spec) {
  if (spec_ && spec_->is_same_as(spec)) return;
  spec_ = spec;
  problem_.emplace(spec.problem());
}

RunRecord CurrentProblem::carry_out(const RunSpec& spec, const std::filesystem::path& folder) const {
  return descent::carry_out(spec, *problem_, folder);
}

RunRecord carry_out_again(const RunSpec& spec, const Problem& problem, const FormerRun& former,
                          const std::filesystem::path& folder) {
  const auto n = static_cast<std::size_t>(problem.n());
  SnapshotFile snapshots(folder);
  const auto solver = make_solver(*spec.method, problem, spec.options, Random(spec.seed));
  start_processes(*solver, spec);
  const Measurement measurement = spec.method->sampled_by_tolerance
                                      ? measure_restarts_again(*solver, former, n, snapshots)
                                      : measure_again(*solver, former, n, snapshots);
  return {judge_iterates(spec, problem, measurement, snapshots, 0), {}};
}

}  // namespace descent
