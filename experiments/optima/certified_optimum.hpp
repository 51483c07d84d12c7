#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/problem_spec.hpp"
#include "solvers/contract/option.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// The certified optimum of a problem: a point w, and dual weights a that prove how far below F(w) the
/// minimum can lie, F(w) ≥ min F ≥ D(a) (docs/methods.md §10). Both numbers are those of Problem::objective
/// and Problem::lower_bound.
struct CertifiedOptimum {
  std::vector<double> weights;       ///< w, n of them; under L1 zeros are exactly 0
  std::vector<double> dual_weights;  ///< a, m of them
  double objective = 0;
  double lower_bound = 0;
  /// That found the pair, and what was tried before it; also what the rounding of the file's values to double
  /// may change F by, where that is more than the gap.
  std::string method;
  double cpu_seconds = 0;  ///< of all attempts

  /// (F(w) − D(a)) / |F(w)|, rounded up; negative only by rounding of F and D.
  double gap() const;
  double l1_norm() const;        ///< ‖w‖₁
  std::size_t nonzeros() const;  ///< weights that are not exactly 0
};

struct OptimumSettings {
  double gap = 1e-8;     ///< relative; a larger one is kept, and is said to be larger
  double seconds = 600;  ///< CPU time after which the best pair so far is kept
};

/// What sums of a million terms may be wrong by, relatively: a value that lies this little on the wrong side
/// of a bound does not contradict it.
constexpr double rounding_of_sums = 1e-11;

/// "" unless an objective lies below D*, or a dual value above F(w*), by more than rounding: then what that
/// says. One of the numbers is wrong, and with it every curve.
std::string contradiction(const CertifiedOptimum& optimum, double objective,
                          std::optional<double> dual_value);

/// A method of the registry in the role of a reference solver, for problems with so many columns.
struct ReferenceSolver {
  std::string method;
  std::map<std::string, OptionValue> options;
  Index fewest_columns;
  Index most_columns;  ///< the largest Index: any number
};

/// Those that certify problems of this kind, in the order in which they are tried; empty: none is known.
std::vector<ReferenceSolver> reference_solvers(LossKind loss, RegularizerKind regularizer);

/// Whether a solver is known that can certify problems of this kind.
bool can_certify(const ProblemSpec& problem);

/// Solves the problem by the reference solver that suits its shape; one that stalls, or has used up its share
/// of the time, is followed by the next. Works on beyond the gap asked for, down to a hundredth of it, while
/// the solver makes progress. Throws RunError when no solver suits, or none gives a finite pair.
CertifiedOptimum certify(const Problem& problem, const OptimumSettings& settings);

}  // namespace descent
