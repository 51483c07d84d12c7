#include "solvers/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "datasets/errors.hpp"

namespace descent {

namespace {

constexpr std::array loss_table{
    LossDescription{Hinge::kind, Hinge::name, Hinge::formula},
    LossDescription{SquaredHinge::kind, SquaredHinge::name, SquaredHinge::formula},
};

constexpr std::array regularizer_table{
    RegularizerDescription{L1::kind, L1::name, L1::formula},
    RegularizerDescription{L2::kind, L2::name, L2::formula},
};

template <class Table, class Kind>
std::string_view name_in(const Table& table, Kind kind) {
  return std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.kind == kind; })
      ->name;
}

}  // namespace

std::span<const LossDescription> losses() {
  return loss_table;
}
std::string_view name_of(LossKind kind) {
  return name_in(loss_table, kind);
}
std::span<const RegularizerDescription> regularizers() {
  return regularizer_table;
}
std::string_view name_of(RegularizerKind kind) {
  return name_in(regularizer_table, kind);
}

Problem::Problem(const Sample& sample, LossKind loss, RegularizerKind regularizer, double lambda)
    : sample_(sample), loss_(loss), regularizer_(regularizer), lambda_(lambda) {
  if (!(lambda > 0 && std::isfinite(lambda) && std::isfinite(c()))) {
    throw ConfigError(fmt::format("lambda must be > 0 with lambda and 1/(lambda m) finite, got {}", lambda));
  }
  if (rows().nonzeros() == 0)
    throw DataError("the training data has no nonzero value: there is nothing to optimise");
}

const SparseMatrix& Problem::columns() const {
  if (!columns_) columns_ = transpose(rows());
  return *columns_;
}

double Problem::objective(std::span<const double> w) const {
  const double loss = with_loss(loss_, [&](auto loss_function) {
    double sum = 0;
    for (Index i = 0; i < m(); ++i) sum += loss_function.value(dot(rows()[i], w.data()));
    return sum / m();
  });
  const double penalty = with_regularizer(regularizer_, [&](auto r) {
    double sum = 0;
    for (const double w_j : w) sum += r.value(w_j);
    return sum;
  });
  return lambda_ * penalty + loss;
}

double Problem::lower_bound(std::span<const double> a) const {
  return with_loss(loss_, [&](auto loss_function) {
    std::vector<double> v(static_cast<std::size_t>(n()), 0.0);
    for (Index i = 0; i < m(); ++i) {
      add(rows()[i], loss_function.clip_dual(a[static_cast<std::size_t>(i)]) / m(), v.data());
    }
    double scale = 1;
    double quadratic = 0;
    if (regularizer_ == RegularizerKind::l1) {
      double largest = 0;
      for (const double v_j : v) largest = std::max(largest, std::abs(v_j));
      if (largest > lambda_) scale = lambda_ / largest;
    } else {
      for (const double v_j : v) quadratic += v_j * v_j;
      quadratic /= 2 * lambda_;
    }
    double terms = 0;
    for (const double a_i : a) terms += loss_function.dual_term(scale * loss_function.clip_dual(a_i));
    return terms / m() - quadratic;
  });
}

std::optional<double> classification_error(const Sample& sample, std::span<const double> w) {
  if (sample.rows.lines() == 0) return std::nullopt;
  Index wrong = 0;
  for (Index i = 0; i < sample.rows.lines(); ++i) wrong += dot(sample.rows[i], w.data()) <= 0;
  return static_cast<double>(wrong) / sample.rows.lines();
}

}  // namespace descent
