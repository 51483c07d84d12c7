// The four BLAS functions of LIBLINEAR's Newton methods, always for vectors of stride 1, with this program's
// sums. A BLAS library of the system may start threads before main, whose CPU time nothing counts and which
// do not start if memory is short. Its speed would also depend on the machine.

#include <cmath>
#include <cstddef>
#include <limits>

#include "support/numbers/vector_sum.hpp"

extern "C" {

double ddot_(const int* n, const double* x, const int*, const double* y, const int*) {
  return descent::vector_sum(static_cast<std::size_t>(*n), [=](std::size_t j) { return x[j] * y[j]; });
}

int daxpy_(const int* n, const double* a, const double* x, const int*, double* y, const int*) {
  const double factor = *a;
  for (long j = 0; j < *n; ++j) y[j] += factor * x[j];
  return 0;
}

/// Uses long double if squares in double overflow or vanish; there none can.
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
