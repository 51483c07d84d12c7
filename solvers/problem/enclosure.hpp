#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "datasets/matrix/line_products.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/two_sum.hpp"

namespace descent {

/// An interval that holds a sum: the computed sum, and the most by which rounding can have moved it. After an
/// overflow it holds every number.
class Enclosure {
 public:
  using Number = long double;
  static constexpr Number precision = std::numeric_limits<Number>::epsilon();

  /// Adds a term without rounding, or widens the interval by the rounding.
  void add(Number term) { radius_ += std::abs(add_with_error(middle_, term)); }
  void add_product(double a, double b) {
    const double product = a * b;
    add(product);
    add(std::fma(a, b, -product));
  }

  /// Adds row·w, as good as with three times the precision of double. Only sums that do not fit into this
  /// precision widen the interval.
  void add_row(Line row, const double* w) {
    double high = 0;
    double low = 0;
    double lost = 0;
    std::size_t terms = 0;
    for_each_number(row, [&](Index index, double number) {
      const double product = number * w[index];
      const double rounding = add_with_error(high, product);
      lost += std::abs(add_with_error(low, rounding));
      lost += std::abs(add_with_error(low, std::fma(number, w[index], -product)));
      ++terms;
    });
    Enclosure sum;
    sum.radius_ = lost * (1 + static_cast<Number>(terms) * std::numeric_limits<double>::epsilon());
    sum.add(high);
    sum.add(low);
    const Number unit = precise_unit(row.format());
    sum.middle_ *= unit;
    if (std::abs(unit) != 1) {
      sum.radius_ = sum.radius_ * std::abs(unit) + 2 * precision * std::abs(sum.middle_);
    }
    radius_ += sum.radius_;
    add(sum.middle_);
  }

  Number middle() const { return middle_; }
  Number low() const { return is_finite() ? middle_ - width() : -infinity; }
  Number high() const { return is_finite() ? middle_ + width() : infinity; }

 private:
  bool is_finite() const { return std::isfinite(middle_) && std::isfinite(radius_); }
  /// The radius, and the rounding of the ends.
  Number width() const {
    return radius_ == 0 ? 0 : radius_ * (1 + 8 * precision) + precision * std::abs(middle_);
  }

  Number middle_ = 0;
  Number radius_ = 0;
};

}  // namespace descent
