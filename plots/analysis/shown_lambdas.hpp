#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/results/curves.hpp"

namespace descent {

/// Curves that fit into a figure with one panel per problem.
struct ShownLambdas {
  std::vector<CurvePoint> curves;
  std::string remark;  ///< λ that are left out; empty if none
};

/// All curves of up to eight problems, two full bands of panels. With more, each dataset, loss and
/// regulariser with at least four λ keeps the smallest, middle and largest; the figure of the λ path shows
/// the dependence on λ.
ShownLambdas choose_shown_lambdas(std::span<const CurvePoint> curves);

}  // namespace descent
