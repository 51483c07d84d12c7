#include "plots/claims/count_kind.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace descent {
namespace {

constexpr std::array<std::pair<CountKind, std::string_view>, 7> names{{
    {CountKind::iterations, "iterations"},
    {CountKind::outer_iterations, "outer_iterations"},
    {CountKind::first_outer_iterations, "first_outer_iterations"},
    {CountKind::train_errors, "train_errors"},
    {CountKind::test_errors, "test_errors"},
    {CountKind::errors, "errors"},
    {CountKind::attributes_kept, "attributes_kept"},
}};

}  // namespace

std::string_view name_of(CountKind kind) {
  return std::ranges::find(names, kind, &std::pair<CountKind, std::string_view>::first)->second;
}

std::vector<std::string> count_names_of_runs() {
  std::vector<std::string> all;
  for (const auto& [kind, name] : names) {
    if (kind != CountKind::attributes_kept) all.emplace_back(name);
  }
  return all;
}

std::vector<std::string> count_names_of_models() {
  return {std::string(name_of(CountKind::test_errors)), std::string(name_of(CountKind::attributes_kept))};
}

std::optional<CountKind> count_named(std::string_view name) {
  const auto found = std::ranges::find(names, name, &std::pair<CountKind, std::string_view>::second);
  if (found == names.end()) return std::nullopt;
  return found->first;
}

}  // namespace descent
