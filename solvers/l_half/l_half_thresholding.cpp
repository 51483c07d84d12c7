// L1/2 regularisation by coordinate descent with half thresholding, of the problem of Xu, Zhang, Wang, Chang
// and Liang (2010), "L1/2 regularization"; docs/methods.md §9.
//
// l_half_logistic: Zhao, Meng, Xu (2012), "L1/2 regularized logistic regression". The paper below is "ADMM
// for logistic regression and L1/2 regularisation" (§3.2), which writes it down.
//
//   min_w  F(w) = λ Σ_j |w_j|^½ + (1/m) Σ_i log(1 + exp(−z_i)),   z_i = y_i x_i·w
//   (a free intercept, the last column, is not in the sum over j)
//
//   outer iteration: μ_i = σ(z_i), W_i = max(μ_i (1 − μ_i), 10⁻⁵), working responses: the quadratic model of
//   the loss; inner coordinate descent, with c and a the coordinate's least-squares solution and curvature:
//   w_j ← argmin_b (b − c)² + κ|b|^½, κ = 2λ/a: see half_threshold. See ReweightedLeastSquares for the outer
//   step.
//
// Deviations from the paper:
// - κ = 2λ/a. The paper has λ/a, without the ½ of the quadratic model.
// - The closed form has its factor c. `global`, the default, leaves 0 where the minimum moves; `stationary`,
//   the printed threshold, where a second stationary point appears (half_threshold).
// - The outer step is halved until F decreases; if no step does, the model is made steeper. Else the
//   iteration need not converge. So F never rises from one outer iteration to the next. Against a steeper
//   model `stationary` skips coordinate steps that raise the model. Option `damping` false runs the printed
//   iteration: whole steps, and no floor under W.
// - Starts at w = 0, a local minimum of F, since |w_j|^½ has infinite slope there. Half thresholding leaves
//   it where the model is lower away from 0. Option `start` ones is the paper's (1, …, 1).
//
// At the end F is stationary in the nonzero weights, and 0 is the model's global minimum in each other
// weight. F itself may be lower away from 0, where it is flatter than its model.
//
// l_half_thresholding: the same coordinate step for least squares,
//
//   min_w  F(w) = λ Σ_j |w_j|^½ + (1/m) Σ_i (x_i·w − y_i)²,   or its ε-insensitive form
//
//   w_j ← argmin_b (b − c)² + κ|b|^½,   κ = 2λ/a,   a = (2/m) Σ_i x_ij²,   c = w_j − (∂loss/∂w_j)/a
//
// The model of the squared loss is the loss: F falls with every coordinate step under `threshold` global.

#include "solvers/contract/method_registration.hpp"
#include "solvers/l_half/half_penalty.hpp"
#include "solvers/l_half/least_squares_model.hpp"
#include "solvers/l_half/reweighted_least_squares.hpp"

namespace descent {

namespace {

class LHalfLogistic : public ReweightedLeastSquares<LogisticModel, HalfPenalty> {
 public:
  LHalfLogistic(const Problem& problem, const OptionValues& options, Random)
      : ReweightedLeastSquares(problem, HalfPenalty(problem, options),
                               LeastSquaresSettings(options, options.flag("damping"))) {}
};

class LHalfThresholding : public ReweightedLeastSquares<SquaredModel, HalfPenalty> {
 public:
  LHalfThresholding(const Problem& problem, const OptionValues& options, Random)
      : ReweightedLeastSquares(problem, HalfPenalty(problem, options), LeastSquaresSettings(options, true)) {}
};

Method describe_l_half(std::string name, std::string title, std::string source, std::vector<Option> options,
                       std::vector<Capability> solves) {
  return {.name = std::move(name),
          .title = std::move(title),
          .source = std::move(source),
          .walks_columns = true,
          .free_intercept = true,
          .options = with_least_squares_options(std::move(options)),
          .solves = std::move(solves),
          .file = __FILE__};
}

const MethodRegistration l_half_logistic_registration(
    describe_l_half("l_half_logistic", "L1/2 logistic (half thresholding)", "Zhao et al. 2012",
                    {half_threshold_option(), damping_option()}, {solver<LHalfLogistic, Logistic, LHalf>()}));
const MethodRegistration l_half_thresholding_registration(describe_l_half(
    "l_half_thresholding", "L1/2 least squares (half thresholding)", "Xu et al. 2010; Zhao et al. 2012",
    {half_threshold_option()}, {solver<LHalfThresholding, SquaredEpsilonInsensitive, LHalf>()}));

}  // namespace

}  // namespace descent
