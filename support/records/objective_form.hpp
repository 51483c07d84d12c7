#pragma once

#include <string_view>

namespace descent {

/// How a configuration writes its objective: with the mean or the sum of the losses, and under L2 with ½‖w‖²
/// or ‖w‖². Its λ, objectives and bounds belong to this form. Solvers only know the mean and ½‖w‖².
struct ObjectiveForm {
  bool is_sum = false;     ///< Σ_i ℓ_i + λ R(w), as in Tao et al. 2013, equation (1)
  double l2_factor = 0.5;  ///< of ‖w‖² in the l2 regulariser: 0.5, or 1 as in that paper

  std::string_view name() const { return is_sum ? "sum" : "mean"; }
  friend bool operator==(const ObjectiveForm&, const ObjectiveForm&) = default;
};

}  // namespace descent
