#pragma once

#include <memory>
#include <utility>

#include "solvers/contract/method.hpp"

namespace descent {

namespace detail {

template <class SolverType>
struct ProblemOf;
template <template <class> class SolverOf, class RegularizerType>
struct ProblemOf<SolverOf<RegularizerType>> {
  using Regularizer = RegularizerType;
};
template <template <class, class> class SolverOf, class LossType, class RegularizerType>
struct ProblemOf<SolverOf<LossType, RegularizerType>> {
  using Loss = LossType;
  using Regularizer = RegularizerType;
};

}  // namespace detail

/// A kind of problem with its solver, which is constructible from (const Problem&, const OptionValues&,
/// Random). Loss and regulariser may be left out if they are the arguments of the solver's template, in this
/// order: solver<Pegasos<Hinge, L2>>(), solver<Fista<L2>, Logistic>(), solver<Lbfgs, Logistic, L2>().
template <class SolverType, class Loss = typename detail::ProblemOf<SolverType>::Loss,
          class Regularizer = typename detail::ProblemOf<SolverType>::Regularizer>
Capability solver() {
  return {Loss::kind, Regularizer::kind,
          [](const Problem& problem, const OptionValues& options, Random random) -> std::unique_ptr<Solver> {
            return std::make_unique<SolverType>(problem, options, random);
          }};
}

/// A static object in the method's file adds the method; nothing else has to be edited.
struct MethodRegistration {
  explicit MethodRegistration(Method method) { add_method(std::move(method)); }
};

}  // namespace descent
