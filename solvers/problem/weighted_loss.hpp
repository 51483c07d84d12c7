#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <stdexcept>

#include "datasets/matrix/line_products.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Losses c_i ℓ(z_i) of rows with weights c_i ≥ 0. A solver template is instantiated for Loss and
/// Weighted<Loss>, so that missing weights cost nothing. It uses the loss of a row, of_row(loss, i); only
/// dual weights belong to ℓ: a_i = −ℓ'(z_i) (docs/methods.md §1 and §10).
template <class Loss>
struct Weighted {
  static constexpr LossKind kind = Loss::kind;
  static constexpr Task task = Loss::task;
  static constexpr bool smooth = Loss::smooth;
  Loss unit;
  std::span<const double> weights;  ///< m weights c_i
};

template <class Loss>
inline constexpr bool is_weighted = false;
template <class Loss>
inline constexpr bool is_weighted<Weighted<Loss>> = true;

namespace detail {

template <class Loss>
struct UnitLossOf {
  using Type = Loss;
};
template <class Loss>
struct UnitLossOf<Weighted<Loss>> {
  using Type = Loss;
};

/// c ℓ(z).
template <class Loss>
struct LossOfRow {
  double value(double z) const { return c * unit.value(z); }
  double derivative(double z) const { return c * unit.derivative(z); }
  double second_derivative(double z) const { return c * unit.second_derivative(z); }
  double above_tangent(double z, double s) const { return c * unit.above_tangent(z, s); }
  Loss unit;
  double c;
};

}  // namespace detail

/// ℓ itself.
template <class Loss>
using UnitLoss = typename detail::UnitLossOf<Loss>::Type;

template <class Loss>
const UnitLoss<Loss>& unit_of(const Loss& loss) {
  if constexpr (is_weighted<Loss>)
    return loss.unit;
  else
    return loss;
}

template <class Loss>
Loss Problem::loss_as() const {
  if constexpr (is_weighted<Loss>)
    return {make_loss<UnitLoss<Loss>>(details_.epsilon), row_weights()};
  else
    return make_loss<Loss>(details_.epsilon);
}

/// Calls `function` with the problem's loss, Weighted if rows have weights.
template <class Function>
auto with_loss_of(const Problem& problem, const Function& function) {
  return with_loss(problem.loss(), problem.epsilon(), [&]<class Loss>(const Loss& loss) {
    if (problem.row_weights().empty()) return function(loss);
    return function(Weighted<Loss>{loss, problem.row_weights()});
  });
}

/// Makes Of<Loss>(problem, loss) for the problem's loss. Throws std::logic_error if it is not smooth.
template <class Base, template <class Loss> class Of>
std::unique_ptr<Base> make_for_smooth_loss(const Problem& problem) {
  return with_loss_of(problem, [&]<class Loss>(const Loss& loss) -> std::unique_ptr<Base> {
    if constexpr (Loss::smooth)
      return std::make_unique<Of<Loss>>(problem, loss);
    else
      throw std::logic_error("the loss must have a Lipschitz derivative");
  });
}

/// The loss c_i ℓ of row i.
template <class Loss>
const Loss& of_row(const Loss& loss, std::integral auto) {
  return loss;
}
template <class Loss>
detail::LossOfRow<Loss> of_row(const Weighted<Loss>& loss, std::integral auto i) {
  return {loss.unit, loss.weights[static_cast<std::size_t>(i)]};
}

/// c_i; without weights a constant that needs no code.
template <class Loss>
double weight_of_row(const Loss& loss, std::integral auto i) {
  if constexpr (is_weighted<Loss>)
    return loss.weights[static_cast<std::size_t>(i)];
  else
    return 1;
}

/// Σ_i c_i row_ij² along a column.
template <class Loss>
double weighted_squares(const Loss& loss, Line column) {
  if constexpr (!is_weighted<Loss>) return squared_norm(column);
  double sum = 0;
  for_each_entry(column,
                 [&](Index index, double value) { sum += weight_of_row(loss, index) * value * value; });
  return sum;
}

/// Returns the dual weights a_i of ℓ, for methods that store b_i = c_i a_i in a box [0, c_i]. Without row
/// weights this is b itself; otherwise it is `a`, filled with b_i/c_i. A row of weight 0 gets 0.
template <class Loss>
std::span<const double> without_row_weights(const Loss& loss, std::span<const double> b,
                                            std::span<double> a) {
  if constexpr (!is_weighted<Loss>) return b;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double c = weight_of_row(loss, i);
    a[i] = c > 0 ? b[i] / c : 0;
  }
  return a;
}

}  // namespace descent
