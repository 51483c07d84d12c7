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
  /// Why it cannot work on so many features, and what can; nothing where it can.
  std::function<std::optional<std::string>(LossKind, RegularizerKind, Index features)> too_wide = {};
  std::vector<Capability> solves = {};
  std::string file = {};  ///< the source file, for the identity of results
};

/// The capability of the problem's kind, or null.
const Capability* capability(const Method& method, LossKind loss, RegularizerKind regularizer);

/// "hinge + l1, hinge + l2".
std::string describe_capabilities(const Method& method);

/// Why the method cannot work on these rows of a problem that it solves, "tron …": they have too many
/// features for it, or weights that it cannot work with. Nothing where it can.
std::optional<std::string> misfit(const Method& method, LossKind loss, RegularizerKind regularizer,
                                  const Sample& sample);

/// Builds the solver. Throws ConfigError naming what the method does solve when it does not solve this
/// problem, when its options do not go with it, when its rows do not (misfit), and when it cannot leave an
/// intercept unregularised that the problem does not regularise.
std::unique_ptr<Solver> make_solver(const Method& method, const Problem& problem, const OptionValues& options,
                                    Random random);

/// All registered methods in alphabetical order.
std::vector<const Method*> methods();

/// The method of that name. Throws ConfigError that lists the known ones.
const Method& find_method(std::string_view name);

/// A pair that a solver template is instantiated for.
template <class Loss, class Regularizer>
struct On {};

/// A type that is local to a file if SolverOf is. GCC gives a function whose template arguments are local
/// templates, but no local types, one definition for the whole program: of two files with a class of the same
/// name, even in their unnamed namespaces, both methods would silently run the solver of one.
template <template <class, class> class SolverOf>
using InThisFile = SolverOf<Hinge, L2>;

/// A static object of this type in a method's file adds the method: nothing else has to be edited.
class MethodRegistration {
 public:
  /// For methods that build their solvers in their own way.
  explicit MethodRegistration(Method method);

  /// SolverOf<Loss, Regularizer> must be constructible from (const Problem&, const OptionValues&, Random).
  template <template <class, class> class SolverOf, class... Losses, class... Regularizers,
            class = InThisFile<SolverOf>>
  static MethodRegistration of(Method method, On<Losses, Regularizers>... pairs) {
    method.solves = capabilities<SolverOf>(pairs...);
    return MethodRegistration(std::move(method));
  }

  /// What `of` registers for these pairs.
  template <template <class, class> class SolverOf, class... Losses, class... Regularizers,
            class = InThisFile<SolverOf>>
  static std::vector<Capability> capabilities(On<Losses, Regularizers>...) {
    return {{Losses::kind, Regularizers::kind, make<SolverOf<Losses, Regularizers>>}...};
  }

  /// As `of`, and SolverOf<Weighted<Loss>, Regularizer> as well, for problems whose rows have weights.
  template <template <class, class> class SolverOf, class... Losses, class... Regularizers,
            class = InThisFile<SolverOf>>
  static MethodRegistration with_row_weights(Method method, On<Losses, Regularizers>...) {
    method.takes_weights = TakesWeights::of_rows;
    method.solves = {{Losses::kind, Regularizers::kind,
                      [](const Problem& problem, const OptionValues& options, Random random) {
                        return problem.row_weights().empty()
                                   ? make<SolverOf<Losses, Regularizers>>(problem, options, random)
                                   : make<SolverOf<Weighted<Losses>, Regularizers>>(problem, options, random);
                      }}...};
    return MethodRegistration(std::move(method));
  }

 private:
  template <class SolverType>
  static std::unique_ptr<Solver> make(const Problem& problem, const OptionValues& options, Random random) {
    return std::make_unique<SolverType>(problem, options, random);
  }
};

}  // namespace descent
