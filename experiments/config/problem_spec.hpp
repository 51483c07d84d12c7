#pragma once

#include <string>

#include "datasets/matrix/dataset.hpp"
#include "solvers/problem/problem.hpp"
#include "support/records/lambda.hpp"
#include "support/records/objective_form.hpp"

namespace descent {

/// A problem as an experiment names it: data that it does not own, loss, regulariser, λ and details. λ and
/// all reported objectives are in the configuration's form; a Problem uses the solvers' form.
struct ProblemSpec {
  const Dataset* dataset = nullptr;
  LossKind loss = LossKind::hinge;
  RegularizerKind regularizer = RegularizerKind::l1;
  Lambda lambda;
  ProblemDetails details = {};
  ObjectiveForm form = {};

  /// λ in the configuration's form.
  double lambda_value() const { return lambda.value(dataset->train.rows.outer_size()); }
  /// λ for the same problem with a mean of losses and ½‖w‖².
  double solver_lambda() const;
  /// Factor from a Problem's objectives and bounds to the configuration's form.
  double objective_scale() const { return form.is_sum ? dataset->train.rows.outer_size() : 1.0; }
  Problem problem() const { return Problem(dataset->train, loss, regularizer, solver_lambda(), details); }

  /// True if solvers see the same problem, on the same copy of the data.
  bool is_same_as(const ProblemSpec& other) const;

  /// Loss with its parameter and details that distinguish problems on the same data: "hinge",
  /// "epsilon_insensitive (epsilon 0.1)", "logistic, free intercept", "hinge, balanced class weights".
  std::string loss_text() const;

  /// For messages: "a9a, hinge + l1, λ = 1/m".
  std::string description() const;
};

}  // namespace descent
