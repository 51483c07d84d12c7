// L1/2-regularised least squares by coordinate descent with half thresholding; docs/methods.md §9. Problem:
// Xu, Zhang, Wang, Chang, Liang (2010), "L1/2 regularization". Coordinate step, here with W = 1: Zhao, Meng,
// Xu (2012).
//
//   min_w  F(w) = λ Σ_j |w_j|^½ + (1/m) Σ_i (x_i·w − y_i)²,   or its ε-insensitive form
//   (a free intercept, the last column, is not in the sum over j)
//
//   w_j ← argmin_b (b − c)² + κ|b|^½,   κ = 2λ/a,   a = (2/m) Σ_i x_ij²,   c = w_j − (∂loss/∂w_j)/a
//
// ReweightedLeastSquares makes the passes: over all columns, then over those with w_j ≠ 0. The model of the
// squared loss is the loss: F falls with every coordinate step under `threshold` global.

#include "solvers/contract/method_registration.hpp"
#include "solvers/l_half/half_penalty.hpp"
#include "solvers/l_half/reweighted_least_squares.hpp"
#include "solvers/l_half/squared_model.hpp"

namespace descent {

namespace {

class LHalfThresholding : public ReweightedLeastSquares<SquaredModel, HalfPenalty> {
 public:
  LHalfThresholding(const Problem& problem, const OptionValues& options, Random)
      : ReweightedLeastSquares(problem, HalfPenalty(problem, options), LeastSquaresSettings(options, true)) {}
};

const MethodRegistration l_half_thresholding_registration = MethodRegistration::of<LHalfThresholding>(
    {.name = "l_half_thresholding",
     .title = "L1/2 least squares (half thresholding)",
     .source = "Xu et al. 2010; Zhao et al. 2012",
     .walks_columns = true,
     .free_intercept = true,
     .options = with_least_squares_options({half_threshold_option()}),
     .file = __FILE__},
    On<SquaredEpsilonInsensitive, LHalf>{});

}  // namespace

}  // namespace descent
