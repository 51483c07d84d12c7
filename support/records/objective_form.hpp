#pragma once

#include <string_view>

namespace descent {

/// How a configuration writes its objective, and so what its λ, objectives and bounds are numbers of: a mean
/// or a sum of losses, and under L2 half of ‖w‖² or all of it. Solvers know the mean and ½‖w‖² alone.
struct ObjectiveForm {
  bool is_sum = false;  ///< Σ_i ℓ_i + λ R(w), as Tao et al. 2013, equation (1); else the mean of the losses
  double l2_factor = 0.5;  ///< of ‖w‖² in the l2 regulariser: 0.5, or 1 as there

  std::string_view name() const { return is_sum ? "sum" : "mean"; }
  friend bool operator==(const ObjectiveForm&, const ObjectiveForm&) = default;
};

}  // namespace descent
