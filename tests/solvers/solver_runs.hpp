#pragma once

#include <map>
#include <memory>
#include <string>

#include "solvers/contract/method.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/solvers/random_problem.hpp"

namespace descent::test {

using Given = std::map<std::string, OptionValue>;

inline std::unique_ptr<Solver> start(const std::string& name, const Problem& problem, const Given& given = {},
                                     std::uint64_t seed = 1) {
  const Method& method = find_method(name);
  return make_solver(method, problem, OptionValues(method.options, given), Random(seed));
}

inline Vector weights_of(const Solver& solver, const Problem& problem) {
  Vector w(static_cast<std::size_t>(problem.n()));
  solver.weights(w);
  return w;
}

/// Advances one step at a time until at least this many steps are made (a few more if rows are empty).
inline Progress advance_to(Solver& solver, std::uint64_t updates) {
  Progress progress = solver.advance(0);
  while (progress.updates < updates && progress.status == Status::running) progress = solver.advance(1);
  return progress;
}

inline Progress advance_passes(Solver& solver, const Problem& problem, double passes) {
  return solver.advance(static_cast<std::uint64_t>(passes * static_cast<double>(problem.rows().nonzeros())));
}

/// Largest |a_j − b_j| / (1 + |b_j|).
inline double difference(const Vector& a, const Vector& b) {
  double largest = a.size() == b.size() ? 0 : infinity;
  for (std::size_t j = 0; j < std::min(a.size(), b.size()); ++j) {
    const double here = std::abs(a[j] - b[j]) / (1 + std::abs(b[j]));
    if (!(here <= largest)) largest = here;  // a NaN counts as a difference
  }
  return largest;
}

/// (F(w) − D)/F(w) of a solver's result, with its own bound D.
inline double certified_gap(const Solver& solver, const Problem& problem) {
  const double objective = problem.objective(weights_of(solver, problem));
  return (objective - problem.lower_bound(*solver.dual())) / objective;
}

}  // namespace descent::test
