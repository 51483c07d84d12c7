#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/problem_spec.hpp"
#include "solvers/contract/option.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// A point w and dual weights a with F(w) ≥ min F ≥ D(a) (docs/methods.md §10). Problem::evaluate_from_above
/// and Problem::lower_bound give both numbers.
struct CertifiedOptimum {
  std::vector<double> weights;       ///< w, n of them; under L1 zeros are exactly 0
  std::vector<double> dual_weights;  ///< a, m of them
  double objective = 0;
  double lower_bound = 0;
  /// Method that found the pair, and earlier attempts. Also how much rounding the file's values to double may
  /// change F, if that exceeds the gap.
  std::string method;
  double cpu_seconds = 0;  ///< of all attempts

  /// (F(w) − D(a)) / |F(w)|, rounded up.
  double gap() const;
  double l1_norm() const;        ///< ‖w‖₁
  std::size_t nonzeros() const;  ///< weights that are not exactly 0
};

struct OptimumSettings {
  double gap = 1e-8;     ///< relative; a pair with a larger gap is kept and reported
  double seconds = 600;  ///< CPU time of the calling thread after which the best pair so far is kept
  int threads = 1;       ///< that share the work if it is worth them; their number changes no bit
};

/// Relative rounding error of sums of a million terms. A value beyond a bound by less does not contradict it.
constexpr double rounding_of_sums = 1e-11;

/// Message if an objective lies below D*, or a dual value above F(w*), by more than rounding; else "". Then
/// one of the numbers is wrong, and with it every curve.
std::string contradiction(const CertifiedOptimum& optimum, double objective,
                          std::optional<double> dual_value);

/// A registered method as reference solver, for problems with a suitable number of columns.
struct ReferenceSolver {
  std::string method;
  std::map<std::string, OptionValue> options;
  Index fewest_columns;
  Index most_columns;  ///< the largest Index: no limit
};

/// Solvers that certify problems of this kind, in the order of trial. Empty if none is known.
std::vector<ReferenceSolver> reference_solvers(LossKind loss, RegularizerKind regularizer);

/// True if there are so many entries that threads share the work of certify().
bool is_worth_threads(const SparseMatrix& rows);

/// True if some solver can certify the problem: its kind, with so many columns.
bool can_certify(const ProblemSpec& problem);

/// Solves the problem by the reference solver for its shape. The next solver follows if one stalls or uses up
/// its share of the time. A solver that makes progress continues beyond the required gap, down to a hundredth
/// of it. Throws RunError if no solver suits or none gives a finite pair.
CertifiedOptimum certify(const Problem& problem, const OptimumSettings& settings);

}  // namespace descent
