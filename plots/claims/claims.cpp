#include "plots/claims/claims.hpp"

namespace descent {
namespace {

ClaimedMethod& first_of(FasterAssertion& assertion) {
  return assertion.faster;
}

ClaimedMethod& first_of(FewerAssertion& assertion) {
  return assertion.fewer;
}

ClaimedMethod& first_of(auto& assertion) {
  return assertion.method;
}

/// Those that the first one is compared with; null where there are none.
std::vector<ClaimedMethod>* others_of(FasterAssertion& assertion) {
  return &assertion.slower;
}

std::vector<ClaimedMethod>* others_of(EqualSparsityAssertion& assertion) {
  return &assertion.others;
}

std::vector<ClaimedMethod>* others_of(FewerAssertion& assertion) {
  return &assertion.more;
}

std::vector<ClaimedMethod>* others_of(auto&) {
  return nullptr;
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

bool is_ours(const Claim& claim) {
  return claim.finding == "ours";
}

std::vector<ClaimedMethod> methods_of(const Claim& claim) {
  return std::visit(
      [](auto assertion) {
        std::vector<ClaimedMethod> methods{first_of(assertion)};
        if (const auto* others = others_of(assertion))
          methods.insert(methods.end(), others->begin(), others->end());
        return methods;
      },
      claim.assertion);
}

Claim under(const Protocol& protocol, const Claim& claim) {
  const auto applied = [&](const ClaimedMethod& method) {
    return protocol.applied_to(method, claim.regularizer);
  };
  Claim changed = claim;
  const auto change = [&](auto& assertion) {
    ClaimedMethod& first = first_of(assertion);
    first = applied(first).value_or(first);
    auto* const others = others_of(assertion);
    if (others == nullptr) return;
    std::erase_if(*others, [&](const ClaimedMethod& other) { return !applied(other); });
    for (ClaimedMethod& other : *others) other = applied(other).value();
  };
  std::visit(change, changed.assertion);
  return changed;
}

const Targets* targets_of(const Claim& claim) {
  if (const auto* times = std::get_if<FasterAssertion>(&claim.assertion)) return &times->targets;
  if (const auto* sparsity = std::get_if<EqualSparsityAssertion>(&claim.assertion)) return &sparsity->targets;
  return nullptr;
}

bool is_about_models(const Claim& claim) {
  if (const auto* count = std::get_if<CountAssertion>(&claim.assertion)) return count->of_models;
  if (const auto* fewer = std::get_if<FewerAssertion>(&claim.assertion)) return fewer->of_models;
  return false;
}

}  // namespace descent
