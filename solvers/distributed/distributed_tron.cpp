// Trust-region Newton in several processes: Zhuang, Chin, Juan and Lin (2015), "Distributed Newton Methods
// for Regularized Logistic Regression", Algorithm 1 with the data split by rows (instance-wise). Each process
// has some rows; w, the gradient and all vectors of conjugate gradients are the same in all of them.
//
// A walk of trust_region_newton.hpp over the rows, for a product with the Hessian or a trial point, is a walk
// of each process over its own and a round that adds up their sums: n numbers, and the value of a trial point
// in the same message. With one process it is tron, to the last bit.

#include <algorithm>
#include <array>

#include "solvers/distributed/distributed_method.hpp"
#include "solvers/smooth/trust_region_newton.hpp"

namespace descent {

namespace {

/// Sums of losses over the rows of all processes, in the place of SmoothLossSum.
template <class Loss>
class SharedLossSum {
 public:
  SharedLossSum(const Problem& own, Ranks& ranks) : own_(own), ranks_(ranks) {}

  void evaluate(SmoothPoint& point) {
    own_.evaluate(point);
    message_.assign(point.gradient.begin(), point.gradient.end());
    message_.insert(message_.end(), point.diagonal.begin(), point.diagonal.end());
    message_.push_back(point.value);
    ranks_.sum(message_);
    const auto of_diagonal = message_.begin() + std::ssize(point.gradient);
    std::copy(message_.begin(), of_diagonal, point.gradient.begin());
    std::copy(of_diagonal, message_.end() - 1, point.diagonal.begin());
    point.value = message_.back();
  }

  void hessian_product(std::span<const double> curvatures, std::span<const double> v,
                       std::span<double> product) {
    own_.hessian_product(curvatures, v, product);
    ranks_.sum(product);
  }

  double above_tangent(std::span<const double> before, std::span<const double> after) {
    std::array sum{own_.above_tangent(before, after)};
    ranks_.sum(sum);
    return sum.front();
  }

  /// Of the own rows.
  void dual_weights(std::span<const double> w, std::span<double> a) const { own_.dual_weights(w, a); }

 private:
  SmoothLossSum<Loss> own_;
  Ranks& ranks_;
  std::vector<double> message_;
};

template <class Loss, class Regularizer>
class DistributedTron : public TrustRegionNewton<SharedLossSum<Loss>> {
 public:
  DistributedTron(const ProblemShare& share, const OptionValues& options, Random, Ranks& ranks)
      : TrustRegionNewton<SharedLossSum<Loss>>(share.own, SharedLossSum<Loss>(share.own, ranks),
                                               share.nonzeros, share.c, options) {}
};

const MethodRegistration registration = distributed_method<DistributedTron>(
    {.name = "distributed_tron",
     .title = "Distributed TRON",
     .source = "Zhuang et al. 2015, Algorithm 1",
     .options = trust_region_newton_options(),
     .file = __FILE__},
    On<SquaredHinge, L2>{}, On<Logistic, L2>{}, On<SquaredEpsilonInsensitive, L2>{});

}  // namespace

}  // namespace descent
