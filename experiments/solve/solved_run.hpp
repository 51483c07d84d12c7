#pragma once

#include <optional>
#include <string>

#include "experiments/config/problem_spec.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "solvers/problem/problem.hpp"
#include "support/json/read_json.hpp"

// Output of `descent solve` for its run.

namespace descent {

/// A run with an upper bound of the optimum. Keeps a reference to the problem.
struct SolvedRun : RunRecord {
  SolvedRun(const RunSpec& spec, const Problem& problem, RunRecord record);

  const ResultRow& last() const { return rows.back(); }

  /// Distance of both bounds, in the configuration's form. Empty without a lower bound.
  std::optional<double> gap() const;
  /// Relative to the upper bound.
  std::optional<double> relative_gap() const;
  bool proves(double gap) const { return relative_gap() && *relative_gap() <= gap; }

  /// Takes the tightest upper bound. If the run ended before its budget, so that it may be near the optimum,
  /// tries a Newton step's dual weights for the lower bound, at most so long, and counts its work.
  void tighten_bounds(double most_seconds);
  /// Keeps the larger of the two.
  void raise_lower_bound(double bound);

  const Problem& problem;
  double upper_bound;      ///< F(w), not below the exact value, in the solvers' form
  double objective_scale;  ///< from the solvers' form to the configuration's
};

Json solved_run_json(const RunSpec& spec, const SolvedRun& run);
/// `chosen`: why the method was chosen, unless the user named it.
void print_solved_run(const RunSpec& spec, const SolvedRun& run, const std::optional<std::string>& chosen);

/// Weights as text for other programs, one per line. numpy.loadtxt and R's scan skip the lines with #.
std::string weights_text(const RunSpec& spec, const RunRecord& record);

}  // namespace descent
