// Trust-region Newton: trust_region_newton.hpp.

#include "solvers/contract/method_registration.hpp"
#include "solvers/contract/ranks.hpp"
#include "solvers/smooth/trust_region_newton.hpp"

namespace descent {

namespace {

class Tron : private SoleRank, public TrustRegionNewton {
 public:
  Tron(const Problem& problem, const OptionValues& options, Random)
      : TrustRegionNewton(problem, SharedLossSum(problem, *this),
                          static_cast<std::uint64_t>(problem.rows().nonzeros()), problem.c(), options) {}
};

const MethodRegistration tron_registration = MethodRegistration::with_row_weights<Tron>(
    {.name = "tron",
     .title = "TRON",
     .source = "Lin, Weng and Keerthi 2008, Algorithms 1 and 2; Ho and Lin 2012",
     .options = trust_region_newton_options(),
     .file = __FILE__},
    On<SquaredHinge, L2>{}, On<Logistic, L2>{}, On<SquaredEpsilonInsensitive, L2>{});

}  // namespace

}  // namespace descent
