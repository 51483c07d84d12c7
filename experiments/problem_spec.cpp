#include "experiments/problem_spec.hpp"

#include <fmt/format.h>

namespace descent {

bool ProblemSpec::is_same_as(const ProblemSpec& other) const {
  return dataset == other.dataset && regularizer == other.regularizer &&
         lambda_value() == other.lambda_value() && loss_text() == other.loss_text();
}

std::string ProblemSpec::loss_text() const {
  std::string text(name_of(loss));
  if (description_of(loss).task == Task::regression) text += fmt::format(" (epsilon {})", details.epsilon);
  if (details.free_intercept) text += ", free intercept";
  return text;
}

std::string ProblemSpec::description() const {
  return fmt::format("{}, {} + {}, lambda {}", dataset->name, loss_text(), name_of(regularizer), lambda.text);
}

}  // namespace descent
