#!/usr/bin/env python3
"""Solves hinge + L1 as a linear program by HiGHS's interior point (SciPy), the peer of interior_point_benchmark.

  highs_peer.py FILE        a LIBSVM classification file, plain or .bz2; lambda = 1/m

Prints the CPU seconds of the solve alone (its options as SciPy sets them, presolve on), the objective and whether HiGHS
found it optimal. The values are rounded to single precision first: the program's matrices hold floats.
"""

import sys
import time

import numpy
import scipy.optimize
import scipy.sparse

from signed_rows import signed_rows


def main():
    rows = signed_rows(sys.argv[1])
    rows.data = rows.data.astype(numpy.float32).astype(numpy.float64)
    m, n = rows.shape
    # min  (1/m) sum(p + q) + (1/m) sum(xi)   subject to  -Z p + Z q - xi <= -1,  p, q, xi >= 0
    costs = numpy.full(2 * n + m, 1 / m)
    constraints = scipy.sparse.hstack([-rows, rows, -scipy.sparse.identity(m)], format="csc")
    start = time.process_time()
    solution = scipy.optimize.linprog(costs, A_ub=constraints, b_ub=numpy.full(m, -1.0), method="highs-ipm")
    seconds = time.process_time() - start
    print(f"{seconds:.6f} {solution.fun:.15g} {'optimal' if solution.status == 0 else 'failed'}")


if __name__ == "__main__":
    main()
