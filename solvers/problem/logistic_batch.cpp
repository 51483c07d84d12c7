#include <Eigen/Core>
#include <cmath>

#include "solvers/problem/loss_batch.hpp"

namespace descent {

namespace {

// Of fixed size and aligned: no number is left over for other instructions, which would round otherwise.
using Numbers = Eigen::Array<double, static_cast<int>(RowBatch::most), 1>;

Eigen::Map<const Numbers, Eigen::Aligned64> numbers(const RowBatch& batch) {
  return Eigen::Map<const Numbers, Eigen::Aligned64>(batch.data());
}

template <class Expression>
RowBatch batch_of(const Expression& expression) {
  RowBatch batch;
  Eigen::Map<Numbers, Eigen::Aligned64>(batch.data()) = expression;
  return batch;
}

}  // namespace

LossBatch<Logistic>::LossBatch(const Logistic&, const RowBatch& z)
    : z_(z), e_(batch_of((-numbers(z).abs()).exp())) {
  // Eigen's exponential has no values below the least normal number, and may be a number for NaN.
  for (std::size_t k = 0; k < RowBatch::most; ++k) {
    if (!(std::abs(z_[k]) <= 708)) e_[k] = std::exp(-std::abs(z_[k]));
  }
}

// log(1 + e) + (e − (1 + e − 1))/(1 + e): the second term is what rounding took from the first.
RowBatch LossBatch<Logistic>::value() const {
  const Numbers e = numbers(e_);
  const Numbers sum = 1 + e;
  return batch_of(sum.log() + (e - (sum - 1)) / sum + (-numbers(z_)).max(0));
}

RowBatch LossBatch<Logistic>::derivative() const {
  const Numbers e = numbers(e_);
  const Numbers numerators = (numbers(z_) > 0).select(e, Numbers::Ones());
  return batch_of(-numerators / (1 + e));
}

RowBatch LossBatch<Logistic>::second_derivative() const {
  const Numbers e = numbers(e_);
  return batch_of(e / (1 + e).square());
}

RowBatch LossBatch<Logistic>::above_tangent(const RowBatch& steps) const {
  RowBatch above;
  if (!(numbers(steps).abs() <= Logistic::short_step).all()) {
    for (std::size_t k = 0; k < RowBatch::most; ++k) above[k] = Logistic::above_tangent(z_[k], steps[k]);
    return above;
  }
  const RowBatch first = derivative();
  const RowBatch second = second_derivative();
  for (std::size_t k = 0; k < RowBatch::most; ++k)
    above[k] = Logistic::above_tangent_of_short_step(-first[k], second[k], steps[k]);
  return above;
}

}  // namespace descent
