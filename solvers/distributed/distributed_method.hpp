#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "solvers/contract/method_registration.hpp"
#include "solvers/contract/ranks.hpp"
#include "solvers/distributed/problem_share.hpp"

namespace descent {

/// Builds what one process does of a run. All of them are given the same Random. A solver of this kind takes
/// its decisions by what all processes know, and counts the work of all. Where rows are shared it has all
/// weights, and of dual weights those of its rows; where columns are, of weights those of its columns, with 0
/// for the others', and all dual weights.
using RankSolverFactory =
    std::function<std::unique_ptr<Solver>(const ProblemShare&, const OptionValues&, Random, Ranks&)>;

/// A kind of problem, who solves it, and what the processes then share.
struct RankCapability {
  LossKind loss;
  RegularizerKind regularizer;
  Shared shared;
  bool keeps_rounds;  ///< in any number of processes there are as many, to the same iterates but for rounding
  RankSolverFactory make;
};

/// How many processes a run with these values has, by the option "processes" that all of these methods have;
/// 1 for all other methods.
int processes_of(const OptionValues& values);

/// Whether a method is registered in the way below, and needs as many rounds in any number of processes.
bool keeps_rounds(const Method& method);

/// Registers a method, to which "processes" is added. A run in one process is carried out in the process that
/// asks for it, without MPI; one in several by MpiSolver.
MethodRegistration register_distributed(Method method, std::vector<RankCapability> solves);

/// What a method that is registered in this way does in one process. Throws ConfigError for any other.
const RankCapability& rank_solver(const std::string& method, LossKind loss, RegularizerKind regularizer);

/// SolverType on one pair.
template <class SolverType, class Loss, class Regularizer>
RankCapability rank_capability(On<Loss, Regularizer>) {
  return {Loss::kind, Regularizer::kind, SolverType::shared, SolverType::keeps_rounds,
          [](const ProblemShare& share, const OptionValues& options, Random random,
             Ranks& ranks) -> std::unique_ptr<Solver> {
            return std::make_unique<SolverType>(share, options, random, ranks);
          }};
}

/// A solver, a class or a template SolverOf<Loss, Regularizer>, must be constructible from (const
/// ProblemShare&, const OptionValues&, Random, Ranks&), and say what its processes share by a static
/// constexpr Shared shared, and whether it keeps_rounds.
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
