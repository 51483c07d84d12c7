#include "experiments/solve/liblinear_model.hpp"

#include <fmt/format.h>

#include <string_view>

#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"

namespace descent {

namespace {

std::string_view solver_type(LossKind loss, RegularizerKind regularizer) {
  const bool is_l1 = regularizer == RegularizerKind::l1;
  switch (loss) {
    case LossKind::hinge:
      return "L2R_L1LOSS_SVC_DUAL";
    case LossKind::squared_hinge:
      return is_l1 ? "L1R_L2LOSS_SVC" : "L2R_L2LOSS_SVC";
    case LossKind::logistic:
      return is_l1 ? "L1R_LR" : "L2R_LR";
    case LossKind::epsilon_insensitive:
      return "L2R_L1LOSS_SVR_DUAL";
    case LossKind::squared_epsilon_insensitive:
    case LossKind::squared:
      break;
  }
  return "L2R_L2LOSS_SVR";
}

}  // namespace

std::string liblinear_model(const ProblemSpec& problem, std::span<const double> w) {
  const Dataset& data = *problem.dataset;
  const bool has_bias = data.constant_feature > 0;
  std::string text =
      fmt::format("solver_type {}\nnr_class 2\n", solver_type(problem.loss, problem.regularizer));
  if (data.classes) text += fmt::format("label {} {}\n", data.classes->positive, data.classes->negative);
  text += fmt::format("nr_feature {}\nbias {:.17g}\nw\n", w.size() - (has_bias ? 1 : 0),
                      has_bias ? data.constant_feature : -1.0);
  for (const double w_j : w) text += fmt::format("{:.17g} \n", w_j);
  return text;
}

void require_liblinear_labels(const Dataset& dataset) {
  if (!dataset.classes) return;
  for (const std::string& label : {dataset.classes->negative_name(), dataset.classes->positive}) {
    if (!number_of<int>(label))
      throw ConfigError(
          fmt::format("--model: {} has the label {}, and LIBLINEAR's labels are whole numbers; `data "
                      "convert` with --positive makes 1 and -1, --out writes the weights",
                      dataset.name, label));
  }
}

}  // namespace descent
