// Primal-dual interior point: Mehrotra (1992), "On the Implementation of a Primal-Dual Interior Point
// Method". For support vector machines: Ferris and Munson (2002), "Interior-Point Methods for Massive Support
// Vector Machines"; Fine and Scheinberg (2001).
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i),   z_i = row_i·w − target_i
//   ℓ(z) = max(0, 1 − z)   or   max(0, |z| − ε) = max(0, −ε − z) + max(0, z − ε)
//
// An update is one predictor-corrector iteration (predictor_corrector.hpp) of four walks, each counted as all
// stored entries. They form ZᵀΛ⁻¹Z, products with Z and Zᵀ for the predictor, the same for the corrector, and
// evaluate the new point. With many columns a centrality corrector (Gondzio 1996) takes two or three more.
// (Solving the normal equations, n³/3 operations in n², touches no stored entry.) `advance` may stop between
// two walks.
//
// Under L1 nearly feasible dual weights are repaired near the end (dual_repair.hpp), a few times in all. A
// repair takes one walk and two for each of a few rounds, with a free intercept two and three. Without it the
// method stalled for λ = 1/m², at gaps of 10⁻⁸ on a9a and 10⁻¹ on half a million rows.
//
// A free intercept has no bounds: it is a row and column of the normal equations without E⁻¹. An iterate's
// dual value takes one more walk, since a must be balanced for it (Problem::lower_bound).
//
// Limit: with ε = 0 and λ so small that w* fits every row (n ≥ m), the rows are in effect equations. Λ⁻¹ then
// grows like 1/(product) and multiplies the rounding of z. Gaps end at 10⁻⁹ to 10⁻⁷ for λ = 10⁻⁴ (20 × 60
// normal values), without a useful bound for 10⁻⁸. A tube of a thousandth of the targets' size is certified
// as usual.

#include <fmt/format.h>

#include "solvers/contract/method_registration.hpp"
#include "solvers/interior_point/piecewise_linear_interior_point.hpp"

namespace descent {

namespace {

constexpr Index most_features = 10'000;

/// Alternative methods for too many features.
std::string alternative(LossKind loss, RegularizerKind regularizer) {
  const bool is_l1 = regularizer == RegularizerKind::l1;
  if (loss == LossKind::hinge) return is_l1 ? "use column_generation" : "use permuted_dcd";
  return is_l1 ? "use nonsmooth_scd, which certifies no optimum" : "use svr_dual_cd";
}

std::optional<std::string> too_wide(LossKind loss, RegularizerKind regularizer, const OptionValues&,
                                    Index features) {
  if (features <= most_features) return std::nullopt;
  return fmt::format("forms a matrix of {0} x {0} numbers for {0} features, at most {1} are allowed; {2}",
                     features, most_features, alternative(loss, regularizer));
}

class InteriorPoint : public PiecewiseLinearInteriorPoint {
 public:
  InteriorPoint(const Problem& problem, const OptionValues& options, Random)
      : PiecewiseLinearInteriorPoint(problem, options.number("tolerance"), threads_of(options)) {}
};

const MethodRegistration interior_point_registration(
    {.name = "interior_point",
     .title = "Interior point",
     .source = "Mehrotra 1992; Ferris and Munson 2002",
     .free_intercept = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {tolerance_option("converged when (F(w) - D(a))/F(w) of the best pair is at most this",
                                  "this program"),
                 threads_option("the work on the normal equations", "All numbers give the same bits")},
     .too_wide = too_wide,
     .solves = {solver<InteriorPoint, Hinge, L1>(), solver<InteriorPoint, Hinge, L2>(),
                solver<InteriorPoint, EpsilonInsensitive, L1>(),
                solver<InteriorPoint, EpsilonInsensitive, L2>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
