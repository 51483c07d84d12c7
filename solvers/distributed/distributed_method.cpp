#include "solvers/distributed/distributed_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "solvers/distributed/mpi_solver.hpp"
#include "support/errors.hpp"

namespace descent {
namespace {

constexpr double most_processes = 4096;
constexpr const char* processes_name = "processes";

using Key = std::tuple<std::string, LossKind, RegularizerKind>;

// Constructed on first use, like the registry of methods.
std::map<Key, RankCapability>& rank_solvers() {
  static std::map<Key, RankCapability> solvers;
  return solvers;
}

/// A run in one process.
class SoleSolver : public Solver, public Communicating {
 public:
  SoleSolver(const RankSolverFactory& make, const Problem& problem, const OptionValues& options,
             Random random)
      : solver_(make(ProblemShare::whole(problem), options, random, ranks_)) {}

  Progress advance(std::uint64_t nonzeros) override { return solver_->advance(nonzeros); }
  void end_by(const Deadline& deadline) override { solver_->end_by(deadline); }
  void weights(std::span<double> w) const override { solver_->weights(w); }
  std::optional<std::span<const double>> dual() const override { return solver_->dual(); }
  Communication communication() const override { return ranks_.communication(); }

 private:
  SoleRank ranks_;
  std::unique_ptr<Solver> solver_;
};

Option processes_option() {
  return {
      .name = processes_name,
      .description = "processes that share the rows or columns, started by mpiexec where there are several",
      .default_value = 1.0,
      .range = integers(1, most_processes),
      .source = "docs/processes.md"};
}

}  // namespace

int processes_of(const OptionValues& values) {
  return values.all().contains(processes_name) ? static_cast<int>(values.number(processes_name)) : 1;
}

MethodRegistration distributed_method(Method method, std::vector<RankCapability> solves) {
  method.options.insert(method.options.begin(), processes_option());
  for (RankCapability& each : solves) {
    const Key key{method.name, each.loss, each.regularizer};
    const RankCapability& solved = rank_solvers().emplace(key, std::move(each)).first->second;
    method.solves.push_back(
        {solved.loss, solved.regularizer,
         [&solved, name = method.name](const Problem& problem, const OptionValues& options,
                                       Random random) -> std::unique_ptr<Solver> {
           if (processes_of(options) == 1)
             return std::make_unique<SoleSolver>(solved.make, problem, options, random);
           return std::make_unique<MpiSolver>(name, solved.shared == Shared::columns, processes_of(options),
                                              problem, options, random);
         }});
  }
  return MethodRegistration(std::move(method));
}

bool keeps_rounds(const Method& method) {
  return std::ranges::any_of(rank_solvers(), [&](const auto& solver) {
    return std::get<std::string>(solver.first) == method.name && solver.second.keeps_rounds;
  });
}

const RankCapability& rank_solver(const std::string& method, LossKind loss, RegularizerKind regularizer) {
  const auto found = rank_solvers().find({method, computed_as(loss), regularizer});
  if (found == rank_solvers().end()) {
    throw ConfigError(fmt::format("{} has no solver of {} + {} for several processes", method,
                                  description_of(loss).name, name_of(regularizer)));
  }
  return found->second;
}

}  // namespace descent
