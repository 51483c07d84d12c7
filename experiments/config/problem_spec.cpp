#include "experiments/config/problem_spec.hpp"

#include <fmt/format.h>

#include "datasets/weigh_rows.hpp"
#include "plots/labels/labels.hpp"

namespace descent {

double ProblemSpec::solver_lambda() const {
  Lambda mean_lambda = lambda;
  // One division, so that "1/m" of a sum equals "1/m^2" of the mean to the last bit.
  if (form.is_sum) ++mean_lambda.power_of_m;
  const double factor = regularizer == RegularizerKind::l2 ? 2 * form.l2_factor : 1.0;
  return factor * mean_lambda.value(dataset->train.rows.outer_size());
}

bool ProblemSpec::is_same_as(const ProblemSpec& other) const {
  return dataset == other.dataset && regularizer == other.regularizer &&
         solver_lambda() == other.solver_lambda() && loss_text() == other.loss_text();
}

std::string ProblemSpec::loss_text() const {
  std::string text(name_of(loss));
  if (description_of(loss).has_epsilon) text += fmt::format(" (epsilon {})", details.epsilon);
  if (details.free_intercept) text += ", free intercept";
  if (const std::string weights = weighting_text(*dataset); !weights.empty()) text += ", " + weights;
  return text;
}

std::string ProblemSpec::description() const {
  const auto rows = static_cast<std::uint64_t>(dataset->train.rows.outer_size());
  return fmt::format("{}, {} + {}, λ = {}{}", dataset->name, loss_text(), name_of(regularizer),
                     lambda_title(lambda.text, lambda_value(), rows), form.is_sum ? " (sum)" : "");
}

}  // namespace descent
