#pragma once

#include <fmt/format.h>

#include <string>

#include "datasets/dataset.hpp"
#include "experiments/lambda.hpp"
#include "solvers/problem.hpp"

namespace descent {

/// A problem as an experiment names it: data that it does not own, loss, regulariser and λ.
struct ProblemSpec {
  const Dataset* dataset = nullptr;
  LossKind loss = LossKind::hinge;
  RegularizerKind regularizer = RegularizerKind::l1;
  Lambda lambda;

  double lambda_value() const { return lambda.value(dataset->train.rows.lines()); }
  Problem problem() const { return Problem(dataset->train, loss, regularizer, lambda_value()); }
  /// For messages: "a9a, hinge + l1, lambda 1/m".
  std::string description() const {
    return fmt::format("{}, {} + {}, lambda {}", dataset->name, name_of(loss), name_of(regularizer),
                       lambda.text);
  }
};

}  // namespace descent
