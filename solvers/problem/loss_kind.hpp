#pragma once

#include <span>
#include <string_view>

#include "datasets/matrix/dataset.hpp"

namespace descent {

enum class LossKind {
  hinge,
  squared_hinge,
  logistic,
  epsilon_insensitive,
  squared_epsilon_insensitive,
  squared
};

/// Kind whose type computes the loss: squared_epsilon_insensitive with ε = 0 for squared, else `kind`.
inline LossKind computed_as(LossKind kind) {
  return kind == LossKind::squared ? LossKind::squared_epsilon_insensitive : kind;
}

/// Name and formula of a loss in configurations and `descent list losses`.
struct LossDescription {
  LossKind kind;
  std::string_view name;
  std::string_view formula;
  Task task;
  bool has_epsilon;  ///< ε matters to it
};

std::span<const LossDescription> losses();
const LossDescription& description_of(LossKind kind);
inline std::string_view name_of(LossKind kind) {
  return description_of(kind).name;
}

}  // namespace descent
