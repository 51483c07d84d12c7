#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Each process has all entries of its rows, or of its columns.
enum class Shared { rows, columns };

/// Share of one process: some of the problem's rows or columns, and what it must know of the whole.
struct ProblemShare {
  /// Rows and targets of this process, with loss and regulariser. Its m(), c() and objective() are not the
  /// whole's. If columns are shared, it has all rows and targets and n() columns; other processes' columns
  /// are empty.
  const Problem& own;
  std::uint64_t nonzeros = 0;  ///< of the whole
  double c = 0;                ///< C = 1/(λ m), of the whole
  double lambda_rows = 0;      ///< λ m, of the whole

  /// The share of a process that has the whole problem.
  static ProblemShare whole(const Problem& problem) {
    return {problem, static_cast<std::uint64_t>(problem.rows().nonzeros()), problem.c(),
            problem.lambda() * problem.m()};
  }

  /// The share of a process that has `own` out of `rows` rows.
  static ProblemShare part(const Problem& own, Index rows, Offset nonzeros) {
    return {own, static_cast<std::uint64_t>(nonzeros), 1 / (own.lambda() * rows), own.lambda() * rows};
  }
};

/// Part number `part`, from 0, of `parts` of a sample whose columns are shared: all rows with their labels,
/// and copies of the entries in its columns. These are a range with about as many entries as in other parts.
/// The width stays.
inline Sample columns_of_part(const Sample& sample, int part, int parts) {
  // Columns are lines of the other direction, and are divided like rows.
  const std::vector<Offset> by_columns = column_starts(sample.rows);
  const auto [first, last] = rows_of_part(by_columns, part, parts);
  std::vector<Index> own(static_cast<std::size_t>(sample.rows.inner_size()), -1);
  for (Index j = first; j < last; ++j) own[static_cast<std::size_t>(j)] = j;
  return {select_entries(sample.rows, own, sample.rows.inner_size()), sample.labels};
}

/// Builds the solver of one process of a run. All are given the same Random, decide by what all know, and
/// count the work of all. If rows are shared, each has all weights, and the dual weights of its rows. If
/// columns are shared, each has the weights of its columns, with 0 elsewhere, and all dual weights.
using RankSolverFactory =
    std::function<std::unique_ptr<Solver>(const ProblemShare&, const OptionValues&, Random, Ranks&)>;

/// A kind of problem, its solver, and what the processes share.
struct RankCapability {
  LossKind loss;
  RegularizerKind regularizer;
  Shared shared;
  bool keeps_rounds;  ///< as many rounds in any number of processes, to the same iterates except for rounding
  RankSolverFactory make;
};

/// Processes of a run, from the option "processes" of these methods; 1 for other methods.
int processes_of(const OptionValues& values);

/// True if a method registered below needs as many rounds in any number of processes.
bool keeps_rounds(const Method& method);

/// A kind of problem with its solver, which is constructible from (const ProblemShare&, const OptionValues&,
/// Random, Ranks&). Its static constexpr members say what its processes share (Shared shared) and whether it
/// keeps_rounds. Loss and regulariser: as for solver().
template <class SolverType, class Loss = typename detail::ProblemOf<SolverType>::Loss,
          class Regularizer = typename detail::ProblemOf<SolverType>::Regularizer>
RankCapability rank_capability() {
  return {Loss::kind, Regularizer::kind, SolverType::shared, SolverType::keeps_rounds,
          [](const ProblemShare& share, const OptionValues& options, Random random,
             Ranks& ranks) -> std::unique_ptr<Solver> {
            return std::make_unique<SolverType>(share, options, random, ranks);
          }};
}

/// Registers a method and adds the option "processes". A run in one process stays in the calling process,
/// without MPI; MpiSolver does runs in several.
MethodRegistration distributed_method(Method method, std::vector<RankCapability> solves);

/// Solver of one process of such a method. Throws ConfigError for other methods.
const RankCapability& rank_solver(const std::string& method, LossKind loss, RegularizerKind regularizer);

}  // namespace descent
