#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "solvers/problem/problem.hpp"

namespace descent::test {

/// A problem on data of a kind that benign tests do not have.
struct HardProblem {
  std::string family;  ///< of the data: "cauchy"
  Sample sample;
  LossKind loss;
  RegularizerKind regularizer;
  double lambda;
  ProblemDetails details;

  Problem problem() const { return Problem(sample, loss, regularizer, lambda, details); }
  /// "cauchy 40 x 120, squared_hinge + l1, C 1000, free intercept".
  std::string description() const;
};

/// Problem `number` of the sequence that belongs to the seed; the first ones visit every family. Loss and
/// regulariser are pairs that some method solves; with bias or free intercept in a third of them; λ from
/// 10/m down to next to nothing.
HardProblem hard_problem(std::uint64_t seed, std::uint64_t number);

/// The same problem with weights of its rows, from 10⁻³ to 10³, and 0 for a tenth of many rows.
HardProblem weighted_problem(std::uint64_t seed, std::uint64_t number);

/// The pairs that some method solves.
std::set<std::pair<LossKind, RegularizerKind>> solved_pairs();

}  // namespace descent::test
