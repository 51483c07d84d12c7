// The four functions of BLAS that LIBLINEAR's Newton methods call, always for vectors of stride 1, with the
// sums that ours have. A BLAS library of the system may start threads before main, which nobody bills and
// which do not start where memory is short; and its speed would depend on the machine's choice.

#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/linear_algebra/vector_sum.hpp"

extern "C" {

double ddot_(const int* n, const double* x, const int*, const double* y, const int*) {
  return descent::vector_sum(static_cast<std::size_t>(*n), [=](std::size_t j) { return x[j] * y[j]; });
}

int daxpy_(const int* n, const double* a, const double* x, const int*, double* y, const int*) {
  const double factor = *a;
  for (long j = 0; j < *n; ++j) y[j] += factor * x[j];
  return 0;
}

/// In long double, in which the square of no double overflows or vanishes, where those of doubles might have.
double dnrm2_(const int* n, const double* x, const int*) {
  const double sum = descent::squared_norm({x, static_cast<std::size_t>(*n)});
  if (sum > std::numeric_limits<double>::min() && std::isfinite(sum)) return std::sqrt(sum);
  long double precise = 0;
  for (long j = 0; j < *n; ++j) precise += static_cast<long double>(x[j]) * x[j];
  return static_cast<double>(std::sqrt(precise));
}

int dscal_(const int* n, const double* a, double* x, const int*) {
  const double factor = *a;
  for (long j = 0; j < *n; ++j) x[j] *= factor;
  return 0;
}

}  // extern "C"
