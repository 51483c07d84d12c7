#include "plots/claims/claims.hpp"

namespace descent {

std::string_view formula_of(TargetScale scale) {
  return scale == TargetScale::optimum ? "(F - D*)/D*" : "(F - D*)/(F(0) - D*)";
}

bool is_ours(const Claim& claim) {
  return claim.finding == "ours";
}

std::vector<ClaimedMethod> methods_of(const Claim& claim) {
  std::vector<ClaimedMethod> methods{claim.method};
  methods.insert(methods.end(), claim.others.begin(), claim.others.end());
  return methods;
}

Claim under(const Protocol& protocol, const Claim& claim) {
  Claim changed = claim;
  changed.method = protocol.applied_to(claim.method, claim.regularizer).value_or(claim.method);
  changed.others.clear();
  for (const ClaimedMethod& other : claim.others) {
    if (const auto applied = protocol.applied_to(other, claim.regularizer))
      changed.others.push_back(*applied);
  }
  return changed;
}

}  // namespace descent
