#include "solvers/problem/gap_without_regularizer.hpp"

#include <algorithm>
#include <cmath>

namespace descent {

namespace {

constexpr double rounding = 1e-16;         // of F(0)
constexpr double negligible_share = 1e-9;  // of the mean c_i |a_i|
constexpr double balanced = 1e-9;          // a ratio that leaves nothing to gain

}  // namespace

GapWithoutRegularizer::GapWithoutRegularizer(const Problem& problem) : problem_(problem) {
  const std::vector<double> zero(static_cast<std::size_t>(problem.n()), 0.0);
  smallest_scale_ = rounding * problem.objective(zero);
}

double GapWithoutRegularizer::Column::imbalance() const {
  return v == 0 ? 0.0 : std::abs(v) / sum_of_magnitudes;
}

bool GapWithoutRegularizer::look(std::span<const double> w, double objective) {
  w_.assign(w.begin(), w.end());
  objective_ = objective;
  a_.resize(static_cast<std::size_t>(problem_.m()));
  double total = 0;
  with_loss(problem_.loss(), problem_.epsilon(), [&](auto loss) {
    for (Index i = 0; i < problem_.m(); ++i) {
      a_[static_cast<std::size_t>(i)] = -loss.derivative(problem_.argument(i, w));
      total += std::abs(share_of_row(i));
    }
  });
  negligible_ = negligible_share * total / problem_.m();
  sum([](Index) { return true; });
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return column.imbalance() > balanced; });
}

void GapWithoutRegularizer::leave_out_negligible_rows() {
  std::vector<bool> is_out_of_balance;
  for (const Column& column : columns_) is_out_of_balance.push_back(column.imbalance() > balanced);
  sum([&](Index i) {
    if (std::abs(share_of_row(i)) > negligible_) return true;
    const auto row = problem_.rows()[i];
    return std::none_of(row.begin(), row.end(), [&](const Entry& entry) {
      return is_out_of_balance[static_cast<std::size_t>(entry.index)];
    });
  });
}

template <class Keep>
void GapWithoutRegularizer::sum(const Keep& keep) {
  columns_.assign(w_.size(), {});
  long double terms = 0;
  with_loss(problem_.loss(), problem_.epsilon(), [&](auto loss) {
    for (Index i = 0; i < problem_.m(); ++i) {
      const double a = a_[static_cast<std::size_t>(i)];
      if (a == 0 || !keep(i)) continue;
      terms += static_cast<long double>(problem_.row_weight(i)) *
               (loss.dual_term(a) + static_cast<long double>(problem_.target(i)) * a);
      const double share = share_of_row(i) / problem_.m();
      for (const Entry& entry : problem_.rows()[i]) {
        Column& column = columns_[static_cast<std::size_t>(entry.index)];
        const double push = share * static_cast<double>(entry.value);
        column.v += push;
        column.sum_of_magnitudes += std::abs(push);
      }
    }
  });
  bound_ = static_cast<double>(terms / problem_.m());
}

double GapWithoutRegularizer::value() const {
  double gap = objective_ - bound_;
  double largest = 0;
  for (std::size_t j = 0; j < w_.size(); ++j) {
    gap += std::abs(columns_[j].v * w_[j]);
    largest = std::max(largest, columns_[j].imbalance());
  }
  const double relative = std::max({0.0, gap / objective_, largest});
  return objective_ <= smallest_scale_ ? std::min(relative, objective_ / smallest_scale_) : relative;
}

}  // namespace descent
