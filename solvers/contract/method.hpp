#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/contract/solver.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/random.hpp"

namespace descent {

using SolverFactory = std::function<std::unique_ptr<Solver>(const Problem&, const OptionValues&, Random)>;

/// A kind of problem that a method solves, and how to build the solver for it.
struct Capability {
  LossKind loss;
  RegularizerKind regularizer;
  SolverFactory make;
};

/// Which weights of rows a method can work with. A class has the weights of its rows: all of them the same.
enum class TakesWeights { none, of_classes, of_rows };

/// What a method says of itself. Everything that lists, checks or documents methods reads this.
struct Method {
  std::string name;    ///< in configurations, e.g. "nonsmooth_scd"
  std::string title;   ///< in figures, e.g. "Non-smooth SCD"
  std::string source;  ///< paper and algorithm or equation
  bool randomized = false;
  bool walks_columns = false;   ///< building the columns is then part of its setup
  bool free_intercept = false;  ///< it can leave the last column unregularised
  TakesWeights takes_weights = TakesWeights::none;
  /// A program without callbacks: each call of advance is a run of its own, from the start, to the next
  /// tolerance of a falling sequence, whatever amount of work is asked for. Progress is then that of the
  /// latest of these runs alone, and the method has converged at the sequence's end.
  bool sampled_by_tolerance = false;
  std::vector<Option> options = {};
  /// Why these options do not go with that problem, and which do; nothing where they go together.
  std::function<std::optional<std::string>(LossKind, RegularizerKind, const OptionValues&)> complaint = {};
  /// Why it cannot work on so many features with these options, and what can; nothing where it can.
  std::function<std::optional<std::string>(LossKind, RegularizerKind, const OptionValues&, Index features)>
      too_wide = {};
  std::vector<Capability> solves = {};
  std::string file = {};  ///< the source file, for the identity of results
};

/// The capability of the problem's kind, or null.
const Capability* capability(const Method& method, LossKind loss, RegularizerKind regularizer);

/// "hinge + l1, hinge + l2".
std::string describe_capabilities(const Method& method);

/// Why the method with these options cannot work on these rows of a problem that it solves, "tron …": they
/// have too many features for it, or weights that it cannot work with. Nothing where it can.
std::optional<std::string> misfit(const Method& method, LossKind loss, RegularizerKind regularizer,
                                  const OptionValues& options, const Sample& sample);

/// Builds the solver. Throws ConfigError naming what the method does solve when it does not solve this
/// problem, when its options do not go with it, when its rows do not (misfit), and when it cannot leave an
/// intercept unregularised that the problem does not regularise.
std::unique_ptr<Solver> make_solver(const Method& method, const Problem& problem, const OptionValues& options,
                                    Random random);

/// Adds a method, what MethodRegistration does. A method for squared_epsilon_insensitive is also added for
/// squared, its case ε = 0. Throws ConfigError when there is one of that name.
void add_method(Method method);

/// All registered methods in alphabetical order.
std::vector<const Method*> methods();

/// The method of that name. Throws ConfigError that lists the known ones.
const Method& find_method(std::string_view name);

}  // namespace descent
