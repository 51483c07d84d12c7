#include "plots/objective_form.hpp"

#include "plots/problem_title.hpp"

namespace descent {

std::string objective_formula(const ObjectiveForm& form, const std::string& loss,
                              const std::string& regularizer) {
  std::string penalty;
  if (regularizer == "l1") penalty = " + λ‖w‖₁";
  if (regularizer == "l2") penalty = form.l2_factor == 1 ? " + λ‖w‖²" : " + ½λ‖w‖²";
  if (regularizer == "l_half") penalty = " + λ Σ√|w_j|";
  return (form.is_sum ? "Σ " : "mean ") + loss_title(loss) + penalty;
}

}  // namespace descent
