#include "plots/claims/claims.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace descent {
namespace {

constexpr std::array<std::pair<CountKind, std::string_view>, 7> count_names{{
    {CountKind::iterations, "iterations"},
    {CountKind::outer_iterations, "outer_iterations"},
    {CountKind::first_outer_iterations, "first_outer_iterations"},
    {CountKind::train_errors, "train_errors"},
    {CountKind::test_errors, "test_errors"},
    {CountKind::errors, "errors"},
    {CountKind::attributes_kept, "attributes_kept"},
}};

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

std::string_view kind_of(const Assertion& assertion) {
  constexpr std::string_view kinds[] = {"faster", "equal_sparsity", "rate", "count", "fewer"};
  static_assert(std::size(kinds) == std::variant_size_v<Assertion>);
  return kinds[assertion.index()];
}

std::string_view name_of(CountKind kind) {
  return std::ranges::find(count_names, kind, &std::pair<CountKind, std::string_view>::first)->second;
}

std::vector<std::string> count_names_of_runs() {
  std::vector<std::string> all;
  for (const auto& [kind, name] : count_names) {
    if (kind != CountKind::attributes_kept) all.emplace_back(name);
  }
  return all;
}

std::vector<std::string> count_names_of_models() {
  return {std::string(name_of(CountKind::test_errors)), std::string(name_of(CountKind::attributes_kept))};
}

std::optional<CountKind> count_named(std::string_view name) {
  const auto found = std::ranges::find(count_names, name, &std::pair<CountKind, std::string_view>::second);
  if (found == count_names.end()) return std::nullopt;
  return found->first;
}

}  // namespace descent
