#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/results/curves.hpp"

namespace descent {

/// The curves that a figure with a panel a problem has room for.
struct ShownLambdas {
  std::vector<CurvePoint> curves;
  std::string remark;  ///< which λ are left out; empty when none is
};

/// All curves, up to eight problems, which are two full bands of panels. Of more than that, where one
/// dataset, loss and regulariser has four λ or more, the smallest, the middle and the largest are kept: how
/// the methods take to λ shows in the figure of the λ path.
ShownLambdas choose_shown_lambdas(std::span<const CurvePoint> curves);

}  // namespace descent
