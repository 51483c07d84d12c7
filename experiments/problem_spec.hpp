#pragma once

#include <string>

#include "datasets/dataset.hpp"
#include "experiments/lambda.hpp"
#include "solvers/problem.hpp"

namespace descent {

/// A problem as an experiment names it: data that it does not own, loss, regulariser, λ and details.
struct ProblemSpec {
  const Dataset* dataset = nullptr;
  LossKind loss = LossKind::hinge;
  RegularizerKind regularizer = RegularizerKind::l1;
  Lambda lambda;
  ProblemDetails details = {};

  double lambda_value() const { return lambda.value(dataset->train.rows.lines()); }
  Problem problem() const { return Problem(dataset->train, loss, regularizer, lambda_value(), details); }

  /// Whether both are one and the same problem, on the same copy of the data.
  bool is_same_as(const ProblemSpec& other) const;

  /// The loss with what matters to it, and what else sets the problem apart from others on the same data:
  /// "hinge", "epsilon_insensitive (epsilon 0.1)", "logistic, free intercept".
  std::string loss_text() const;

  /// For messages: "a9a, hinge + l1, lambda 1/m".
  std::string description() const;
};

}  // namespace descent
