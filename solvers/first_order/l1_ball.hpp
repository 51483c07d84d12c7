#pragma once

#include <span>

namespace descent {

/// Projects w onto {‖w‖₁ ≤ radius}, in place. Expected time O(n): the threshold θ is found by pivoting on
/// the magnitudes (Duchi, Shalev-Shwartz, Singer, Chandra 2008, "Efficient Projections onto the l1-Ball for
/// Learning in High Dimensions", Figure 2). `scratch` must hold at least as many values as w.
void project_onto_l1_ball(std::span<double> w, double radius, std::span<double> scratch);

}  // namespace descent
