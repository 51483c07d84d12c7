#pragma once

#include <string>

#include "datasets/matrix/dataset.hpp"
#include "plots/results/lambda.hpp"
#include "plots/results/objective_form.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// A problem as an experiment names it: data that it does not own, loss, regulariser, λ and details. λ, and
/// whatever results say of its objective, are in the configuration's form; a Problem is in that of the
/// solvers.
struct ProblemSpec {
  const Dataset* dataset = nullptr;
  LossKind loss = LossKind::hinge;
  RegularizerKind regularizer = RegularizerKind::l1;
  Lambda lambda;
  ProblemDetails details = {};
  ObjectiveForm form = {};

  /// λ in the configuration's form.
  double lambda_value() const { return lambda.value(dataset->train.rows.outer_size()); }
  /// The same regularisation beside a mean of losses and ½‖w‖².
  double solver_lambda() const;
  /// What a Problem's objectives and bounds are multiplied with to be in the configuration's form.
  double objective_scale() const { return form.is_sum ? dataset->train.rows.outer_size() : 1.0; }
  Problem problem() const { return Problem(dataset->train, loss, regularizer, solver_lambda(), details); }

  /// Whether both are one and the same problem for a solver, on the same copy of the data.
  bool is_same_as(const ProblemSpec& other) const;

  /// The loss with what matters to it, and what else sets the problem apart from others on the same data:
  /// "hinge", "epsilon_insensitive (epsilon 0.1)", "logistic, free intercept", "hinge, balanced class
  /// weights".
  std::string loss_text() const;

  /// For messages: "a9a, hinge + l1, lambda 1/m".
  std::string description() const;
};

}  // namespace descent
