#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "solvers/contract/method.hpp"
#include "solvers/problem/weighted_loss.hpp"

namespace descent {

/// Loss and regulariser that a solver template is instantiated for.
template <class Loss, class Regularizer>
struct On {};

/// A type that is local to a file if SolverOf is. GCC gives a function whose template arguments are local
/// templates, but no local types, one definition for the whole program. Two files with a class of the same
/// name, even in unnamed namespaces, would silently run the same solver.
template <template <class, class> class SolverOf>
using InThisFile = SolverOf<Hinge, L2>;
template <template <class> class SolverOf>
using RegularizedInThisFile = SolverOf<L2>;

/// A static object in the method's file adds the method; nothing else has to be edited.
///
/// A solver is a class, or a template of the regulariser with an object for its loss (smooth_loss_sum.hpp),
/// or a template SolverOf<Loss, Regularizer>. It is constructible from (const Problem&, const OptionValues&,
/// Random).
class MethodRegistration {
 public:
  /// For methods that build their solvers in their own way.
  explicit MethodRegistration(Method method) { add_method(std::move(method)); }

  template <template <class, class> class SolverOf, class... Losses, class... Regularizers,
            class = InThisFile<SolverOf>>
  static MethodRegistration of(Method method, On<Losses, Regularizers>... pairs) {
    return solving(method, capabilities<SolverOf>(pairs...));
  }
  template <class SolverType, class... Losses, class... Regularizers>
  static MethodRegistration of(Method method, On<Losses, Regularizers>...) {
    return solving(method, {{Losses::kind, Regularizers::kind, make<SolverType>}...});
  }

  /// Capabilities that `of` registers for these pairs.
  template <template <class, class> class SolverOf, class... Losses, class... Regularizers,
            class = InThisFile<SolverOf>>
  static std::vector<Capability> capabilities(On<Losses, Regularizers>...) {
    return {{Losses::kind, Regularizers::kind, make<SolverOf<Losses, Regularizers>>}...};
  }

  /// As `of`, also for rows with weights: there SolverOf<Weighted<Loss>, Regularizer> is instantiated.
  template <template <class, class> class SolverOf, class... Losses, class... Regularizers,
            class = InThisFile<SolverOf>>
  static MethodRegistration with_row_weights(Method method, On<Losses, Regularizers>...) {
    method.takes_weights = TakesWeights::of_rows;
    return solving(method, {{Losses::kind, Regularizers::kind,
                             [](const Problem& problem, const OptionValues& options, Random random) {
                               return problem.row_weights().empty()
                                          ? make<SolverOf<Losses, Regularizers>>(problem, options, random)
                                          : make<SolverOf<Weighted<Losses>, Regularizers>>(problem, options,
                                                                                           random);
                             }}...});
  }
  template <template <class> class SolverOf, class... Losses, class... Regularizers,
            class = RegularizedInThisFile<SolverOf>>
  static MethodRegistration with_row_weights(Method method, On<Losses, Regularizers>...) {
    method.takes_weights = TakesWeights::of_rows;
    return solving(method, {{Losses::kind, Regularizers::kind, make<SolverOf<Regularizers>>}...});
  }
  template <class SolverType, class... Losses, class... Regularizers>
  static MethodRegistration with_row_weights(Method method, On<Losses, Regularizers>... pairs) {
    method.takes_weights = TakesWeights::of_rows;
    return of<SolverType>(std::move(method), pairs...);
  }

 private:
  static MethodRegistration solving(Method& method, std::vector<Capability> solves) {
    method.solves = std::move(solves);
    return MethodRegistration(std::move(method));
  }

  template <class SolverType>
  static std::unique_ptr<Solver> make(const Problem& problem, const OptionValues& options, Random random) {
    return std::make_unique<SolverType>(problem, options, random);
  }
};

}  // namespace descent
