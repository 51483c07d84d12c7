// The four functions of BLAS that LIBLINEAR's Newton methods call, for vectors of stride 1 or more. A BLAS
// library of the system may start threads before main, which nobody bills and which do not start where memory
// is short; and its speed would depend on the machine's choice.

#include <cmath>

extern "C" {

double ddot_(const int* n, const double* x, const int* step_x, const double* y, const int* step_y) {
  double sum = 0;
  for (long i = 0; i < *n; ++i) sum += x[i * *step_x] * y[i * *step_y];
  return sum;
}

int daxpy_(const int* n, const double* a, const double* x, const int* step_x, double* y, const int* step_y) {
  for (long i = 0; i < *n; ++i) y[i * *step_y] += *a * x[i * *step_x];
  return 0;
}

/// In long double, in which the square of no double overflows.
double dnrm2_(const int* n, const double* x, const int* step_x) {
  long double sum = 0;
  for (long i = 0; i < *n; ++i) sum += static_cast<long double>(x[i * *step_x]) * x[i * *step_x];
  return static_cast<double>(std::sqrt(sum));
}

int dscal_(const int* n, const double* a, double* x, const int* step_x) {
  for (long i = 0; i < *n; ++i) x[i * *step_x] *= *a;
  return 0;
}

}  // extern "C"
