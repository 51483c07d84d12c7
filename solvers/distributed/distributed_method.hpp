#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "solvers/contract/method_registration.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/distributed/problem_share.hpp"

namespace descent {

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

/// Registers a method and adds the option "processes". A run in one process stays in the calling process,
/// without MPI; MpiSolver does runs in several.
MethodRegistration register_distributed(Method method, std::vector<RankCapability> solves);

/// Solver of one process of such a method. Throws ConfigError for other methods.
const RankCapability& rank_solver(const std::string& method, LossKind loss, RegularizerKind regularizer);

template <class SolverType, class Loss, class Regularizer>
RankCapability rank_capability(On<Loss, Regularizer>) {
  return {Loss::kind, Regularizer::kind, SolverType::shared, SolverType::keeps_rounds,
          [](const ProblemShare& share, const OptionValues& options, Random random,
             Ranks& ranks) -> std::unique_ptr<Solver> {
            return std::make_unique<SolverType>(share, options, random, ranks);
          }};
}

/// Registers a class or a template SolverOf<Loss, Regularizer>, constructible from (const ProblemShare&,
/// const OptionValues&, Random, Ranks&). Its static constexpr members say what its processes share (Shared
/// shared) and whether it keeps_rounds.
template <template <class, class> class SolverOf, class... Losses, class... Regularizers,
          class = InThisFile<SolverOf>>
MethodRegistration distributed_method(Method method, On<Losses, Regularizers>... pairs) {
  return register_distributed(std::move(method), {rank_capability<SolverOf<Losses, Regularizers>>(pairs)...});
}
template <class SolverType, class... Losses, class... Regularizers>
MethodRegistration distributed_method(Method method, On<Losses, Regularizers>... pairs) {
  return register_distributed(std::move(method), {rank_capability<SolverType>(pairs)...});
}

}  // namespace descent
