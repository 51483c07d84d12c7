#include "plots/claims.hpp"

namespace descent {
namespace {

/// The assertion's methods, the one that it is about first.
std::vector<ClaimedMethod*> methods_in(FasterAssertion& assertion) {
  std::vector<ClaimedMethod*> methods{&assertion.faster};
  for (ClaimedMethod& method : assertion.slower) methods.push_back(&method);
  return methods;
}

std::vector<ClaimedMethod*> methods_in(EqualSparsityAssertion& assertion) {
  std::vector<ClaimedMethod*> methods{&assertion.method};
  for (ClaimedMethod& method : assertion.others) methods.push_back(&method);
  return methods;
}

std::vector<ClaimedMethod*> methods_in(RateAssertion& assertion) {
  return {&assertion.method};
}

std::vector<ClaimedMethod*> methods_in(Claim& claim) {
  return std::visit([](auto& assertion) { return methods_in(assertion); }, claim.assertion);
}

}  // namespace

std::string text_of(DatasetShape shape) {
  switch (shape) {
    case DatasetShape::fewer_rows_than_columns:
      return "m < n";
    case DatasetShape::at_least_as_many_rows:
      return "m >= n";
    case DatasetShape::any:
      break;
  }
  return "";
}

std::string_view formula_of(TargetScale scale) {
  return scale == TargetScale::optimum ? "(F - D*)/D*" : "(F - D*)/(F(0) - D*)";
}

std::vector<ClaimedMethod> methods_of(const Claim& claim) {
  Claim copy = claim;
  std::vector<ClaimedMethod> methods;
  for (const ClaimedMethod* method : methods_in(copy)) methods.push_back(*method);
  return methods;
}

Claim under(const Protocol& protocol, const Claim& claim) {
  Claim changed = claim;
  for (ClaimedMethod* method : methods_in(changed)) *method = protocol.applied_to(*method, claim.regularizer);
  return changed;
}

const Targets* targets_of(const Claim& claim) {
  if (const auto* times = std::get_if<FasterAssertion>(&claim.assertion)) return &times->targets;
  if (const auto* sparsity = std::get_if<EqualSparsityAssertion>(&claim.assertion)) return &sparsity->targets;
  return nullptr;
}

}  // namespace descent
