#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "solvers/problem/problem.hpp"

namespace descent::test {

/// A problem on data of a kind that benign tests lack.
struct HardProblem {
  std::string family;  ///< for instance "cauchy"
  Sample sample;
  LossKind loss;
  RegularizerKind regularizer;
  double lambda;
  ProblemDetails details;

  Problem problem() const { return Problem(sample, loss, regularizer, lambda, details); }
  /// "cauchy 40 x 120, squared_hinge + l1, C 1000, free intercept".
  std::string description() const;
};

/// Problem `number` of the seed's sequence; the first problems visit every family. Some method solves each
/// pair of loss and regulariser. A third have a bias or a free intercept. λ goes from 10/m down to nearly 0.
HardProblem hard_problem(std::uint64_t seed, std::uint64_t number);

/// The same problem with row weights from 10⁻³ to 10³; with many rows, a tenth of them weigh 0.
HardProblem weighted_problem(std::uint64_t seed, std::uint64_t number);

/// The pairs that some method solves.
std::set<std::pair<LossKind, RegularizerKind>> solved_pairs();

}  // namespace descent::test
