// Trust-region Newton in several processes: Zhuang, Chin, Juan and Lin (2015), "Distributed Newton Methods
// for Regularized Logistic Regression", Algorithm 1 with the data split by rows (instance-wise). Each process
// has some rows; w, the gradient and all vectors of conjugate gradients are the same in all.
//
// A walk of trust_region_newton.hpp, for a product with the Hessian or a trial point, is a walk of each
// process over its rows and a round that adds up the sums. The message has n numbers, for a trial point also
// its value; with the preconditioner "diagonal" also the Hessian's diagonal, 2n + 1 numbers in all. Near the
// optimum a trial point takes one more round, of one number: the height of the losses above their tangent.
// With one process it is tron, to the last bit.

#include "solvers/distributed/distributed_method.hpp"
#include "solvers/smooth/trust_region_newton.hpp"

namespace descent {

namespace {

class DistributedTron : public TrustRegionNewton {
 public:
  static constexpr Shared shared = Shared::rows;
  static constexpr bool keeps_rounds = true;

  DistributedTron(const ProblemShare& share, const OptionValues& options, Random, Ranks& ranks)
      : TrustRegionNewton(share.own, SharedLossSum(share.own, ranks), share.nonzeros, share.c, options) {}
};

const MethodRegistration distributed_tron_registration = distributed_method<DistributedTron>(
    {.name = "distributed_tron",
     .title = "Distributed TRON",
     .source = "Zhuang et al. 2015, Algorithm 1",
     .options = trust_region_newton_options(),
     .file = __FILE__},
    On<SquaredHinge, L2>{}, On<Logistic, L2>{}, On<SquaredEpsilonInsensitive, L2>{});

}  // namespace

}  // namespace descent
