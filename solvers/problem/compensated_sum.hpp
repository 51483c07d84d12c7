#pragma once

#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "support/numbers/two_sum.hpp"

namespace descent {

/// A sum of products beside the sum of their errors: as good as twice the precision, rounded (Ogita, Rump,
/// Oishi 2005, "Accurate Sum and Dot Product", Algorithm 5.3).
struct CompensatedSum {
  double high = 0;
  double low = 0;

  void add(double term) { low += add_with_error(high, term); }
  void add_product(double a, double b) {
    const double product = a * b;
    add(product);
    low += std::fma(a, b, -product);
  }
  /// For a factor that needs two doubles.
  void add_product(long double a, double b) {
    const auto leading = static_cast<double>(a);
    add_product(leading, b);
    if (const auto rest = static_cast<double>(a - leading); rest != 0) low += rest * b;
  }
  long double value() const { return static_cast<long double>(high) + low; }
};

/// row·w, precise even if its terms cancel.
inline long double precise_dot(Line row, const double* w) {
  CompensatedSum sum;
  for_each_number(row, [&](Index index, double number) { sum.add_product(number, w[index]); });
  return sum.value() * precise_unit(row.format());
}

}  // namespace descent
