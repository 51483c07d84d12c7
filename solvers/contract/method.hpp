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

/// A kind of problem that a method solves, and the maker of its solver.
struct Capability {
  LossKind loss;
  RegularizerKind regularizer;
  SolverFactory make;
};

/// Row weights that a method takes; `of_classes`: one weight per class.
enum class TakesWeights { none, of_classes, of_rows };

/// Record of a method: everything that lists, checks or documents methods reads it.
struct Method {
  std::string name = {};    ///< in configurations, e.g. "nonsmooth_scd"
  std::string title = {};   ///< in figures, e.g. "Non-smooth SCD"
  std::string source = {};  ///< paper and algorithm or equation
  bool randomized = false;
  bool walks_columns = false;   ///< its setup then includes building the columns; see uses_columns()
  bool free_intercept = false;  ///< it can leave the last column unregularised
  TakesWeights takes_weights = TakesWeights::none;
  /// A program without callbacks: each call of advance runs it from the start to the next falling tolerance,
  /// however much work is asked for. Progress counts the latest run alone; the end of the sequence is
  /// convergence.
  bool sampled_by_tolerance = false;
  std::vector<Option> options = {};
  /// Why these options do not suit the problem, and which do; nothing if they do.
  std::function<std::optional<std::string>(LossKind, RegularizerKind, const OptionValues&)> complaint = {};
  /// Why the method cannot work on so many features with these options, and what can.
  std::function<std::optional<std::string>(LossKind, RegularizerKind, const OptionValues&, Index features)>
      too_wide = {};
  /// True if, with these options on these rows, a method that walks columns does without them.
  std::function<bool(const OptionValues&, const SparseMatrix& rows)> spares_columns = {};
  std::vector<Capability> solves = {};
  std::string file = {};  ///< the source file, for the identity of results
};

/// A method with the description that several share.
inline Method named(Method shared, std::string name, std::string title, std::string source,
                    std::vector<Capability> solves = {}) {
  shared.name = std::move(name);
  shared.title = std::move(title);
  shared.source = std::move(source);
  shared.solves = std::move(solves);
  return shared;
}

/// True if the method with these options walks columns of these rows, so that its setup includes building
/// them.
inline bool uses_columns(const Method& method, const OptionValues& options, const SparseMatrix& rows) {
  return method.walks_columns && !(method.spares_columns && method.spares_columns(options, rows));
}

/// Capability for this kind of problem, or null.
const Capability* capability(const Method& method, LossKind loss, RegularizerKind regularizer);

/// "hinge + l1, hinge + l2".
std::string describe_capabilities(const Method& method);

/// Why the method with these options cannot work on these rows, "tron …": too many features, or weights that
/// it does not take. Nothing if it can.
std::optional<std::string> misfit(const Method& method, LossKind loss, RegularizerKind regularizer,
                                  const OptionValues& options, const Sample& sample);

/// Throws ConfigError if the method does not solve this problem (the message lists what it solves), if
/// options or rows do not fit (misfit), or if it cannot leave the intercept free.
std::unique_ptr<Solver> make_solver(const Method& method, const Problem& problem, const OptionValues& options,
                                    Random random);

/// A method for squared_epsilon_insensitive is also added for squared, its case ε = 0. Throws ConfigError if
/// the name is taken.
void add_method(Method method);

/// All registered methods in alphabetical order.
std::vector<const Method*> methods();

/// Throws ConfigError with the known names if there is no such method.
const Method& find_method(std::string_view name);

}  // namespace descent
