// L1/2 regularisation as a sequence of weighted L1 problems, for least squares and logistic regression: Xu,
// Zhang, Wang, Chang, Liang (2010), "L1/2 regularization"; Zhao, Meng, Xu (2012), "L1/2 regularized logistic
// regression"; docs/methods.md §9.
//
//   min_w  F(w) = λ Σ_j |w_j|^½ + (1/m) Σ_i ℓ(z_i)
//   ℓ = log(1 + exp(−z)), z_i = y_i x_i·w;   or ℓ = z², z_i = x_i·w − y_i, or its ε-insensitive form
//   (a free intercept, the last column, is not in the sum over j)
//
//   w^0 = (1, …, 1);   w^{t+1} = argmin_w  λ Σ_j v_j |w_j| + mean loss,   v_j = ½ / (√|w_j^t| + ε)
//
// ReweightedLeastSquares solves each problem from the solution of the last; the first from w = 0 or from w^0
// (option `start`). As w^0 gives the first weights either way, the first problem is plain L1 with
// λ/(2(1 + ε)).
//
// The factor ½ is added here. As √t is concave, √|w_j| ≤ √|w_j^t| + (|w_j| − |w_j^t|)/(2√|w_j^t|). So for
// ε → 0 the problem's objective, plus a constant, lies above F and touches it in w^t: F cannot rise from one
// problem to the next. For ε > 0 the same holds exactly for
//
//   F_ε(w) = λ Σ_j (√|w_j| − ε log(1 + √|w_j|/ε)) + mean loss
//
// whose penalty has the derivative v_j in |w_j|; F − F_ε is of the order of λ ε log(1/ε) per nonzero weight.
// The papers' weights, 1/(√|w_j^t| + ε), lead to the F_ε of 2λ instead of λ: option `weights`.
//
// A problem is left for new weights before its end (option `accuracy`): once its objective is lower than at
// its start, so is F_ε. Converged when new weights do not move w. Option `rounds` is the papers' K: then the
// run is at its limit.

#include <type_traits>

#include "solvers/contract/method_registration.hpp"
#include "solvers/l_half/least_squares_model.hpp"
#include "solvers/l_half/reweighted_least_squares.hpp"

namespace descent {

namespace {

/// λ v_j |w_j| for the regularised columns.
class WeightedL1Penalty {
 public:
  static constexpr bool is_sequence = true;

  WeightedL1Penalty(const Problem& problem, double factor, double epsilon)
      : factor_(problem.lambda() * factor),
        epsilon_(epsilon),
        slopes_(static_cast<std::size_t>(problem.n()), 0.0) {
    std::fill_n(slopes_.begin(), problem.penalized_columns(), slope_at(1));
    penalized_ = static_cast<std::size_t>(problem.penalized_columns());
  }

  double minimiser(Index j, double c, double a, double, bool) const {
    return soft_threshold(c, slopes_[static_cast<std::size_t>(j)] / a);
  }

  double change(Index j, double from, double to) const {
    return slopes_[static_cast<std::size_t>(j)] * (std::abs(to) - std::abs(from));
  }

  bool next(std::span<const double> w) {
    for (std::size_t j = 0; j < penalized_; ++j) slopes_[j] = slope_at(w[j]);
    return true;
  }

 private:
  double slope_at(double w_j) const { return factor_ / (std::sqrt(std::abs(w_j)) + epsilon_); }

  double factor_;
  double epsilon_;
  std::size_t penalized_ = 0;
  std::vector<double> slopes_;  ///< λ v_j, 0 for the free intercept
};

template <class Loss>
using ModelOf = std::conditional_t<Loss::task == Task::regression, SquaredModel, LogisticModel>;

template <class Loss, class>
class LHalfReweighted : public ReweightedLeastSquares<ModelOf<Loss>, WeightedL1Penalty> {
 public:
  LHalfReweighted(const Problem& problem, const OptionValues& options, Random)
      : ReweightedLeastSquares<ModelOf<Loss>, WeightedL1Penalty>(
            problem,
            WeightedL1Penalty(problem, options.word("weights") == "paper" ? 1.0 : 0.5,
                              options.number("epsilon")),
            settings_of(options)) {}

 private:
  static LeastSquaresSettings settings_of(const OptionValues& options) {
    LeastSquaresSettings settings(options, options.flag("damping"));
    settings.problem_accuracy = options.number("accuracy");
    if (!options.is_word("rounds"))
      settings.maximum_problems = static_cast<std::uint64_t>(options.number("rounds"));
    return settings;
  }
};

const MethodRegistration l_half_reweighted_registration(
    {.name = "l_half_reweighted",
     .title = "L1/2 (reweighted L1)",
     .source = "Xu et al. 2010; Zhao et al. 2012",
     .walks_columns = true,
     .free_intercept = true,
     .options = with_least_squares_options(
         {number_option("epsilon", "keeps the weights of the L1 problems finite where w is 0", 1e-3,
                        above_zero, "Zhao et al. 2012"),
          word_option("weights",
                      "majorizer: 1/2 / (sqrt|w| + epsilon), under which F decreases; paper: 1 / (sqrt|w| + "
                      "epsilon), which solves the problem of twice the lambda",
                      "majorizer", {"majorizer", "paper"},
                      "paper: Zhao et al. 2012; majorizer: the tangent of sqrt|w|"),
          share_option("accuracy",
                       "a weighted L1 problem is left when its violation has fallen to this share", 0.01),
          {.name = "rounds",
           .description =
               "how many weighted L1 problems are solved; unlimited: until new weights change nothing",
           .default_value = "unlimited",
           .range = integers(1, 1e9),
           .words = {"unlimited"},
           .source = "K in Xu et al. 2010"},
          damping_option()}),
     .solves = {solver<LHalfReweighted<Logistic, LHalf>>(),
                solver<LHalfReweighted<SquaredEpsilonInsensitive, LHalf>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
